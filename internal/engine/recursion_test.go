package engine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// Waits in a queue, to the microsecond, by recursions that know no events.

// customer is a request of a queue without hedging: when it comes, how long it is
// worked on, and when that begins.
type customer struct {
	arrival, service, start fixed.Micros
}

// randomQueue is a queue without hedging: a hundred requests or so, from hardly any
// load to far too much.
func randomQueue(r *rand.Rand, c engine.Cluster) *engine.Scenario {
	s := &newScene().Scenario
	s.Seed = r.Int64N(1 << 53)
	w := &s.Workload
	w.Requests = 1 + r.IntN(150)
	coarse := func() fixed.Micros { return fixed.Micros(r.IntN(9)) * 5 * fixed.Millisecond }
	if r.IntN(2) == 0 {
		w.Arrival.Paced.IntervalMs = coarse()
	} else {
		w.Arrival = engine.Arrival{Poisson: &engine.Poisson{RatePerSecond: fixed.Millionths(10+r.IntN(400)) * 1_000_000}}
	}
	for range r.IntN(3) {
		w.Bursts = append(w.Bursts, engine.Burst{AtMs: 10 * coarse(), Requests: 1 + r.IntN(20)})
	}
	switch r.IntN(3) {
	case 0:
		s.Backend.Latency.Exponential = &latency.Exponential{MeanMs: 1 + 2*coarse()}
	case 1:
		s.Backend.Latency.Uniform = &latency.Uniform{MinMs: coarse(), MaxMs: 100 * fixed.Millisecond}
	default: // ties
		table := &latency.Table{}
		for range w.Total() {
			table.PrimaryMs = append(table.PrimaryMs, coarse())
			table.BackupMs = append(table.BackupMs, coarse())
		}
		s.Backend.Latency.Table = table
	}
	s.Backend.Capacity = engine.Capacity{Cluster: &c}
	return s
}

// customers plays a queue, and gives its requests in the order of their arrival.
func customers(s *engine.Scenario) []customer {
	var all []customer
	place := map[int32]int{}
	service := servicesOf(s)
	for _, e := range play(s) {
		switch e.Type {
		case engine.RequestArrived:
			place[e.Key.Request] = len(all)
			all = append(all, customer{arrival: e.At, service: service(engine.Key{Request: e.Key.Request, Hop: 1, Leaf: 1, Attempt: 1}), start: -1})
		case engine.AttemptStarted:
			all[place[e.Key.Request]].start = e.At
		}
	}
	return all
}

// holdsInQueues compares when work starts with what a recursion says.
func holdsInQueues(t *testing.T, randomCluster func(*rand.Rand) engine.Cluster, starts func(all []customer, workers int) []fixed.Micros) {
	t.Helper()
	const cases = 1500
	r := rand.New(rand.NewPCG(1952, 1955))
	n := seen{}
	for range cases {
		c := randomCluster(r)
		s := randomQueue(r, c)
		all := customers(s)
		for i, want := range starts(all, c.Servers*c.Workers) {
			if all[i].start != want {
				t.Fatalf("arrival %d, at %v, starts at %v, not %v\n%v", i+1, all[i].arrival, all[i].start, want, written{s})
			}
			n["requests"]++
			if want > all[i].arrival {
				n["waits"]++
			}
		}
		n["queues"]++
	}
	n.report(t, "queues", "requests", "waits")
}

// One server, one worker (Lindley 1952): Wₙ₊₁ = max(0, Wₙ + Sₙ − gap).
func TestOneWorkerIsLindley(t *testing.T) {
	holdsInQueues(t, func(r *rand.Rand) engine.Cluster {
		c := newScene().cluster
		c.Queue = worlds.One(r, engine.PerServerQueue, engine.SharedQueue)
		c.Order = worlds.One(r, engine.FIFO, engine.HedgesLast)
		c.Balance = worlds.One(r, engine.RandomServer, engine.RoundRobin, engine.LeastOutstanding, engine.PowerOfTwo)
		return c
	}, func(all []customer, _ int) (starts []fixed.Micros) {
		var wait fixed.Micros
		for i, x := range all {
			if i > 0 {
				wait = max(0, wait+all[i-1].service-(x.arrival-all[i-1].arrival))
			}
			starts = append(starts, x.arrival+wait)
		}
		return starts
	})
}

// manyWorkers is a cluster in which all workers share a queue: of one server, or of
// all.
func manyWorkers(r *rand.Rand) engine.Cluster {
	c := newScene().cluster
	c.Workers = 1 + r.IntN(5)
	if r.IntN(2) == 0 {
		c.Servers, c.Queue = 1+r.IntN(5), engine.SharedQueue
	}
	return c
}

// Workers that share a queue (Kiefer and Wolfowitz 1955): the vector of their
// unfinished work shrinks with time, and an arrival adds its service to the least.
func TestManyWorkersAreKieferWolfowitz(t *testing.T) {
	holdsInQueues(t, manyWorkers, func(all []customer, workers int) (starts []fixed.Micros) {
		work := make([]fixed.Micros, workers)
		var last fixed.Micros
		for _, x := range all {
			for i := range work {
				work[i] = max(0, work[i]-(x.arrival-last))
			}
			slices.Sort(work)
			starts = append(starts, x.arrival+work[0])
			work[0] += x.service
			last = x.arrival
		}
		return starts
	})
}

// The last to come is the first to be served: a stack, from which a free worker
// takes the top, at the latest just before the next arrival.
func TestLIFOIsAStack(t *testing.T) {
	holdsInQueues(t, func(r *rand.Rand) engine.Cluster {
		c := manyWorkers(r)
		c.Order = engine.LIFO
		return c
	}, func(all []customer, workers int) []fixed.Micros {
		starts := make([]fixed.Micros, len(all))
		free := make([]fixed.Micros, workers) // since when, or from when on
		var stack []int
		begin := func(worker, i int, at fixed.Micros) {
			starts[i], free[worker] = at, at+all[i].service
		}
		serveUntil := func(at fixed.Micros) {
			for len(stack) > 0 {
				worker := slices.Index(free, slices.Min(free))
				if free[worker] > at {
					return
				}
				begin(worker, stack[len(stack)-1], free[worker])
				stack = stack[:len(stack)-1]
			}
		}
		for i, x := range all {
			serveUntil(x.arrival)
			if worker := slices.Index(free, slices.Min(free)); free[worker] <= x.arrival {
				begin(worker, i, x.arrival)
			} else {
				stack = append(stack, i)
			}
		}
		serveUntil(1 << 60)
		return starts
	})
}
