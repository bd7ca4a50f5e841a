package engine_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

func TestEventsAreInOrderOfTimeAndNumbered(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
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
// in turn, start at most once, and end once.
func TestEveryRequestAndAttemptEndsOnce(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		arrived, ended := map[int]int{}, map[int]int{}
		sent, started, over := map[engine.Key]int{}, map[engine.Key]int{}, map[engine.Key]int{}
		turn, refused := map[int]int{}, map[int]int{}
		for _, e := range trace {
			r := e.Key.Request
			if e.Type != engine.RequestArrived && e.Type != engine.RunCompleted && arrived[r] == 0 {
				t.Fatalf("%v: it has not arrived", e)
			}
			if e.Key.Attempt > 0 && e.Type != engine.AttemptSent && e.Type != engine.HedgeSuppressed && sent[e.Key] == 0 {
				t.Fatalf("%v: it was not sent", e)
			}
			switch e.Type {
			case engine.RequestArrived:
				arrived[r]++
			case engine.RequestAnswered, engine.RequestExpired:
				ended[r]++
			case engine.RequestFailed:
				ended[r]++
				if refused[r] == 0 || refused[r] != countOf(sent, r) {
					t.Fatalf("%v: %d of %d attempts were refused", e, refused[r], countOf(sent, r))
				}
			case engine.AttemptSent, engine.HedgeSuppressed:
				turn[r]++
				if e.Key.Attempt != turn[r] {
					t.Fatalf("%v: it is the turn of attempt %d", e, turn[r])
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
					refused[r]++
				}
			}
		}
		for request := 1; request <= s.Workload.Total(); request++ {
			n["requests"]++
			if arrived[request] != 1 || ended[request] != 1 {
				t.Fatalf("request %d arrived %d times and ended %d times", request, arrived[request], ended[request])
			}
			if attempts := countOf(sent, request); attempts < 1 || attempts > s.Policy.MaxAttempts() || turn[request] > s.Policy.MaxAttempts() {
				t.Fatalf("request %d had %d attempts of %d", request, attempts, s.Policy.MaxAttempts())
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

// countOf counts the attempts of a request.
func countOf(sent map[engine.Key]int, request int) (n int) {
	for key := range sent {
		if key.Request == request {
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
		most := s.Workload.Total() * int(*s.Policy.Hedge.Budget.Percent) / 100_000
		hedged, refused := map[int]bool{}, map[int]bool{}
		for _, e := range trace {
			r := e.Key.Request
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
				t.Fatalf("%v: %d requests have hedged, of which %d may", e, len(hedged), most)
			}
		}
		n["hedged"] += len(hedged)
	}, "refusals", "hedged")
}

// A hedge falls due a delay after the turn before it, and never when its request is
// over by then; an answer at that very instant is in time, a deadline is not.
func TestHedgeFallsDueUnlessAnsweredWithinTheDelay(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		if s.Policy.Hedge == nil {
			return
		}
		due, over := map[int]fixed.Ms{}, map[int]bool{}
		for _, e := range trace {
			r := e.Key.Request
			switch e.Type {
			case engine.RequestAnswered, engine.RequestExpired:
				over[r] = true
				at, ok := due[r]
				if ok && (e.At > at || e.At == at && e.Type == engine.RequestExpired) {
					t.Fatalf("%v: its hedge was due at %v", e, at)
				}
				if ok && e.At == at {
					n["answers at the delay"]++
				} else if ok {
					n["ends within the delay"]++
				}
			case engine.RequestFailed:
				over[r] = true
				if at, ok := due[r]; ok {
					t.Fatalf("%v: its hedge is due at %v", e, at)
				}
			case engine.HedgeSuppressed, engine.AttemptSent:
				if at, ok := due[r]; over[r] || e.Key.Attempt > 1 && (!ok || at != e.At) {
					t.Fatalf("%v: it is over (%v), or due at %v", e, over[r], at)
				}
				due[r] = e.At + *s.Policy.Hedge.Delay.Ms
				if e.Reason == engine.SuppressedByBudget || e.Key.Attempt == s.Policy.MaxAttempts() {
					delete(due, r)
				}
			}
		}
	}, "ends within the delay", "answers at the delay")
}
