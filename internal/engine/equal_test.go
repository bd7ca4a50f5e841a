package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Different scenarios that come to the same.

// A cluster with enough workers for all attempts, which the balance finds, is as good
// as unlimited capacity.
func TestEnoughWorkersAreUnlimited(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, _ []engine.Event, n seen) {
		unlimited, ample := *s, *s
		unlimited.Backend.Capacity = newScene().Backend.Capacity
		c := randomCluster(t)
		c.Slow, c.Down = nil, nil
		most := s.Leaves() * s.Policy.MaxAttempts()
		if rapid.Bool().Draw(t, "many servers") {
			c.Servers = most
			if c.Queue == engine.PerServerQueue {
				c.Balance = engine.LeastOutstanding
			}
			n["many servers"]++
		} else {
			c.Workers = most
			n["many workers"]++
		}
		ample.Backend.Capacity = engine.Capacity{Cluster: c}
		got, want := play(&ample), play(&unlimited)
		for i := range got {
			if got[i].Server > 0 {
				n["events at a server"]++
			}
			got[i].Server = 0
		}
		if i := firstDifference(got, want); i >= 0 {
			t.Fatalf("%d events are the same; then with %+v\n%v\nunlimited\n%v", i, *c, got[i:], want[i:])
		}
	}, "many servers", "many workers", "events at a server")
}

// A hedge that never falls due is no policy, event for event, where losers are never
// cancelled, or no deadline passes and no hop ends with open leaves. (Where an attempt
// is refused its leaf has no answer within any delay, so it hedges.)
func TestHedgeThatNeverFallsDueIsNoPolicyInAll(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		if s.Policy.Hedge == nil {
			return
		}
		baseline, patient := s.Baseline(), *s
		want := play(&baseline)
		never := *s.Policy.Hedge
		never.Delay.Ms = new(86_400_000 * fixed.Millisecond)
		withdraws, refuses := false, false
		for _, e := range want {
			refuses = refuses || e.Type == engine.AttemptRefused
		}
		for _, l := range leavesOf(&baseline, want) {
			if l.end != "answered" {
				withdraws = true
				n["leaves closed by "+l.end]++
			}
		}
		if withdraws {
			never.Cancel = engine.CancelNever
		}
		if refuses {
			never.MaxAttempts = 1
			n["refusals"]++
		}
		patient.Policy = engine.Policy{Hedge: &never}
		if got := play(&patient); !slices.Equal(got, want) {
			t.Fatalf("with a policy\n%v\nwithout\n%v", got, want)
		}
		n["policies"]++
		n["policies that cancel "+string(never.Cancel)]++
		if !slices.Equal(trace, want) {
			n["policies that fire"]++
		}
	}, "policies", "policies that cancel onAnswer", "policies that cancel onStart", "policies that cancel never", "policies that fire",
		"leaves closed by expired", "leaves closed by quorum", "leaves closed by clock", "refusals")
}

// Without queues, a copy that repeats the primary's work comes a delay too late.
func TestIdenticalCopiesNeverWinWithoutQueues(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, _ []engine.Event, n seen) {
		identical := *s
		identical.Backend.Capacity = newScene().Backend.Capacity
		if rapid.Bool().Draw(t, "by a cause in common") {
			identical.Backend.CommonCausePercent = 100_000
		} else {
			identical.Backend.Copies = engine.Identical
		}
		for _, e := range play(&identical) {
			if e.Type == engine.RequestAnswered && e.Key.Attempt > 1 {
				t.Fatalf("%v", e)
			}
			if e.Type == engine.AttemptSent && e.Key.Attempt > 1 {
				n["backups"]++
			}
		}
	}, "backups")
}

// A policy changes nothing of what comes: the same requests at the same instants, each
// with the same service for its primary.
func TestPoliciesMeetTheSameLoad(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		arrivals := func(trace []engine.Event) (all []engine.Event) {
			for _, e := range trace {
				if e.Type == engine.RequestArrived {
					e.Seq = 0
					all = append(all, e)
				}
			}
			return all
		}
		baseline := s.Baseline()
		got, want := arrivals(trace), arrivals(play(&baseline))
		if !slices.Equal(got, want) {
			t.Fatalf("with the policy\n%v\nwithout\n%v", got, want)
		}
		n["arrivals"] += len(got)
		with, without := engine.Services(s), engine.Services(&baseline)
		for _, e := range got {
			if a, b := with(e.Key.Request, 1), without(e.Key.Request, 1); a != b {
				t.Fatalf("request %d takes %v with the policy and %v without", e.Key.Request, a, b)
			}
		}
	}, "arrivals")
}
