package measure

import (
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// crowd is a scenario of requests that arrive at one instant, with leaves of a second.
func crowd(requests, leaves, attempts int, delay fixed.Micros) *engine.Scenario {
	s := fan(requests, leaves, attempts, delay)
	s.Workload.Arrival.Paced.IntervalMs, s.Workload.Hops, s.Policy.Hedge.ProbabilityPercent = 0, 1, 100_000
	s.Backend.Latency = latency.Law{Constant: &latency.Constant{Ms: 1000 * fixed.Millisecond}}
	return s
}

// A run may wait for a million leaves at once, for fewer where each may have more than
// two attempts; a request counts as the leaves of a hop. And a million attempts may be
// live. A run is refused as soon as it shows that it is too crowded.
func TestCrowdedRunIsRefused(t *testing.T) {
	for _, c := range []struct {
		leaves, attempts int
		delay            fixed.Micros
		last             engine.EventType // that is told
		most             int              // of them
	}{
		{1, 16, fixed.Millisecond, engine.RequestArrived, 125_000},
		{3, 16, fixed.Millisecond, engine.RequestArrived, 41_666},
		{10_000, 16, fixed.Millisecond, engine.RequestArrived, 12},
		{10_000, 1, fixed.Millisecond, engine.RequestArrived, 100},
		{10_000, 2, 0, engine.AttemptSent, engine.MaxInFlight},
	} {
		n := 0
		err := play(crowd(1_000_000, c.leaves, c.attempts, c.delay), func() bool { return true }, func(e *engine.Event) {
			if e.Type == c.last {
				n++
			}
		})
		if err != ErrCrowded || n != c.most {
			t.Errorf("%+v: %v after %d", c, err, n)
		}
	}
}

// A request counts until it ends: as many as may be open are played to the end, and
// then as many again.
func TestCrowdEnds(t *testing.T) {
	s := crowd(12, 10_000, 16, fixed.Millisecond)
	s.Workload.DeadlineMs = fixed.Millisecond / 2
	s.Workload.Bursts = []engine.Burst{{AtMs: fixed.Millisecond, Requests: 12}}
	if list, err := Rows(s, Page{Limit: 1}, func() bool { return true }); err != nil || list.Total != 24 {
		t.Errorf("%d rows, %v", list.Total, err)
	}
}
