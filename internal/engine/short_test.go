package engine

import (
	"math/rand/v2"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// plainCluster is a world that may go the short way, of times at which much falls together.
func plainCluster(r *rand.Rand) *Scenario {
	pick := func(all ...int64) fixed.Micros { return fixed.Micros(all[r.IntN(len(all))]) }
	hedge := &Hedge{
		Delay: Delay{Ms: new(pick(0, 1000, 5000, 10_000, 30_000))}, MaxAttempts: 1 + r.IntN(4), ProbabilityPercent: fixed.Percent(pick(100_000, 100_000, 50_000)),
		Budget: Budget{Percent: new(fixed.Percent(pick(100_000, 100_000, 20_000)))},
		Cancellation: Cancellation{
			Cancel:      []Cancel{CancelOnAnswer, CancelOnAnswer, CancelOnStart, CancelNever}[r.IntN(4)],
			CancelReach: []CancelReach{ReachRunning, ReachRunning, ReachQueued}[r.IntN(3)], CancelDelayMs: pick(0, 0, 1000, 2500),
		},
	}
	s := &Scenario{
		Seed: r.Int64N(1 << 53), Policy: Policy{Hedge: hedge},
		Workload: Workload{
			Requests: 1 + r.IntN(120), Arrival: Arrival{Paced: &Paced{pick(0, 1000, 2000, 5000)}}, Operation: Read, Hops: 1, FanOut: FanOut{Leaves: 1},
		},
		Backend: Backend{
			Latency: latency.Law{Constant: &latency.Constant{Ms: pick(0, 1000, 5000, 12_000)}}, Copies: Independent,
			Capacity: Capacity{Cluster: &Cluster{
				Servers: 1 + r.IntN(6), Workers: 1 + r.IntN(2), Queue: PerServerQueue,
				Order: []Order{FIFO, FIFO, LIFO, HedgesLast}[r.IntN(4)], Balance: []Balance{RandomServer, RandomServer, RoundRobin, PowerOfTwo}[r.IntN(4)],
			}},
		},
	}
	if r.IntN(3) > 0 { // several times, of which some are equal
		s.Backend.Latency = latency.Law{Mixture: &latency.Mixture{Parts: []latency.Part{
			{Weight: 1_000_000, Latency: latency.Law{Constant: &latency.Constant{Ms: pick(0, 1000, 3000)}}},
			{Weight: 1_000_000, Latency: latency.Law{Constant: &latency.Constant{Ms: pick(5000, 9000, 20_000)}}},
			{Weight: 500_000, Latency: latency.Law{Exponential: &latency.Exponential{MeanMs: 8000}}},
		}}}
	}
	if r.IntN(3) == 0 {
		s.Workload.Arrival = Arrival{Poisson: &Poisson{RatePerSecond: fixed.Millionths(1+r.IntN(900)) * 1_000_000}}
	}
	if r.IntN(6) == 0 {
		s.Workload.Bursts = []Burst{{AtMs: pick(0, 5000, 20_000), Requests: 1 + r.IntN(30)}}
	}
	return s
}

// story is all that a world tells, by the short way or without it.
func story(s *Scenario, short bool) (all []Event) {
	w := newWorld(s, func(e *Event) bool {
		all = append(all, *e)
		return true
	})
	w.short = short
	for w.step() {
	}
	w.complete()
	return all
}

// The short way tells what the long way tells.
func TestTheShortWayTellsTheSame(t *testing.T) {
	const cases = 3000
	r := rand.New(rand.NewPCG(8, 13))
	n := map[string]int{}
	for range cases {
		s := plainCluster(r)
		if !isShort(s) {
			t.Fatal("it does not go the short way")
		}
		long, short := story(s, false), story(s, true)
		for i := range long {
			if i >= len(short) || long[i] != short[i] {
				t.Fatalf("%+v\n%+v\n%+v: event %d is\n%v\nnot\n%v", s.Workload, *s.Backend.Capacity.Cluster, *s.Policy.Hedge, i, short[min(i, len(short)-1)], long[i])
			}
		}
		if len(long) != len(short) {
			t.Fatalf("%d events, not %d", len(short), len(long))
		}
		for i := range long {
			switch e := &long[i]; {
			case e.Type == AttemptCancelled && e.By == ByAnswer && e.State == Running && e.At == long[i-1].At:
				n["losers that ran"]++
			case e.Type == AttemptCancelled && e.By == ByAnswer:
				n["other losers"]++
			case e.Type == AttemptStarted && e.Took > 0:
				n["starts after a wait"]++
			}
		}
	}
	report(t, n, "losers that ran", "other losers", "starts after a wait")
}
