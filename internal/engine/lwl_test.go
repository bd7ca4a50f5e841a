package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// outcome is which copy of a request starts, and when it ends.
type outcome struct {
	start, end fixed.Micros
	attempt    int8
}

// leastLoaded is LWL(d): each request goes to that of d distinct random servers that has
// the least unfinished work, in a vector that shrinks with time. On a tie it goes to the
// first: the servers are free at one instant, and the lowest key starts first.
func leastLoaded(s *engine.Scenario, arrivals []customer, numbers []int32) map[int32]outcome {
	servers := s.Backend.Capacity.Cluster.Servers
	service, balance := servicesOf(s), draw.New(s.Seed, draw.Balance)
	work, all := make([]fixed.Micros, servers), map[int32]outcome{}
	var last fixed.Micros
	for i, x := range arrivals {
		for at := range work {
			work[at] = max(0, work[at]-(x.arrival-last))
		}
		last = x.arrival
		at, attempt := 0, int8(0)
		var others []int
		for server := range servers {
			others = append(others, server)
		}
		for n := 1; n <= s.Policy.Hedge.MaxAttempts; n++ {
			place := draw.Below(balance.Word(draw.At(int(numbers[i]), 1, 1, n), 0), len(others))
			if server := others[place]; n == 1 || work[server] < work[at] {
				at, attempt = server, int8(n)
			}
			others = slices.Delete(others, place, place+1)
		}
		start := x.arrival + work[at]
		work[at] += service(engine.Key{Request: numbers[i], Hop: 1, Leaf: 1, Attempt: attempt})
		all[numbers[i]] = outcome{start, x.arrival + work[at], attempt}
	}
	return all
}

// randomTied is a cluster of FIFO queues in which each request waits at some random
// servers at once, until it starts at one. No service is 0 where bursts let a higher
// number stand before a lower: then a tie would be decided by who stands before.
func randomTied(r *rand.Rand) *engine.Scenario {
	c := newScene().cluster
	c.Servers = 2 + r.IntN(3)*r.IntN(8)
	s := randomQueue(r, c)
	if rate := s.Workload.Arrival.Poisson; rate != nil {
		rate.RatePerSecond *= fixed.Millionths(c.Servers)
	} else if r.IntN(2) == 0 {
		s.Workload.Arrival.Paced.IntervalMs /= fixed.Micros(c.Servers)
	}
	if table := s.Backend.Latency.Table; table != nil && len(s.Workload.Bursts) > 0 {
		for i := range table.PrimaryMs {
			apart := fixed.Micros(1000 + i)
			table.PrimaryMs[i], table.BackupMs[i] = table.PrimaryMs[i]+apart, table.BackupMs[i]+2*apart
		}
	}
	if law := s.Backend.Latency.Exponential; law != nil && len(s.Workload.Bursts) > 0 {
		s.Backend.Latency = latency.Law{Shifted: &latency.Shifted{ByMs: 1, Latency: latency.Law{Exponential: law}}}
	}
	s.Backend.Copies = worlds.One(r, engine.Independent, engine.Identical)
	h := newScene().hedge
	h.Delay.Ms, h.Cancel = new(fixed.Micros(0)), engine.CancelOnStart
	h.CancelReach = worlds.One(r, engine.ReachRunning, engine.ReachQueued)
	h.MaxAttempts = min(c.Servers, worlds.One(r, 2, 2, 3, 4))
	s.Policy = engine.Policy{Hedge: &h}
	return s
}

// Tied copies with instant messages are LWL(d), to the microsecond, and lose no work.
func TestTiedCopiesGoToTheLeastLoaded(t *testing.T) {
	const cases = 1500
	r := rand.New(rand.NewPCG(2013, 2018))
	n := seen{}
	for range cases {
		s := randomTied(r)
		var arrivals []customer
		var numbers []int32
		got := map[int32]outcome{}
		for _, e := range play(s) {
			switch e.Type {
			case engine.RequestArrived:
				arrivals, numbers = append(arrivals, customer{arrival: e.At}), append(numbers, e.Key.Request)
			case engine.AttemptStarted:
				if _, twice := got[e.Key.Request]; twice {
					t.Fatalf("%v: the other has started\n%v", e, written{s})
				}
				got[e.Key.Request] = outcome{start: e.At, attempt: e.Key.Attempt}
			case engine.AttemptCancelled:
				if n["withdrawn"]++; e.Work > 0 || e.State == engine.Running {
					t.Fatalf("%v\n%v", e, written{s})
				}
			case engine.RequestAnswered:
				o := got[e.Key.Request]
				o.end = e.At
				got[e.Key.Request] = o
			}
		}
		want := leastLoaded(s, arrivals, numbers)
		for i, x := range arrivals {
			request := numbers[i]
			if got[request] != want[request] {
				t.Fatalf("request %d: %+v, not %+v\n%v", request, got[request], want[request], written{s})
			}
			n["requests"]++
			if want[request].start > x.arrival {
				n["waits"]++
			}
			n[fmt.Sprintf("at server %d of %d", want[request].attempt, s.Policy.Hedge.MaxAttempts)]++
		}
		n["queues"]++
	}
	n.report(t, "queues", "requests", "waits", "withdrawn", "at server 2 of 2", "at server 3 of 3", "at server 4 of 4")
}
