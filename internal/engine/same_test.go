package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// A policy that never fires changes nothing, event for event.
func TestHedgeThatNeverFallsDueIsNoPolicy(t *testing.T) {
	law(func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		if s.Policy.Hedge == nil {
			return
		}
		baseline := s.Baseline()
		want := play(&baseline)
		never := *s.Policy.Hedge
		never.Delay.Ms = new(fixed.Micros(0))
		for _, e := range want { // exactly at the delay is within it
			never.Delay.Ms = new(max(*never.Delay.Ms, e.Took))
		}
		patient := *s
		patient.Policy = engine.Policy{Hedge: &never}
		got := play(&patient)
		if !slices.Equal(got, want) {
			t.Fatalf("with the delay %v\n%v\nwithout a policy\n%v", *never.Delay.Ms, got, want)
		}
		n["policies"]++
		if !slices.Equal(trace, got) {
			n["policies that fire"]++
		}
	}).holdsOf(t, randomRace(), "policies", "policies that fire")
}

// Whoever stops listening has heard the beginning of the story.
func TestStoppedRunIsAPrefix(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		for _, last := range []int{0, rapid.IntRange(0, len(trace)-1).Draw(t, "last"), len(trace) - 1} {
			var heard []engine.Event
			engine.Run(s, func(e *engine.Event) bool {
				heard = append(heard, *e)
				return len(heard) <= last
			})
			if !slices.Equal(heard, trace[:last+1]) {
				t.Fatalf("stopped at event %d of %d, heard %v", last+1, len(trace), heard)
			}
			n["stops"]++
		}
	}, "stops")
}

// The first requests of a longer run are those of the shorter, where they share
// nothing: no capacity, no budget.
func TestLongerRunBeginsLikeTheShorter(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, random *engine.Scenario, _ []engine.Event, n seen) {
		s := apart(*random)
		s.Workload.DeadlineMs, s.Workload.Bursts = random.Workload.DeadlineMs, nil
		long := play(s)
		for k := 1; k < s.Workload.Requests; k++ {
			shorter := *s
			shorter.Workload.Requests = k
			short := play(&shorter)
			var begins []engine.Event
			for _, e := range long {
				if e.Type != engine.RunCompleted && int(e.Key.Request) <= k {
					e.Seq = int64(len(begins) + 1)
					begins = append(begins, e)
				}
			}
			if !slices.Equal(begins, short[:len(short)-1]) {
				t.Fatalf("the first %d requests of %d\n%v\nalone\n%v", k, s.Workload.Requests, begins, short)
			}
			n["shorter runs"]++
		}
	}, "shorter runs")
}
