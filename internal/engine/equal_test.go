package engine_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// Different scenarios that come to the same.

// A cluster with enough workers for all attempts, which the balance finds, is as good
// as unlimited capacity.
func TestEnoughWorkersAreUnlimited(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, _ []engine.Event, n seen) {
		unlimited, ample := *s, *s
		unlimited.Backend.Capacity = newScene().Backend.Capacity
		c := worlds.Cluster(shrinkable{t})
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
// with the same work for its primaries.
func TestPoliciesMeetTheSameLoad(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, random *engine.Scenario, _ []engine.Event, n seen) {
		s := *random
		s.Backend.Capacity = newScene().Backend.Capacity
		baseline := s.Baseline()
		arrivals, work := map[engine.Key]fixed.Micros{}, map[engine.Key]fixed.Micros{}
		for _, e := range play(&baseline) {
			switch e.Type {
			case engine.RequestArrived:
				arrivals[e.Key] = e.At
			case engine.AttemptAnswered:
				work[e.Key] = e.Work
			}
		}
		came := 0
		for _, e := range play(&s) {
			switch {
			case e.Type == engine.RequestArrived:
				if came++; arrivals[e.Key] != e.At {
					t.Fatalf("%v: without the policy it arrives at %v", e, arrivals[e.Key])
				}
			case e.Type == engine.AttemptAnswered && e.Key.Attempt == 1:
				if without, known := work[e.Key]; known && without != e.Work {
					t.Fatalf("%v: without the policy it is worked on for %v", e, without)
				} else if known {
					n["primaries"]++
				}
			}
		}
		if n["arrivals"] += came; came != len(arrivals) {
			t.Fatalf("%d requests arrive with the policy, %d without", came, len(arrivals))
		}
	}, "arrivals", "primaries")
}
