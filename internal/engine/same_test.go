package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// A policy that never fires changes nothing, event for event.
func TestHedgeThatNeverFallsDueIsNoPolicy(t *testing.T) {
	holds(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		if s.Policy.Hedge == nil {
			return
		}
		baseline := s.Baseline()
		never := *s.Policy.Hedge
		never.Delay.Ms = new(longestService(s.Backend.Latency)) // exactly at the delay is within it
		patient := *s
		patient.Policy = engine.Policy{Hedge: &never}
		if got, want := play(&patient), play(&baseline); !slices.Equal(got, want) {
			t.Fatalf("with the delay %v\n%v\nwithout a policy\n%v", *never.Delay.Ms, got, want)
		}
		n["policies"]++
		if !slices.Equal(trace, play(&patient)) {
			n["policies that fire"]++
		}
	}, "policies", "policies that fire")
}

// longestService is that of a law that draws nothing.
func longestService(law latency.Law) fixed.Micros {
	if law.Constant != nil {
		return law.Constant.Ms
	}
	return slices.Max(slices.Concat(law.Table.PrimaryMs, law.Table.BackupMs))
}

// Whoever stops listening has heard the beginning of the story.
func TestStoppedRunIsAPrefix(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		for _, last := range []int{0, rapid.IntRange(0, len(trace)-1).Draw(t, "last"), len(trace) - 1} {
			var heard []engine.Event
			engine.Run(s, func(e engine.Event) bool {
				heard = append(heard, e)
				return len(heard) <= last
			})
			if !slices.Equal(heard, trace[:last+1]) {
				t.Fatalf("stopped at event %d of %d, heard %v", last+1, len(trace), heard)
			}
			n["stops"]++
		}
	}, "stops")
}

// What the agenda forgets when it is crowded would have come to nothing.
func TestForgettingWhatDoesNotMatterChangesNothing(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		var heard []engine.Event
		n["forgotten"] += engine.RunForgetting(s, func(e engine.Event) bool {
			heard = append(heard, e)
			return true
		})
		if i := firstDifference(heard, trace); i >= 0 {
			t.Fatalf("%d events\n%v\nand then\n%v, not\n%v", i, trace[:i], heard[i:], trace[i:])
		}
	}, "forgotten")
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
				if e.Type != engine.RunCompleted && e.Key.Request <= k {
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
