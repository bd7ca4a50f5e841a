package intake

import (
	"fmt"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// lastArrival bounds a run's length, so that every instant is exact in the float64 of a
// client that knows no other number.
const lastArrival = 1_000_000_000_000 * fixed.Millisecond

func workloadRules(w engine.Workload, breaks report) {
	if total := w.Total(); w.WarmupRequests >= total {
		breaks(fmt.Sprintf("The warm-up must leave at least one request to count: got %d of %d requests. Write at most %d.", w.WarmupRequests, total, total-1),
			"warmupRequests", "requests")
	}
	// Of random arrivals the mean is bounded, which leaves room for chance: a client's
	// float64 holds nine times as much.
	if last := w.Arrival.Last(w.Requests); last > lastArrival {
		breaks(fmt.Sprintf("The last request must arrive by %v ms, and would arrive at %v. Let requests arrive faster, or write fewer.", lastArrival, last),
			"arrival/paced/intervalMs", "arrival/poisson/ratePerSecond", "arrival", "requests")
	}
}

func fanOutRules(f engine.FanOut, breaks report) {
	if f.Quorum > f.Leaves {
		breaks(fmt.Sprintf("A quorum is at most the number of leaves: got %d of %d. Write at most %d, or 0 for all leaves.", f.Quorum, f.Leaves, f.Leaves),
			"quorum", "leaves")
	}
}
