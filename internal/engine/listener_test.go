package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// A budget that hears events hears each of them once, in order, and before tell does; and
// nothing after tell has stopped the run.
func TestBudgetsHearEventsFirst(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		last := rapid.IntRange(0, len(trace)-1).Draw(t, "last")
		for _, last := range []int{last, len(trace) - 1} {
			var heard []engine.Event
			told := 0
			ending := engine.RunHeard(s, func(e *engine.Event) { heard = append(heard, *e) }, func(e *engine.Event) bool {
				told++
				if len(heard) != told || heard[told-1] != *e {
					t.Fatalf("%v is event %d; the budget has heard %d", e, told, len(heard))
				}
				return told <= last
			})
			if want := trace[:last+1]; !slices.Equal(heard, want) {
				t.Fatalf("the budget heard\n%v\nnot\n%v", heard, want)
			}
			if ending != engine.Stopped {
				t.Fatalf("the run ended by %v", ending)
			}
			n["events"] += told
		}
	}, "events")
}
