package stats

import (
	"fmt"
	"hash/fnv"
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

// row is a cell of the table of rates.
type row struct {
	world
	n    int
	want string // never, always, or nothing
}

func rows(long bool) (all []row) {
	four := func(load float64) []world {
		return []world{
			{servers: 1, workers: 1, load: load}, {servers: 1, workers: 16, load: load},
			{servers: 16, workers: 1, load: load, choice: "random"}, {servers: 16, workers: 1, load: load, choice: "two"},
		}
	}
	add := func(n int, want string, worlds ...world) {
		for _, w := range worlds {
			all = append(all, row{w, n, want})
		}
	}
	if !long {
		add(20_000, "never", four(0.9)...)
		add(20_000, "always", four(1.1)...)
		add(20_000, "always", world{servers: 10, workers: 1, load: 0.7, choice: "random", slowLoad: 1.4})
		return all
	}
	for _, n := range []int{1_000, 10_000} {
		add(n, "", four(0.9)...)
		add(n, "", four(0.95)...)
		add(n, "", four(1.02)...)
	}
	for load, want := range map[float64]string{0.5: "never", 0.9: "never", 0.95: "never", 1.02: "always", 1.05: "always"} {
		add(100_000, want, four(load)...)
	}
	for load, want := range map[float64]string{0.95: "never", 1.02: "always"} {
		two := world{servers: 16, workers: 1, load: load, choice: "two"}
		for _, deadline := range []float64{10, 100, 1000} {
			two.deadline, two.cancel = deadline, true
			add(100_000, want, two)
		}
		two.deadline, two.cancel, two.limit = 0, false, 10
		add(100_000, want, two)
		two.deadline, two.cancel = 100, true
		add(100_000, want, two)
	}
	add(100_000, "always", world{servers: 10, workers: 1, load: 0.6, choice: "random", slowLoad: 1.2}, world{servers: 10, workers: 1, load: 0.8, choice: "random", slowLoad: 1.2})
	add(100_000, "", world{servers: 1000, workers: 1, load: 0.9, choice: "random"})
	add(1_000_000, "never", four(0.98)[0], four(0.98)[2])
	add(1_000_000, "always", four(1.005)[0], four(1.005)[1], four(1.005)[2])
	return all
}

// Worlds whose load is below what can be done are not saturated, and those whose load
// is above are, as often as the length of the run allows. Work offered does not depend
// on deadlines and limits but where a server is chosen by what waits.
func TestRates(t *testing.T) {
	k := 20
	if *long {
		k = *seeds
	}
	var out strings.Builder
	for _, w := range rows(*long) {
		if !strings.Contains(w.String(), *only) {
			continue
		}
		name := fnv.New64a()
		fmt.Fprint(name, w.n, w.world)
		found, draining := 0, 0
		for seed := range k {
			l, last := w.play(rand.New(rand.NewPCG(uint64(seed), name.Sum64())), w.n)
			if l.Saturated(last) {
				found++
			} else if _, is := l.Draining(last); is {
				draining++
			}
		}
		fmt.Fprintf(&out, "| %v | %d | %.2f %% | %.2f %% |\n", w.world, w.n, percentOf(found, k), percentOf(draining, k))
		if w.want == "never" && percentOf(found, k) > 2.5 || w.want == "always" && percentOf(found, k) < 97.5 {
			t.Errorf("%v, %d requests: found in %d of %d", w.world, w.n, found, k)
		}
	}
	if out.Len() == 0 {
		t.Fatal("saw no world")
	}
	if *long {
		t.Log("\n" + out.String())
	}
}
