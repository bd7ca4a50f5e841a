package stats

import (
	"math"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// leastRequests is the smallest number of requests that has intervals.
const leastRequests = 20

// leastBeyond is how many requests lie beyond a percentile, at least, on either side.
const leastBeyond = 10

// unseen is the variance of a count that is added for what few differing requests may
// hide: none seen does not mean that there are none.
const unseen = 0.5

// Interval is how much a figure of a run differs from its baseline's, with its 95 %
// interval. Without Ok there is none, and Low and High are 0.
type Interval struct {
	Estimate, Low, High fixed.Micros
	Ok                  bool
	// Step: most of the width is one gap or the width is that of an atom, so that
	// more requests do not make the interval narrower as 1/√n.
	Step bool
}

// Comparison compares a run with its baseline: the same arrivals and the same draws.
type Comparison struct {
	run, baseline *Series
	missed        fixed.Micros // how slow a request without an answer is
	same          bool
}

// Compare compares two series of as many requests. A request that missed counts as
// the deadline or, without one (0), as the slowest answer of both.
func Compare(run, baseline *Series, deadline fixed.Micros) *Comparison {
	run.sort()
	baseline.sort()
	c := &Comparison{run: run, baseline: baseline, missed: deadline, same: run.equals(baseline)}
	if deadline == 0 {
		c.missed = max(run.slowest, baseline.slowest)
	}
	return c
}

// Percentile is the difference of a percentile.
func (c *Comparison) Percentile(p fixed.Percent) Interval {
	share := float64(p) / 100_000
	n := float64(c.run.n)
	run, baseline := c.quantile(c.run, share), c.quantile(c.baseline, share)
	center := float64(n*share) + 0.5
	estimate := run.at(center).value - baseline.at(center).value
	out := Interval{Estimate: rounded(estimate)}
	if c.same {
		out.Ok = c.run.n >= leastRequests
		return out
	}
	if c.run.n < leastRequests || n*min(share, 1-share) < leastBeyond {
		return out
	}
	sizes := c.run.sizes()
	s := waves(run.counts(), baseline.counts(), &sizes, c.run.n)
	half := student(s.freedom) * math.Sqrt(n)
	run.half, baseline.half = half*run.deviation(s.first), half*baseline.deviation(s.second)
	if !run.holds() || !baseline.holds() {
		return out
	}
	low, high := reach(run, baseline, s)
	out.Ok, out.Low, out.High = true, rounded(estimate-low), rounded(estimate+high)
	return out
}

// Mean is the difference of the mean.
func (c *Comparison) Mean() Interval {
	var differences, none [batches]float64
	total := 0.0
	for b := range differences {
		differences[b] = c.sum(c.run, b) - c.sum(c.baseline, b)
		total += differences[b]
	}
	n := float64(c.run.n)
	out := Interval{Estimate: rounded(total / n)}
	if c.run.n < leastRequests {
		return out
	}
	sizes := c.run.sizes()
	s := waves(&differences, &none, &sizes, c.run.n)
	half := student(s.freedom) * s.first / math.Sqrt(n)
	out.Ok, out.Low, out.High = true, rounded(total/n-half), rounded(total/n+half)
	return out
}

// sum is the latencies of a batch, in all.
func (c *Comparison) sum(s *Series, b int) float64 {
	return float64(s.sums[b]) + float64(float64(s.missed[b])*float64(c.missed))
}

func rounded(v float64) fixed.Micros { return fixed.Micros(math.Round(v)) }

// reach is how far the interval goes below and above the estimate. The ranks of two
// order statistics err together as far as their counts are correlated, and each for
// itself for the rest: three independent errors, whose reaches add up in squares
// (Zou and Donner, Statistics in Medicine 2008). Each reach is read off the order
// statistics (Woodruff, JASA 1952), so no density is estimated, and an atom or a gap
// is seen.
func reach(run, baseline *quantile, s spread) (low, high float64) {
	correlation := s.correlation
	own := 1 - math.Abs(correlation)
	t := student(s.freedom)
	runDown, runUp := run.reach(math.Sqrt(own + unseen*t*t/run.half/run.half))
	baseDown, baseUp := baseline.reach(math.Sqrt(own + unseen*t*t/baseline.half/baseline.half))
	low = float64(runDown*runDown) + float64(baseUp*baseUp)
	high = float64(runUp*runUp) + float64(baseDown*baseDown)
	together := math.Sqrt(math.Abs(correlation))
	runDown, runUp = run.shift(together)
	baseDown, baseUp = baseline.shift(together)
	if correlation < 0 {
		baseDown, baseUp = baseUp, baseDown
	}
	one, two := runDown-baseDown, runUp-baseUp
	down, up := min(0, one, two), max(0, one, two)
	return math.Sqrt(low + float64(down*down)), math.Sqrt(high + float64(up*up))
}
