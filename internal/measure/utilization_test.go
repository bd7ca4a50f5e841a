package measure_test

import (
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/latency"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// Utilization lies between 0 and 100 %, and is right where workers × time needs more
// than 64 bits: 30,004 days of work, of which 30,003 lie in the three days between
// the first arrival and the last, of a hundred million workers.
func TestUtilizationOfALargeCluster(t *testing.T) {
	const day = 86_400_000
	s := opened(func(s *settings) { s.off = true }).scenario(nil)
	s.Workload.Requests = 4
	s.Workload.Arrival.Paced.IntervalMs = milliseconds(day)
	s.Workload.Bursts = []engine.Burst{{Requests: 30_000}}
	s.Backend.Latency = latency.Law{Constant: &latency.Constant{Ms: milliseconds(day)}}
	s.Backend.Capacity = engine.Capacity{Cluster: &engine.Cluster{
		Servers: 10_000, Workers: 10_000, Queue: engine.PerServerQueue, Order: engine.FIFO, Balance: engine.RoundRobin,
	}}
	r, err := measure.Run(s, measure.Page{}, measure.Page{}, wanted)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Metrics.UtilizationPercent.String(), "0.01"; got != want {
		t.Errorf("the utilization is %s %%, not %s", got, want)
	}
}
