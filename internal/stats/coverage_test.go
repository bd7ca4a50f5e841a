package stats

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

var long = flag.Bool("long", false, "measure the published tables of coverage and rates, in minutes")
var only = flag.String("only", "", "measure only the cells whose name contains this")
var seeds = flag.Int("seeds", 0, "seeds a cell")

// law is a latency law in microseconds.
type law struct {
	name     string
	draw     func(*rand.Rand) float64
	survival func(t float64) float64
}

func exponential(mean float64) law {
	return law{"exponential", func(r *rand.Rand) float64 { return mean * r.ExpFloat64() },
		func(t float64) float64 { return math.Exp(-max(0, t) / mean) }}
}

func lognormal(median, sigma float64) law {
	return law{fmt.Sprintf("lognormal %v", sigma), func(r *rand.Rand) float64 { return median * math.Exp(sigma*r.NormFloat64()) },
		func(t float64) float64 { return math.Erfc(math.Log(max(t, 1e-9)/median)/sigma/math.Sqrt2) / 2 }}
}

func pareto(least, alpha float64) law {
	return law{fmt.Sprintf("pareto %v", alpha), func(r *rand.Rand) float64 { return least * math.Exp(r.ExpFloat64()/alpha) },
		func(t float64) float64 { return math.Pow(max(1, t/least), -alpha) }}
}

// mixture is the drill's kind: mostly quick, sometimes very slow.
func mixture(weight float64, slow, quick law) law {
	return law{fmt.Sprintf("mixture %v", weight), func(r *rand.Rand) float64 {
		if r.Float64() < weight {
			return slow.draw(r)
		}
		return quick.draw(r)
	}, func(t float64) float64 { return weight*slow.survival(t) + (1-weight)*quick.survival(t) }}
}

// at is the value with a survival.
func at(survival func(float64) float64, left float64) float64 {
	low, high := 0.0, 1e12
	for range 200 {
		if mid := (low + high) / 2; survival(mid) > left {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

func micros(v float64) fixed.Micros { return fixed.Micros(math.Floor(v + 0.5)) }

// cell is a world whose exact difference is known.
type cell struct {
	class, name string
	n           int
	percentiles []fixed.Percent
	play        func(r *rand.Rand, run, baseline *Series)
	truth       func(p fixed.Percent) float64
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
	}}
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
	}, func(fixed.Percent) float64 { return 0 }}
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
	}}
}

func cells() (all []cell) {
	body := lognormal(10_000, 0.5)
	slow := lognormal(200_000, 0.4)
	laws := []law{exponential(20_000), body, lognormal(20_000, 1.2), pareto(5_000, 1.5), mixture(0.03, slow, body), mixture(0.1, exponential(100_000), body)}
	for _, n := range []int{20_000, 100_000, 200_000, 1_000_000} {
		for i, l := range laws {
			if n == 1_000_000 && i%3 != 0 || n == 200_000 && i%2 == 0 {
				continue
			}
			all = append(all, hedged("named", l, 0, n, 50_000, 95_000, 99_000))
			if n <= 100_000 {
				all = append(all, hedged("named", l, 90_000, n, 95_000, 99_000))
			}
		}
	}
	for _, n := range []int{20, 50, 100, 400, 2_000} {
		for _, l := range laws {
			all = append(all, hedged("small", l, 40_000, n, 50_000, 95_000, 99_000), hedged("small", l, 90_000, n, 95_000, 99_000))
		}
	}
	for _, n := range []int{400, 2_000, 20_000} {
		for _, l := range laws[:5] {
			all = append(all, redrawn("nogain", l, 1, n, 50_000, 95_000, 99_000, 99_900))
			all = append(all, redrawn("nogain", l, 0.1, n, 50_000, 95_000, 99_000, 99_900))
			all = append(all, redrawn("nogain", l, 0.002, n, 50_000, 95_000, 99_000, 99_900))
			all = append(all, hedged("nogain", l, 99_500, n, 50_000, 95_000))
		}
	}
	for _, n := range []int{400, 2_000, 20_000, 100_000, 200_000} {
		for _, load := range []float64{0.5, 0.8, 0.9} {
			all = append(all, queues("qsame", load, load, false, n, 50_000, 95_000, 99_000, 99_900))
			if n >= 20_000 {
				all = append(all, queues("queue", load*.98, load, true, n, 50_000, 95_000, 99_000, 99_900))
				all = append(all, queues("queue", load*.9, load, false, n, 50_000, 95_000, 99_000, 99_900))
			}
		}
	}
	return all
}

type tally struct{ n, covers, cuts, gains int }

func (t *tally) add(i Interval, truth float64) {
	if !i.Ok {
		return
	}
	t.n++
	if float64(i.Low)-0.5 <= truth && truth <= float64(i.High)+0.5 {
		t.covers++
	}
	if i.High < 0 {
		t.cuts++
	}
}

func TestCoverage(t *testing.T) {
	pooled := map[string]*tally{}
	var out strings.Builder
	k := *seeds
	if k == 0 {
		k = 20
	}
	for at, c := range cells() {
		if !strings.Contains(c.class+" "+c.name, *only) || (!*long && c.n > 20_000) {
			continue
		}
		tallies := make([]tally, len(c.percentiles)+1)
		for seed := range k {
			run, baseline := NewSeries(c.n), NewSeries(c.n)
			c.play(rand.New(rand.NewPCG(uint64(seed), uint64(at))), run, baseline)
			comparison := Compare(run, baseline, 0)
			for i, p := range c.percentiles {
				tallies[i].add(comparison.Percentile(p), c.truth(p))
			}
		}
		for i, p := range c.percentiles {
			a := tallies[i]
			if a.n == 0 {
				continue
			}
			fmt.Fprintf(&out, "%-10s %8d  %-50s p%-5v truth %9.0f  n %3d  covers %5.1f%%  cuts %5.1f%%\n", c.class, c.n, c.name, p, c.truth(p), a.n, 100*float64(a.covers)/float64(max(1, a.n)), 100*float64(a.cuts)/float64(max(1, a.n)))
			if pooled[c.class] == nil {
				pooled[c.class] = &tally{}
			}
			q := pooled[c.class]
			q.n, q.covers, q.cuts = q.n+a.n, q.covers+a.covers, q.cuts+a.cuts
		}
	}
	for class, q := range pooled {
		fmt.Fprintf(&out, "%-10s pooled: n %d covers %.2f%% cuts %.2f%%\n", class, q.n, 100*float64(q.covers)/float64(q.n), 100*float64(q.cuts)/float64(q.n))
	}
	t.Log("\n" + out.String())
}
