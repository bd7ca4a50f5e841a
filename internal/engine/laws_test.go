package engine_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

func TestEventsAreInOrderOfTimeAndNumbered(t *testing.T) {
	holds(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		var before fixed.Ms
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

// What happens to a request: it arrives once and ends once, its attempts are sent
// in turn, start, and end once.
func TestEveryRequestAndAttemptEndsOnce(t *testing.T) {
	holds(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		arrived, answered := map[int]int{}, map[int]int{}
		sent, started, ended := map[engine.Key]int{}, map[engine.Key]int{}, map[engine.Key]int{}
		attempts := map[int]int{}
		for _, e := range trace {
			switch e.Type {
			case engine.RequestArrived:
				arrived[e.Key.Request]++
			case engine.RequestAnswered:
				answered[e.Key.Request]++
			case engine.AttemptSent:
				sent[e.Key]++
				attempts[e.Key.Request]++
				if e.Key.Attempt != attempts[e.Key.Request] {
					t.Fatalf("%v is attempt number %d of its request", e, attempts[e.Key.Request])
				}
			case engine.AttemptStarted:
				started[e.Key]++
			case engine.AttemptAnswered, engine.AttemptCancelled:
				ended[e.Key]++
			}
		}
		for request := 1; request <= s.Workload.Requests; request++ {
			n["requests"]++
			if arrived[request] != 1 || answered[request] != 1 {
				t.Fatalf("request %d arrived %d times and ended %d times", request, arrived[request], answered[request])
			}
			if attempts[request] < 1 || attempts[request] > s.Policy.MaxAttempts() {
				t.Fatalf("request %d had %d attempts of %d", request, attempts[request], s.Policy.MaxAttempts())
			}
		}
		for key, times := range sent {
			n["attempts"]++
			if times != 1 || started[key] != 1 || ended[key] != 1 {
				t.Fatalf("%v was sent %d times, started %d and ended %d", key, times, started[key], ended[key])
			}
		}
		if len(arrived) != s.Workload.Requests || len(answered) != len(arrived) || len(started) != len(sent) || len(ended) != len(sent) {
			t.Fatalf("%d requests arrived and %d ended; %d attempts were sent, %d started, %d ended",
				len(arrived), len(answered), len(sent), len(started), len(ended))
		}
	}, "requests", "attempts")
}

// No budget is exceeded: of N leaves at most ⌊N·b/100⌋ hedge, and none is refused
// while there is some left.
func TestBudgetIsNeverExceededAndAlwaysSpent(t *testing.T) {
	holds(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		if s.Policy.Hedge == nil {
			return
		}
		most := s.Workload.Requests * int(*s.Policy.Hedge.Budget.Percent) / 100_000
		hedged, refused := map[int]bool{}, map[int]bool{}
		for _, e := range trace {
			switch {
			case e.Type == engine.AttemptSent && e.Key.Attempt > 1:
				hedged[e.Key.Request] = true
				if refused[e.Key.Request] {
					t.Fatalf("%v: the budget had refused it", e)
				}
			case e.Type == engine.HedgeSuppressed:
				n["refusals"]++
				if refused[e.Key.Request] || e.Key.Attempt != 2 || e.Reason != engine.SuppressedByBudget {
					t.Fatalf("%v: once for a request, of its first backup", e)
				}
				refused[e.Key.Request] = true
				if len(hedged) < most {
					t.Fatalf("%v: only %d of %d have hedged", e, len(hedged), most)
				}
			}
			if len(hedged) > most {
				t.Fatalf("%v: %d requests have hedged, of which %d may", e, len(hedged), most)
			}
		}
		n["hedged"] += len(hedged)
	}, "refusals", "hedged")
}

// A hedge is sent a delay after the attempt before it, and never when its request
// has been answered by then, be it at that very instant.
func TestHedgeOnlyWithoutAnswerWithinTheDelay(t *testing.T) {
	holds(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		lastSent, attempts, answered := map[int]fixed.Ms{}, map[int]int{}, map[int]fixed.Ms{}
		refused := map[int]bool{}
		for _, e := range trace {
			request := e.Key.Request
			switch e.Type {
			case engine.RequestAnswered:
				answered[request] = e.At
			case engine.HedgeSuppressed, engine.AttemptSent:
				if _, over := answered[request]; over {
					t.Fatalf("%v: the request was over", e)
				}
				if e.Key.Attempt > 1 && e.At != lastSent[request]+*s.Policy.Hedge.Delay.Ms {
					t.Fatalf("%v: the attempt before it was sent at %v", e, lastSent[request])
				}
				lastSent[request] = e.At
				attempts[request] = e.Key.Attempt
				refused[request] = e.Type == engine.HedgeSuppressed
			}
		}
		if s.Policy.Hedge == nil {
			return
		}
		for request, at := range answered {
			due := lastSent[request] + *s.Policy.Hedge.Delay.Ms
			if attempts[request] == s.Policy.Hedge.MaxAttempts || refused[request] {
				continue
			}
			if at > due {
				t.Fatalf("request %d should have hedged at %v; it was answered at %v", request, due, at)
			}
			n["answers within the delay"]++
			if at == due {
				n["answers at the delay"]++
			}
		}
	}, "answers within the delay", "answers at the delay")
}
