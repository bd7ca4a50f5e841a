package measure_test

import (
	"math/rand/v2"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// chooser draws scenarios over all options at once.
type chooser struct{ *rand.Rand }

func one[T any](r chooser, all ...T) T { return worlds.One(r, all...) }

func (r chooser) scenario() *engine.Scenario { return worlds.Any(r) }

// shaped is a random scenario of a few requests, nearly always of several leaves.
func (r chooser) shaped() *engine.Scenario { return worlds.Shaped(r) }

// cured is a world that is overloaded without hedging: one of two servers is slow.
func (r chooser) cured() *engine.Scenario {
	s := opened(func(*settings) {}).scenario(nil)
	s.Seed = int64(r.IntN(1000))
	s.Workload.Requests, s.Workload.Arrival.Paced.IntervalMs, s.Workload.DurationMs = 300+r.IntN(300), milliseconds(5), 0
	s.Workload.DeadlineMs = one(r, 0, milliseconds(500))
	s.Backend.Latency = latency.Law{Constant: &latency.Constant{Ms: milliseconds(5)}}
	s.Backend.Capacity = engine.Capacity{Cluster: &engine.Cluster{
		Servers: 2, Workers: 1, Queue: engine.PerServerQueue, Order: engine.FIFO, Balance: one(r, engine.RandomServer, engine.RoundRobin),
		Slow: []engine.Slow{{Window: engine.Window{Server: 1, ToMs: milliseconds(100_000)}, Factor: 4_000_000}}, Down: []engine.Down{},
	}}
	s.Policy.Hedge.Delay.Ms = new(milliseconds(10))
	s.Judge.Percentile = one[fixed.Percent](r, 50_000, 90_000, 95_000)
	return s
}
