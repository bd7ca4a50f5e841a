package engine_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// What events say, against what the events before them come to.

// timer knows when things began.
type timer struct {
	arrived map[int32]fixed.Micros
	began   map[engine.Key]fixed.Micros // hops
	sent    map[engine.Key]fixed.Micros
	started map[engine.Key]fixed.Micros
}

func newTimer() timer {
	return timer{map[int32]fixed.Micros{}, map[engine.Key]fixed.Micros{}, map[engine.Key]fixed.Micros{}, map[engine.Key]fixed.Micros{}}
}

func (m timer) add(e engine.Event) {
	switch e.Type {
	case engine.RequestArrived:
		m.arrived[e.Key.Request] = e.At
	case engine.AttemptSent:
		m.sent[e.Key] = e.At
		if _, known := m.began[hopKey(e.Key)]; !known {
			m.began[hopKey(e.Key)] = e.At
		}
	case engine.AttemptStarted:
		m.started[e.Key] = e.At
	}
}

// Waits, work and latencies are the differences of instants.
func TestTimesAreDifferencesOfInstants(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		m := newTimer()
		for _, e := range trace {
			m.add(e)
			var took, work fixed.Micros
			_, started := m.started[e.Key]
			switch {
			case e.Type == engine.AttemptStarted:
				took = e.At - m.sent[e.Key]
			case e.Type.EndsAttempt():
				took = e.At - m.sent[e.Key]
				if started {
					work = e.At - m.started[e.Key]
				}
				if (e.State == engine.Running) != started {
					t.Fatalf("%v: it has started: %v", e, started)
				}
			case e.Type.EndsRequest():
				took = e.At - m.arrived[e.Key.Request]
			case e.Type == engine.LeafAnswered || e.Type == engine.LeafFailed || e.Type == engine.HopEnded:
				took = e.At - m.began[hopKey(e.Key)]
			default:
				continue
			}
			if n[e.Type.String()]++; e.Took != took || e.Work != work {
				t.Fatalf("%v\nsays that it took %v, and worked %v; it did %v and %v", e, e.Took, e.Work, took, work)
			}
		}
	}, "attempt.started", "attempt.answered", "attempt.cancelled", "attempt.lost", "attempt.refused",
		"leaf.answered", "leaf.failed", "hop.ended", "request.answered", "request.failed", "request.expired")
}

// An attempt that was sent to a server which was down, or refused, ends at once; one
// that waited has not started.
func TestAttemptsEndInTheStateTheyAreIn(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		doing := map[engine.Key]engine.WorkState{}
		for i, e := range trace {
			switch {
			case e.Type == engine.AttemptSent:
				doing[e.Key] = engine.Waiting
				if next := trace[i+1]; next.Key == e.Key && next.At == e.At && (next.Type == engine.AttemptRefused || next.Type == engine.AttemptLost && next.State == engine.Sent) {
					doing[e.Key] = engine.Sent
				}
			case e.Type == engine.AttemptStarted:
				doing[e.Key] = engine.Running
			case e.Type.EndsAttempt():
				if n[e.Type.String()+" while "+e.State.String()]++; e.State != doing[e.Key] {
					t.Fatalf("%v: it was %v", e, doing[e.Key])
				}
			}
		}
	}, "attempt.lost while sent", "attempt.lost while waiting", "attempt.lost while running", "attempt.refused while sent",
		"attempt.cancelled while waiting", "attempt.cancelled while running", "attempt.answered while running")
}

// Work is conserved: busy workers over time are the work of all ends; and the queue's
// length over time is what those that started have waited and the others before they
// ended.
func TestWorkAndWaitsAreConserved(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		m := newTimer()
		v := newServers(&engine.Cluster{})
		var busy, queued, work, waits, now fixed.Micros
		for _, e := range trace {
			busy += fixed.Micros(len(v.running)) * (e.At - now)
			queued += fixed.Micros(len(v.waiting)) * (e.At - now)
			now = e.At
			work += e.Work
			if e.Type == engine.AttemptStarted || e.State == engine.Waiting {
				waits += e.Took
			}
			m.add(e)
			v.add(e)
		}
		if busy != work || queued != waits {
			t.Fatalf("workers were busy for %v with work of %v; attempts queued for %v and waited %v", busy, work, queued, waits)
		}
		n["work"] += int(min(work, fixed.Millisecond))
		n["waits"] += int(min(waits, fixed.Millisecond))
	}, "work", "waits")
}

// An answer is partial if and only if one of the request's hops was ended by time. One
// attempt of each answered leaf has won, and none of another. Hops and requests say how
// many leaves have answered.
func TestEndsSayWhatLeavesAndHopsCameTo(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		byTime, wins, answers := map[int32]bool{}, map[engine.Key]int{}, map[engine.Key]int32{}
		for _, e := range trace {
			switch {
			case e.Won:
				wins[leafKey(e.Key)]++
				answers[hopKey(e.Key)]++
				answers[engine.Key{Request: e.Key.Request}]++
			case e.Type == engine.HopEnded:
				byTime[e.Key.Request] = byTime[e.Key.Request] || e.By == engine.ByTime
				if e.Answers != answers[e.Key] {
					t.Fatalf("%v: %d have answered", e, answers[e.Key])
				}
				n["hops"]++
			case e.Type.EndsRequest():
				if of := answers[engine.Key{Request: e.Key.Request}]; e.Answers != of {
					t.Fatalf("%v: %d have answered", e, of)
				}
				partial := byTime[e.Key.Request] || e.OneLeaf && e.Key.Attempt == 0
				if e.Type == engine.RequestAnswered && e.Partial != partial {
					t.Fatalf("%v: a hop was ended by time: %v", e, partial)
				}
				if n["requests"]++; e.Partial && e.Key.Attempt > 0 {
					n["partial answers by an attempt"]++
				}
			}
		}
		for key, l := range leavesOf(trace) {
			if n["leaves"]++; wins[key] > 1 || (wins[key] == 1) != (l.end == "answered") {
				t.Fatalf("%v is %s, and %d attempts have won", key, l.end, wins[key])
			}
		}
	}, "hops", "requests", "partial answers by an attempt", "leaves")
}
