package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// The events of one request are what arithmetic says, without a clock or an agenda:
// when each attempt starts and would end, who is first, and what that leaves undone.
func TestEachRaceIsArithmetic(t *testing.T) {
	holds(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		refused := map[int]bool{} // by the budget, which has a law of its own
		events := map[int][]engine.Event{}
		for _, e := range trace {
			refused[e.Key.Request] = refused[e.Key.Request] || e.Type == engine.HedgeSuppressed
			e.Seq = 0
			if e.Key.Request > 0 {
				events[e.Key.Request] = append(events[e.Key.Request], e)
			}
		}
		for request := 1; request <= s.Workload.Requests; request++ {
			want := race(s, request, refused[request])
			got := events[request]
			slices.SortStableFunc(got, byAttemptAndType)
			slices.SortStableFunc(want, byAttemptAndType)
			if !slices.Equal(got, want) {
				t.Fatalf("request %d went\n%v\nit should go\n%v", request, got, want)
			}
			n["races"]++
			for _, e := range want {
				n[e.Type.String()]++
				if e.Duplicate {
					n["duplicates"]++
				}
			}
		}
	}, "races", "attempt.cancelled", "hedge.suppressed", "write.committed", "write.deduplicated", "duplicates")
}

func byAttemptAndType(a, b engine.Event) int {
	if a.Key.Attempt != b.Key.Attempt {
		return a.Key.Attempt - b.Key.Attempt
	}
	return int(a.Type) - int(b.Type)
}

// run is one attempt of a race, from its start to its own end.
type run struct {
	key        engine.Key
	start, end fixed.Micros
}

// race gives the events of a request, in no order.
func race(s *engine.Scenario, request int, refused bool) []engine.Event {
	start := fixed.Micros(request-1) * s.Workload.Arrival.Paced.IntervalMs
	runs, refusal := starters(s, engine.Key{Request: request}, start, refused)
	first := runs[0]
	for _, r := range runs {
		if r.end < first.end {
			first = r
		}
	}
	events := append(refusal,
		engine.Event{At: runs[0].start, Type: engine.RequestArrived, Key: engine.Key{Request: request}},
		engine.Event{At: first.end, Type: engine.RequestAnswered, Key: first.key})
	for _, r := range runs {
		events = append(events,
			engine.Event{At: r.start, Type: engine.AttemptSent, Key: r.key},
			engine.Event{At: r.start, Type: engine.AttemptStarted, Key: r.key})
		if r.end > first.end && s.Policy.Hedge.Cancel == engine.CancelOnAnswer {
			events = append(events, engine.Event{At: first.end, Type: engine.AttemptCancelled, Key: r.key, State: "running", Work: first.end - r.start})
		} else {
			events = append(events, engine.Event{At: r.end, Type: engine.AttemptAnswered, Key: r.key, Status: "OK"})
		}
	}
	return append(events, commits(s, runs, first)...)
}

// starters are the attempts of a leaf that are sent: those that fall due before an
// answer, unless the budget refuses it.
func starters(s *engine.Scenario, leaf engine.Key, start fixed.Micros, refused bool) (runs []run, refusal []engine.Event) {
	answered := false
	for attempt := 1; attempt <= s.Policy.MaxAttempts(); attempt++ {
		r := run{key: leaf, start: start}
		r.key.Attempt = attempt
		if attempt > 1 {
			r.start += fixed.Micros(attempt-1) * *s.Policy.Hedge.Delay.Ms
		}
		for _, before := range runs {
			answered = answered || before.end <= r.start
		}
		if answered {
			break
		}
		if attempt > 1 && refused {
			return runs, []engine.Event{{At: r.start, Type: engine.HedgeSuppressed, Key: r.key, Reason: "budget"}}
		}
		r.end = r.start + s.Backend.Latency.Sampler(s.Seed).Service(leaf.Request, leaf.Hop, leaf.Leaf, attempt)
		runs = append(runs, r)
	}
	return runs, nil
}

// commits are the writes of attempts that come as far before they are stopped.
func commits(s *engine.Scenario, runs []run, first run) []engine.Event {
	if s.Workload.Operation == engine.Read {
		return nil
	}
	at := func(r run) fixed.Micros { return min(r.start+s.Workload.CommitMs, r.end) }
	earliest := runs[0]
	for _, r := range runs {
		if at(r) < at(earliest) {
			earliest = r
		}
	}
	var events []engine.Event
	for _, r := range runs {
		e := engine.Event{At: at(r), Type: engine.WriteCommitted, Key: r.key}
		stopped := s.Policy.Hedge != nil && s.Policy.Hedge.Cancel == engine.CancelOnAnswer
		switch {
		case stopped && e.At > first.end:
			continue
		case r == earliest:
		case s.Workload.Operation == engine.IdempotentWrite:
			e.Type = engine.WriteDeduplicated
		default:
			e.Duplicate = true
		}
		events = append(events, e)
	}
	return events
}
