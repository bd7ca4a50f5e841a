package stats

import (
	"math"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Side says on which side of the baseline's percentile the run's lies: below 0 if it is
// lower, above 0 if it is higher, 0 if that cannot be told. It compares the shares of
// requests that are not slower than the percentile of one of them, whose difference has
// an interval also where requests are slow in so few clusters that the percentile itself
// has none: a backlog that fills most of a run.
func (c *Comparison) Side(p fixed.Percent) int {
	share := float64(p) / 100_000
	if n := c.run.n; n < leastRequests || float64(n)*min(share, 1-share) < leastBeyond {
		return 0
	}
	for _, at := range []*quantile{c.quantile(c.baseline, p), c.quantile(c.run, p)} {
		if side := c.sideAt(at); side != 0 {
			return side
		}
	}
	return 0
}

// stricter makes up for two thresholds of which one is enough: the 98.75 % points of
// Student's t are by so much further out than the 97.5 % points.
const stricter = 1.17

// sideAt compares the shares of requests of run and baseline that are not slower than a
// percentile of either.
func (c *Comparison) sideAt(at *quantile) int {
	var differences [batches]float64
	with, without := at.within(c.run), at.within(c.baseline)
	for b := range differences {
		differences[b] = with[b] - without[b]
	}
	more, half := total(&differences), stricter*c.deviates(&differences)*math.Sqrt(float64(c.run.n))
	switch {
	case more > half:
		return -1
	case more < -half:
		return 1
	default:
		return 0
	}
}
