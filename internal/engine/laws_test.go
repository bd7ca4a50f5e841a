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

// No budget is exceeded: of N leaves at most ⌊N·b/100⌋ hedge, and none is refused
// while there is some left. What chance does not send costs nothing.
func TestBudgetIsNeverExceededAndAlwaysSpent(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		if s.Policy.Hedge == nil || s.Policy.Hedge.Budget.Percent == nil {
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
