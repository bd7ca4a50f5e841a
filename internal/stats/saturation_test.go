package stats

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// world is servers with exponential services and Poisson arrivals.
type world struct {
	servers, workers int // with a queue each
	load             float64
	choice           string  // random, or two: the better of two
	slowLoad         float64 // of server 0, if not 0
	deadline         float64 // in mean services, 0 = none
	cancel           bool
	limit            int
}

func (w world) String() string {
	s := fmt.Sprintf("%d×%d %s load %v", w.servers, w.workers, w.choice, w.load)
	if w.slowLoad > 0 {
		s += fmt.Sprintf(" one at %v", w.slowLoad)
	}
	if w.deadline > 0 {
		s += fmt.Sprintf(" deadline %v cancel %v", w.deadline, w.cancel)
	}
	if w.limit > 0 {
		s += fmt.Sprintf(" limit %d", w.limit)
	}
	return s
}

const service = 10_000 // microseconds

// station is one server of the simulation: first come, first served.
type station struct {
	free  []float64 // when each worker is
	queue []float64 // when those that wait stop waiting
	ends  []float64 // when those that are there leave; one worker
}

func (s *station) pass(t float64) {
	for len(s.queue) > 0 && s.queue[0] <= t {
		s.queue = s.queue[1:]
	}
	for len(s.ends) > 0 && s.ends[0] <= t {
		s.ends = s.ends[1:]
	}
}

func (w world) play(r *rand.Rand, n int) (l *Load, last fixed.Micros) {
	l = NewLoad(w.servers, w.workers)
	all := make([]station, w.servers)
	for i := range all {
		all[i].free = make([]float64, w.workers)
	}
	gap := service / (w.load * float64(w.servers*w.workers))
	t := 0.0
	for range n {
		t += r.ExpFloat64() * gap
		k := 0
		if w.servers > 1 {
			k = r.IntN(w.servers)
			if w.choice == "two" {
				other := r.IntN(w.servers - 1)
				if other >= k {
					other++
				}
				all[k].pass(t)
				all[other].pass(t)
				if len(all[other].ends) < len(all[k].ends) {
					k = other
				}
			}
		}
		work := r.ExpFloat64() * service
		if k == 0 && w.slowLoad > 0 {
			work *= w.slowLoad / w.load
		}
		l.Offer(k, fixed.Micros(t), fixed.Micros(work+0.5), false)
		if w.choice == "two" { // nothing else depends on what waits
			w.serve(&all[k], t, work)
		}
	}
	return l, fixed.Micros(t)
}

func (w world) serve(s *station, t, work float64) {
	s.pass(t)
	first := 0
	for i := range s.free {
		if s.free[i] < s.free[first] {
			first = i
		}
	}
	start := max(t, s.free[first])
	if w.limit > 0 && start > t && len(s.queue) >= w.limit {
		return
	}
	end := start + work
	if w.cancel && w.deadline > 0 {
		over := t + w.deadline*service
		end = min(end, over)
		if start >= over {
			start = over
		} else {
			s.free[first] = end
		}
	} else {
		s.free[first] = end
	}
	if start > t {
		s.queue = append(s.queue, start)
	}
	if w.workers == 1 {
		s.ends = append(s.ends, end)
	}
}

func TestRates(t *testing.T) {
	var out strings.Builder
	k := *seeds
	if k == 0 {
		k = 10
	}
	type row struct {
		world
		n int
	}
	var rows []row
	for _, n := range []int{1_000, 10_000, 100_000, 1_000_000} {
		loads := []float64{0.5, 0.9, 0.95, 1.02}
		if n == 1_000_000 {
			loads = []float64{0.98, 1.005}
		}
		for _, load := range loads {
			rows = append(rows, row{world{servers: 1, workers: 1, load: load}, n})
			rows = append(rows, row{world{servers: 1, workers: 16, load: load}, n})
			rows = append(rows, row{world{servers: 16, workers: 1, load: load, choice: "random"}, n})
			rows = append(rows, row{world{servers: 16, workers: 1, load: load, choice: "two"}, n})
			if n == 100_000 && load > 0.9 {
				for _, d := range []float64{10, 100, 1000} {
					rows = append(rows, row{world{servers: 16, workers: 1, load: load, choice: "two", deadline: d, cancel: true}, n})
				}
				rows = append(rows, row{world{servers: 16, workers: 1, load: load, choice: "two", limit: 10}, n})
				rows = append(rows, row{world{servers: 16, workers: 1, load: load, choice: "two", limit: 10, deadline: 100, cancel: true}, n})
			}
		}
		if n == 100_000 {
			rows = append(rows, row{world{servers: 10, workers: 1, load: 0.6, choice: "random", slowLoad: 1.2}, n})
			rows = append(rows, row{world{servers: 10, workers: 1, load: 0.8, choice: "random", slowLoad: 1.2}, n})
			rows = append(rows, row{world{servers: 1000, workers: 1, load: 0.9, choice: "random"}, n})
		}
	}
	for at, w := range rows {
		if !strings.Contains(fmt.Sprint(w.n, w.world), *only) || !*long && w.n > 100_000 {
			continue
		}
		found := 0
		for seed := range k {
			l, last := w.play(rand.New(rand.NewPCG(uint64(seed), uint64(at))), w.n)
			if l.Saturated(last) {
				found++
			}
		}
		fmt.Fprintf(&out, "%8d %-60v %6.2f%%\n", w.n, w.world, 100*float64(found)/float64(k))
	}
	t.Log("\n" + out.String())
}
