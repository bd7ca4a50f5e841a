package engine_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

func TestEventsAreInOrderOfTimeAndNumbered(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		var before fixed.Micros
		for i, e := range trace {
			if e.Seq != int64(i+1) {
				t.Fatalf("event %d has the number %d: %v", i+1, e.Seq, e)
			}
			if e.At < before {
				t.Fatalf("%v comes after %v ms", e, before)
			}
			if e.At == before {
				n["simultaneous events"]++
			}
			if last := i == len(trace)-1; last != (e.Type == engine.RunCompleted) {
				t.Fatalf("event %d of %d: %v", i+1, len(trace), e)
			} else if last && e.At != max(before, s.Workload.DurationMs) {
				t.Fatalf("completed at %v: the event before was at %v, the duration is %v", e.At, before, s.Workload.DurationMs)
			}
			before = e.At
		}
	}, "simultaneous events")
}

// What happens to a request: it arrives once and ends once, the attempts of its leaves
// are sent in turn, start at most once, and end once.
func TestEveryRequestAndAttemptEndsOnce(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		arrived, ended := map[int]int{}, map[int]int{}
		sent, started, over := map[engine.Key]int{}, map[engine.Key]int{}, map[engine.Key]int{}
		turn, refused := map[engine.Key]int{}, map[engine.Key]int{}
		for _, e := range trace {
			r := e.Key.Request
			if e.Type != engine.RequestArrived && e.Type != engine.RunCompleted && arrived[r] == 0 {
				t.Fatalf("%v: it has not arrived", e)
			}
			if e.Key.Attempt > 0 && e.Type != engine.AttemptSent && e.Type != engine.HedgeSuppressed && e.Type != engine.RequestAnswered && sent[e.Key] == 0 {
				t.Fatalf("%v: it was not sent", e)
			}
			switch e.Type {
			case engine.RequestArrived:
				arrived[r]++
			case engine.RequestAnswered, engine.RequestExpired:
				ended[r]++
			case engine.RequestFailed:
				ended[r]++
				if failed := leavesRefused(r, sent, refused); failed <= s.Workload.FanOut.Leaves-s.Workload.FanOut.Needed() {
					t.Fatalf("%v: all attempts of %d leaves were refused", e, failed)
				}
			case engine.AttemptSent, engine.HedgeSuppressed:
				turn[leafKey(e.Key)]++
				if next := turn[leafKey(e.Key)]; e.Key.Attempt != next || next > s.Policy.MaxAttempts() {
					t.Fatalf("%v: it is the turn of attempt %d", e, next)
				}
				if e.Type == engine.AttemptSent {
					sent[e.Key]++
				}
			case engine.AttemptStarted:
				started[e.Key]++
			case engine.AttemptAnswered, engine.AttemptCancelled, engine.AttemptLost, engine.AttemptRefused:
				over[e.Key]++
				if e.Type == engine.AttemptAnswered && started[e.Key] == 0 || e.Type == engine.AttemptRefused && started[e.Key] > 0 {
					t.Fatalf("%v: it was started %d times", e, started[e.Key])
				}
				if e.Type == engine.AttemptRefused {
					refused[leafKey(e.Key)]++
				}
			}
		}
		for request := 1; request <= s.Workload.Total(); request++ {
			n["requests"]++
			if arrived[request] != 1 || ended[request] != 1 {
				t.Fatalf("request %d arrived %d times and ended %d times", request, arrived[request], ended[request])
			}
		}
		for key, times := range sent {
			n["attempts"]++
			if times != 1 || started[key] > 1 || over[key] != 1 {
				t.Fatalf("%v was sent %d times, started %d and ended %d", key, times, started[key], over[key])
			}
		}
		if len(arrived) != s.Workload.Total() || len(over) != len(sent) {
			t.Fatalf("%d requests arrived; %d attempts were sent, %d ended", len(arrived), len(sent), len(over))
		}
	}, "requests", "attempts")
}

// leavesRefused counts the leaves, in the last hop of a request, of which all attempts
// were refused.
func leavesRefused(request int, sent, refused map[engine.Key]int) (n int) {
	hop, attempts := 0, map[engine.Key]int{}
	for key := range sent {
		if key.Request == request {
			hop = max(hop, key.Hop)
			attempts[leafKey(key)]++
		}
	}
	for key, all := range attempts {
		if key.Hop == hop && refused[key] == all {
			n++
		}
	}
	return n
}

// No budget is exceeded: of N leaves at most ⌊N·b/100⌋ hedge, and none is refused
// while there is some left. What chance does not send costs nothing.
func TestBudgetIsNeverExceededAndAlwaysSpent(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		if s.Policy.Hedge == nil {
			return
		}
		most := s.Leaves() * int(*s.Policy.Hedge.Budget.Percent) / 100_000
		hedged, refused := map[engine.Key]bool{}, map[engine.Key]bool{}
		for _, e := range trace {
			r := leafKey(e.Key)
			turn := e.Type == engine.HedgeSuppressed || e.Type == engine.AttemptSent && e.Key.Attempt > 1
			if turn && refused[r] {
				t.Fatalf("%v: the budget had refused it", e)
			}
			switch {
			case turn && e.Type == engine.AttemptSent:
				hedged[r] = true
			case turn && e.Reason == engine.SuppressedByBudget:
				n["refusals"]++
				if hedged[r] || len(hedged) < most {
					t.Fatalf("%v: only %d of %d have hedged, it %v", e, len(hedged), most, hedged[r])
				}
				refused[r] = true
			}
			if len(hedged) > most {
				t.Fatalf("%v: %d leaves have hedged, of which %d may", e, len(hedged), most)
			}
		}
		n["hedged"] += len(hedged)
	}, "refusals", "hedged")
}
