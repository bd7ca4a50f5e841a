package stats

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// cell is a world whose exact difference is known.
type cell struct {
	class, name string
	n           int
	percentiles []fixed.Percent
	play        func(r *rand.Rand, run, baseline *Series)
	truth       func(p fixed.Percent) float64
	deadline    fixed.Micros
}

// hedged are independent copies without queues; the hedge is sent at a percentile.
func hedged(class string, l law, delay fixed.Percent, n int, ps ...fixed.Percent) cell {
	d := 0.0
	if delay > 0 {
		d = math.Floor(at(l.survival, 1-float64(delay)/1e5) + 0.5)
	}
	race := func(t float64) float64 {
		if t < d {
			return l.survival(t)
		}
		return l.survival(t) * l.survival(t-d)
	}
	return cell{class, fmt.Sprintf("%s, delay p%v", l.name, delay), n, ps, func(r *rand.Rand, run, baseline *Series) {
		for i := range n {
			first, second := micros(l.draw(r)), micros(l.draw(r))
			baseline.Add(i, first)
			run.Add(i, min(first, fixed.Micros(d)+second))
		}
	}, func(p fixed.Percent) float64 {
		left := 1 - float64(p)/1e5
		return at(race, left) - at(l.survival, left)
	}, 0}
}

// redrawn has the same law in run and baseline, with a share of requests drawn anew.
func redrawn(class string, l law, share float64, n int, ps ...fixed.Percent) cell {
	return cell{class, fmt.Sprintf("%s, %v drawn anew", l.name, share), n, ps, func(r *rand.Rand, run, baseline *Series) {
		for i := range n {
			v := micros(l.draw(r))
			baseline.Add(i, v)
			if r.Float64() < share {
				v = micros(l.draw(r))
			}
			run.Add(i, v)
		}
	}, func(fixed.Percent) float64 { return 0 }, 0}
}

// missing are hedged copies with a deadline: what is later is missed.
func missing(class string, l law, delay fixed.Percent, deadline fixed.Percent, n int, ps ...fixed.Percent) cell {
	c := hedged(class, l, delay, n, ps...)
	limit := micros(at(l.survival, 1-float64(deadline)/1e5))
	c.name += fmt.Sprintf(", deadline p%v", deadline)
	c.deadline = limit
	d := micros(at(l.survival, 1-float64(delay)/1e5))
	race := func(t float64) float64 {
		if t < float64(d) {
			return l.survival(t)
		}
		return l.survival(t) * l.survival(t-float64(d))
	}
	put := func(s *Series, i int, v fixed.Micros) {
		if v > limit {
			s.Miss(i)
		} else {
			s.Add(i, v)
		}
	}
	c.play = func(r *rand.Rand, run, baseline *Series) {
		for i := range n {
			first, second := micros(l.draw(r)), micros(l.draw(r))
			put(baseline, i, first)
			put(run, i, min(first, d+second))
		}
	}
	c.truth = func(p fixed.Percent) float64 {
		left := 1 - float64(p)/1e5
		return min(float64(limit), at(race, left)) - min(float64(limit), at(l.survival, left))
	}
	return c
}

// queues are two M/M/1 with the same arrivals, each at its load; the services are of
// the same draws or not.
func queues(class string, load, baseLoad float64, same bool, n int, ps ...fixed.Percent) cell {
	const rate = 1e-4 // a microsecond
	mean := func(load float64) float64 { return load / rate }
	return cell{class, fmt.Sprintf("M/M/1 at %v against %v, same draws %v", load, baseLoad, same), n, ps, func(r *rand.Rand, run, baseline *Series) {
		one, two := 0.0, 0.0
		for i := range n {
			gap, s := r.ExpFloat64()/rate, r.ExpFloat64()
			t := s
			if !same {
				t = r.ExpFloat64()
			}
			one = max(0, one-gap) + s*mean(load)
			two = max(0, two-gap) + t*mean(baseLoad)
			run.Add(i, micros(one))
			baseline.Add(i, micros(two))
		}
	}, func(p fixed.Percent) float64 {
		ln := -math.Log(1 - float64(p)/1e5)
		return ln * (1/(1/mean(load)-rate) - 1/(1/mean(baseLoad)-rate))
	}, 0}
}

// cells are the worlds of the published table, or few small ones.
func cells(long bool) (all []cell) {
	body := lognormal(10_000, 0.5)
	laws := []law{exponential(20_000), body, lognormal(20_000, 1.2), pareto(5_000, 1.5), mixture(0.03, lognormal(200_000, 0.4), body), mixture(0.1, exponential(100_000), body)}
	two := mixture(0.05, atom(100_000), atom(10_000))
	step := mixture(0.05, lognormal(1_000_000, 0.4), lognormal(8_000, 0.4))
	if !long {
		return append(all,
			hedged("exact", laws[0], 0, 2_000, 50_000, 95_000), hedged("exact", laws[3], 90_000, 2_000, 95_000, 99_000),
			hedged("exact", laws[4], 0, 2_000, 50_000, 99_000), hedged("exact", laws[0], 0, 120_000, 50_000, 99_000),
			redrawn("zero", laws[0], 1, 2_000, 50_000, 95_000, 99_000), redrawn("zero", two, 1, 2_000, 50_000, 95_000),
			redrawn("zero", laws[2], 0.1, 500, 50_000, 95_000), queues("zero", 0.5, 0.5, false, 5_000, 50_000, 95_000))
	}
	for n, some := range map[int][]law{20_000: laws, 100_000: {laws[0], laws[2], laws[4]}, 200_000: {laws[1], laws[5]}, 1_000_000: {laws[0], laws[3]}} {
		for _, l := range some {
			all = append(all, hedged("exact", l, 0, n, 50_000, 95_000, 99_000))
			if n <= 100_000 {
				all = append(all, hedged("exact", l, 90_000, n, 95_000, 99_000))
			}
		}
	}
	for _, n := range []int{20, 100, 400, 2_000} {
		for _, l := range laws {
			all = append(all, hedged("few", l, 0, n, 50_000, 95_000, 99_000), hedged("few", l, 90_000, n, 95_000, 99_000))
		}
	}
	for _, n := range []int{400, 2_000, 20_000, 120_000} {
		for _, l := range []law{laws[0], laws[3], laws[4], two, step, lattice(laws[0], 5_000)} {
			for _, share := range []float64{1, 0.1, 0.002} {
				if n < 120_000 || share == 0.1 {
					all = append(all, redrawn("zero", l, share, n, 50_000, 95_000, 99_000, 99_900))
				}
			}
		}
		for _, load := range []float64{0.5, 0.8, 0.9} {
			all = append(all, queues("queues, zero", load, load, false, n, 50_000, 95_000, 99_000))
			if n >= 20_000 {
				all = append(all, queues("queues", load*0.9, load, false, n, 50_000, 95_000, 99_000))
			}
		}
		if n > 400 && n < 120_000 {
			all = append(all,
				hedged("atoms", two, 50_000, n, 50_000, 95_000, 99_000), hedged("atoms", step, 90_000, n, 95_000, 99_000),
				hedged("atoms", lattice(laws[0], 1_000), 0, n, 50_000, 95_000, 99_000),
				hedged("atoms", lattice(laws[0], 20_000), 0, n, 50_000, 95_000, 99_000),
				missing("atoms", laws[0], 50_000, 98_000, n, 95_000, 97_000, 99_000),
				missing("edge", laws[0], 50_000, 98_000, n, 50_000, 98_000), missing("edge", laws[2], 90_000, 95_000, n, 95_000))
		}
	}
	slices.SortStableFunc(all, func(a, b cell) int { return cmp.Compare(a.n, b.n) })
	return all
}
