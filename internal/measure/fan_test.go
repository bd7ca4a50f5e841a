package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// fan is a scenario of wide requests, of whose leaves one in a hundred takes a
// thousand times as long as the others, and runs on when its hop has ended.
func fan(requests, leaves, attempts int, delay fixed.Micros) *engine.Scenario {
	ms := func(n int) latency.Law {
		return latency.Law{Constant: &latency.Constant{Ms: fixed.Micros(n) * fixed.Millisecond}}
	}
	return &engine.Scenario{
		Workload: engine.Workload{
			Requests: requests, Arrival: engine.Arrival{Paced: &engine.Paced{IntervalMs: 10 * fixed.Millisecond}},
			Hops: 2, FanOut: engine.FanOut{Leaves: leaves, Quorum: leaves * 9 / 10}, Operation: engine.Read,
		},
		Backend: engine.Backend{
			Latency: latency.Law{Mixture: &latency.Mixture{Parts: []latency.Part{{Weight: 99_000_000, Latency: ms(1)}, {Weight: 1_000_000, Latency: ms(1000)}}}},
			Copies:  engine.Independent, Capacity: engine.Capacity{Unlimited: &engine.Unlimited{}},
		},
		Policy: engine.Policy{Hedge: &engine.Hedge{
			Delay: engine.Delay{Ms: &delay}, MaxAttempts: attempts, ProbabilityPercent: 90_000,
			Budget:       engine.Budget{Percent: new(fixed.Percent(100_000))},
			Cancellation: engine.Cancellation{Cancel: engine.CancelNever, CancelReach: engine.ReachRunning},
		}},
		Judge: engine.Judge{Percentile: 99_000},
	}
}
