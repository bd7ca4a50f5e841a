package main

import (
	"fmt"

	"github.com/hedgedrill/hedgedrill/bench/figures"
)

// target is what a figure has to be. With under it is a ratio: over / (times · under),
// within each round.
type target struct {
	what        string
	over, under string
	times       float64
	bound       float64
	atLeast     bool   // else at most
	unit        string // of a figure that is no ratio
	// guard is how far a run of .ci/run may be off; 0 where nothing is guarded. Guards
	// are generous: they see what became several times slower, on any machine, and no
	// chance. Only what does not depend on the machine has one.
	guard float64
}

// targets returns all of them.
func targets(z *sizes) []target {
	largest, smallest := z.growth[len(z.growth)-1], z.growth[0]
	list := []target{
		{what: "W1, nobody listening, by the scalar C table", over: "w1/quiet", under: "w1/c-table", bound: 1.6, guard: 12},
		{what: "W2 on 10 servers, nobody listening, by C", over: "w2-10/quiet", under: "w2-10/c-merged", bound: 1.5, guard: 8},
		{what: "W2 on 1,000 servers, nobody listening, by C", over: "w2-1000/quiet", under: "w2-1000/c-merged", bound: 1.5, guard: 8},
		{what: "W2 on 10 servers, every event told, by C", over: "w2-10/told", under: "w2-10/c-merged", bound: 2.5, guard: 9},
		{what: "W2 on 1,000 servers, every event told, by C", over: "w2-1000/told", under: "w2-1000/c-merged", bound: 2.5, guard: 9},
		{what: "W3, nobody listening, by the C heap", over: "w3/quiet", under: "w3/c-heap", bound: 1.5, guard: 4},
		{what: "W3, SimPy by Hedgedrill", over: "w3/simpy", under: "w3/quiet", bound: 100, atLeast: true, guard: 40},
		{what: "W3, Cimba by Hedgedrill", over: "w3/cimba", under: "w3/quiet", bound: 1, atLeast: true, guard: 0.5},
		{what: "W1 as POST /runs, by C run twice", over: "w1/post", under: "w1/c-table", times: 2, bound: 3, guard: 10},
		{what: "W2 as POST /runs, by C run twice", over: "w2-10/post", under: "w2-10/c-merged", times: 2, bound: 3, guard: 8},
		{what: "W3 as POST /runs, by the C heap run twice", over: "w3/post", under: "w3/c-heap", times: 2, bound: 3, guard: 6},
		{what: "Tied on 16 servers, an event, by one of W2", over: "event/tied", under: "event/w2-10", bound: 1.6, guard: 4},
		{what: "Fan-out 100 with hedges, an event, by one of W2", over: "event/fan-out", under: "event/w2-10", bound: 1.6, guard: 4},
		{what: "Two hops of ten, an event, by one of W2", over: "event/two-hops", under: "event/w2-10", bound: 1.6, guard: 4},
		{what: "Two workers by one, W1", over: "workers/1", under: "workers/2", bound: 1.7, atLeast: true},
		{what: "POST /runs of the drill, uncached, by bare net/http", over: "post/hedgedrill µs", under: "post/bare µs", bound: 2.5, guard: 10},
		{what: "The same, requests per second by those of the idiomatic build", over: "post/hedgedrill /s", under: "post/idiomatic /s", bound: 2, atLeast: true, guard: 0.8},
		{what: "By id, warm, by bare net/http", over: "id/hedgedrill µs", under: "id/bare µs", bound: 1.15, guard: 4},
		{what: "events?at= of the drill, warm, by bare net/http", over: "at/hedgedrill µs", under: "at/bare µs", bound: 2, guard: 4},
		{what: "events?at= of the drill, uncached, by bare net/http", over: "at/hedgedrill-uncached µs", under: "at/bare µs", bound: 2, guard: 10},
		{what: fmt.Sprintf("A step by nextMs in a run of %s requests, after the first", grouped(z.stepped)), over: "step/next ms", bound: 50, unit: "ms"},
		{what: fmt.Sprintf("%s rows page by page, by the run itself", grouped(z.paged)), over: "rows/pages ms", under: "rows/run ms", bound: 3, guard: 6},
	}
	for _, scenario := range []string{"w1", "w2-10"} {
		list = append(list, target{
			what: fmt.Sprintf("Growth: a request of %s at %s requests, by one at %s", scenario, grouped(largest), grouped(smallest)),
			over: fmt.Sprintf("growth/%s %d", scenario, largest), under: fmt.Sprintf("growth/%s %d", scenario, smallest), bound: 1.15, guard: 2.3,
		})
	}
	list = append(list,
		target{what: "Growth: a request of W2 on 1,000 servers, by one on 10", over: "w2-1000/quiet", under: "w2-10/quiet", bound: 1.6, guard: 4})
	for _, scenario := range []string{"w1", "w2-10", "w2-1000", "w3"} {
		list = append(list,
			target{what: "Allocations a request, beyond those of a short run, " + scenario, over: scenario + "/quiet mallocs", bound: 0.01, guard: 0.1},
			target{what: "Allocated in all, freed or not, " + scenario, over: scenario + "/quiet MB", bound: 8, unit: "MB", guard: 40})
	}
	return append(list, target{what: "The server is ready", over: "start/ready ms", bound: 200, unit: "ms"})
}

// spread is what was measured of a target.
func (t *target) spread(s *figures.Samples) figures.Spread {
	if t.under == "" {
		return figures.Of(s.Of(t.over))
	}
	times := t.times
	if times == 0 {
		times = 1
	}
	return figures.Of(s.Ratios(t.over, t.under, times))
}

// holds says whether a figure is within a bound.
func (t *target) holds(figure, bound float64) bool {
	if t.atLeast {
		return figure >= bound
	}
	return figure <= bound
}

// verdict says whether a target is met, and else by how much it is missed.
func (t *target) verdict(figure float64) string {
	switch {
	case t.holds(figure, t.bound):
		return "met"
	case t.atLeast:
		return fmt.Sprintf("missed by %.2f ×", t.bound/figure)
	default:
		return fmt.Sprintf("missed by %.2f ×", figure/t.bound)
	}
}

// guarded fails if a figure is beyond its guard. It counts how many it held.
func guarded(b *bench) error {
	held := 0
	for _, t := range targets(&b.sizes) {
		s := t.spread(b.samples)
		if t.guard == 0 || s.N == 0 {
			continue
		}
		held++
		// The best round counts: what one round can do, the machine disturbed in others.
		best := s.Min
		if t.atLeast {
			best = s.Max
		}
		if !t.holds(best, t.guard) {
			return fmt.Errorf("%s: %.3g at best, beyond the guard %.3g", t.what, best, t.guard)
		}
	}
	if held < 20 {
		return fmt.Errorf("only %d guards had a figure", held)
	}
	fmt.Printf("%d guards held\n", held)
	return nil
}
