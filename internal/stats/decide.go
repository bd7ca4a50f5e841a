package stats

import (
	"math"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// RequestsToDecide is how many requests would tell whether a percentile differs, where
// n have not: n·(half/target)², rounded up to two digits, with half the half-width of
// the interval and target the estimate or, if that is more, 2 % of the baseline's
// percentile. It is 0 where no number can be given: there is no interval, or a step.
func (i Interval) RequestsToDecide(n int, baseline fixed.Micros) int {
	target := max(math.Abs(float64(i.Estimate)), float64(baseline)/50)
	if !i.Ok || i.Step || target == 0 {
		return 0
	}
	ratio := float64(i.High-i.Low) / 2 / target
	need := float64(n) * square(ratio)
	if need > math.MaxInt32*1000 {
		return 0
	}
	unit := 1
	for need > float64(99*unit) {
		unit *= 10
	}
	return int(math.Ceil(need/float64(unit))) * unit
}
