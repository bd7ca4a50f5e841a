package stats

import "math"

// unseen is the variance of a count that is added for what few differing requests may
// hide: that none is seen does not mean that there are none.
const unseen = 0.5

// reach is how far the interval goes below and above the estimate. The ranks of the
// two percentiles err together as far as their counts are correlated, and each for
// itself for the rest: three independent errors, whose reaches add up in squares
// (Zou and Donner, Statistics in Medicine 2008). Each reach is read off the order
// statistics (Woodruff, JASA 1952): no density is estimated, and atoms and gaps show.
//
//	              a − r·own          a           a + r·own
//	run       ────────┼──────────────┼───────────────┼──────►
//	          ◄─ down ───────────────┘
//	baseline  ────────────────┼──────┼──────┼───────────────►
//	                                 └─ up ─►
func reach(run, baseline *quantile, correlation float64) (low, high float64) {
	runDown, runUp := run.shift(run.own(correlation))
	baseDown, baseUp := baseline.shift(baseline.own(correlation))
	low, high = square(min(0, runDown))+square(max(0, baseUp)), square(max(0, runUp))+square(min(0, baseDown))

	together := math.Sqrt(math.Abs(correlation))
	runDown, runUp = run.shift(together)
	baseDown, baseUp = baseline.shift(together)
	if correlation < 0 {
		baseDown, baseUp = baseUp, baseDown
	}
	one, two := runDown-baseDown, runUp-baseUp
	low += square(min(0, one, two))
	high += square(max(0, one, two))
	return math.Sqrt(low), math.Sqrt(high)
}

func square(x float64) float64 { return float64(x * x) }

// own is the share of the rank's error that is the series' own.
func (q *quantile) own(correlation float64) float64 {
	more := q.student / q.half
	return math.Sqrt(1 - math.Abs(correlation) + float64(unseen*square(more)))
}
