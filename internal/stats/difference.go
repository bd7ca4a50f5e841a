package stats

import (
	"math"
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// leastRequests is the smallest number of requests that has intervals.
const leastRequests = 20

// Interval is how much a figure of a run differs from its baseline's, with its 95 %
// interval. Where Ok is false there is none, and Low and High are 0.
type Interval struct {
	Estimate, Low, High fixed.Micros
	Ok                  bool
	// Step says that the percentile lies at a gap of a law, so that more requests do
	// not narrow the interval in the usual way.
	Step bool
}

// Comparison compares a run with its baseline: the same arrivals and the same draws.
type Comparison struct {
	run, baseline *Series
	missed        fixed.Micros // how slow a request without an answer is
}

// Compare compares two series of as many requests. A missed request counts as the
// deadline or, without one (0), as the slowest answer of both.
func Compare(run, baseline *Series, deadline fixed.Micros) *Comparison {
	run.sort()
	baseline.sort()
	c := &Comparison{run: run, baseline: baseline, missed: deadline}
	if deadline == 0 {
		c.missed = max(run.slowest, baseline.slowest)
	}
	return c
}

// Missed is how slow a missed request is.
func (c *Comparison) Missed() fixed.Micros { return c.missed }

// Percentile is the difference of a percentile, by nearest rank.
func (c *Comparison) Percentile(p fixed.Percent) Interval {
	run, baseline := c.quantile(c.run, p), c.quantile(c.baseline, p)
	estimate := run.middle() - baseline.middle()
	out := Interval{Estimate: rounded(estimate)}
	if c.run.n < leastRequests || run.beyond() < leastBeyond {
		return out
	}
	if c.run.equals(c.baseline) {
		out.Ok = true
		return out
	}
	sizes := c.run.sizes()
	s := waves(run.counts(), baseline.counts(), &sizes, c.run.n)
	run.err(s.first, s.freedom)
	baseline.err(s.second, s.freedom)
	if !run.holds() || !baseline.holds() {
		return out
	}
	low, high := reach(run, baseline, s.correlation)
	out.Ok, out.Low, out.High = true, min(out.Estimate, rounded(low)), max(out.Estimate, rounded(high))
	out.Step = run.gapped() || baseline.gapped()
	out.include0(max(run.width(), baseline.width()))
	return out
}

// include0 widens an interval to 0 if it leaves less than a width between.
func (i *Interval) include0(width fixed.Micros) {
	if i.Low > 0 && i.Low < width {
		i.Low = 0
	}
	if i.High < 0 && -i.High < width {
		i.High = 0
	}
}

// Mean is the difference of the mean.
func (c *Comparison) Mean() Interval {
	var differences [batches]float64
	for b := range differences {
		differences[b] = c.sum(c.run, b) - c.sum(c.baseline, b)
	}
	n := float64(c.run.n)
	out := Interval{Estimate: rounded(total(&differences) / max(1, n)), Ok: c.run.n >= leastRequests}
	if !out.Ok {
		return out
	}
	half := c.deviates(&differences) / math.Sqrt(n)
	out.Low, out.High = rounded(total(&differences)/n-half), rounded(total(&differences)/n+half)
	return out
}

// deviates is the half-width of the 95 % interval of a mean of requests, of which these
// are the sums in the batches, times the root of their number.
func (c *Comparison) deviates(sums *[batches]float64) float64 {
	sizes := c.run.sizes()
	s := waves(sums, &[batches]float64{}, &sizes, c.run.n)
	return student(s.freedom) * s.first
}

// sum is the latencies of a batch, in all.
func (c *Comparison) sum(s *Series, b int) float64 {
	return s.sums[b].Float() + float64(float64(s.missed[b])*float64(c.missed))
}

func rounded(v float64) fixed.Micros { return fixed.Micros(math.Round(v)) }

// equals says whether two series are the same, as they are where no hedge is sent.
func (s *Series) equals(other *Series) bool {
	if s.n != other.n || s.sums != other.sums || s.missed != other.missed ||
		!slices.Equal(s.kept, other.kept) || !slices.Equal(s.fine.counts, other.fine.counts) {
		return false
	}
	for b := range s.coarse {
		if !slices.Equal(s.coarse[b].counts, other.coarse[b].counts) {
			return false
		}
	}
	return true
}
