package measure

import (
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// A run may wait for a million leaves at once, for fewer where each may have more than
// two attempts; a request counts as the leaves of a hop, until it ends. And a million
// attempts may be live.
func TestCrowdIsBounded(t *testing.T) {
	for _, c := range []struct{ leaves, attempts, requests int }{
		{1, 1, 1_000_000}, {1, 2, 1_000_000}, {1, 16, 125_000}, {3, 2, 333_333}, {10_000, 2, 100}, {10_000, 16, 12},
	} {
		s := fan(1, c.leaves, c.attempts, fixed.Millisecond)
		crowd := newCrowd(s)
		arrived := 0
		for ; !crowd.isTooLarge(); arrived++ {
			crowd.add(&engine.Event{Type: engine.RequestArrived})
		}
		crowd.add(&engine.Event{Type: engine.RequestExpired})
		if arrived != c.requests+1 || crowd.isTooLarge() {
			t.Errorf("%+v: it is too crowded at %d requests", c, arrived)
		}
	}
	crowd, sent := newCrowd(fan(1, 1, 16, 0)), 0
	for ; !crowd.isTooLarge(); sent++ {
		crowd.add(&engine.Event{Type: engine.AttemptSent})
	}
	if sent != MaxInFlight+1 {
		t.Errorf("it is too crowded at %d attempts", sent)
	}
}

// A run is refused as soon as it shows that it is too crowded.
func TestCrowdedRunIsRefused(t *testing.T) {
	s := fan(1_000_000, 10_000, 16, fixed.Millisecond)
	s.Workload.Arrival.Paced.IntervalMs = 0
	if _, err := Rows(s, Page{Limit: 1}, func() bool { return true }); err != ErrCrowded {
		t.Errorf("it is answered with %v", err)
	}
}
