package stats

import "math"

// unseen is the variance of a count that is added for what few differing requests may
// hide: that none is seen does not mean that there are none.
const unseen = 0.5

// kinked is by how much the ellipse is larger that holds both errors in 95 % of cases
// than the one that is right for a smooth function of both: √(5.991/3.841).
const kinked = 1.249

// reach gives the least and the largest difference, over all ranks that the data allow.
//
// The ranks of the two percentiles err as the counts of requests below them do: they
// are about normal, with a correlation, so where the errors of a smooth function of
// both are no larger than t standard deviations, they lie in an ellipse; and the
// extremes of a linear function over it are its own interval of t standard deviations.
// The difference is taken at the ranks on the ellipse, read off the order statistics
// (Woodruff, JASA 1952; over the ellipse as in a profile likelihood). So no density is
// estimated, and atoms and gaps of a law show. Both ranks wholly in step are allowed
// too: it adds nothing where the laws are smooth, and is needed where they have a kink.
func reach(run, baseline *quantile, correlation float64) (least, most float64) {
	both := correlation * run.half * baseline.half
	run.half, baseline.half = run.wider(), baseline.wider()
	correlation = both / float64(run.half*baseline.half)
	other := math.Sqrt(max(0, 1-square(correlation)))

	least, most = math.Inf(1), math.Inf(-1)
	visit := func(x, y float64) {
		a, b := run.at(run.center()+float64(x*run.half)), baseline.at(baseline.center()+float64(y*baseline.half))
		least, most = min(least, a.low-b.high), max(most, a.high-b.low)
	}
	size := 1.0
	if run.isKinked() || baseline.isKinked() {
		size = kinked
	}
	x, y := steepest(run.slope(), baseline.slope(), correlation, other)
	for range 8 {
		visit(float64(size*x), float64(size*(float64(correlation*x)+float64(other*y))))
		x, y = float64((x-y)*math.Sqrt2/2), float64((x+y)*math.Sqrt2/2) // 45° on
	}
	if correlation > 0 {
		visit(1, 1)
		visit(-1, -1)
	}
	return least, most
}

// steepest is the point of the unit circle at which the difference grows most, were it
// linear. More points near it would pick out the noise of single order statistics.
func steepest(run, baseline, correlation, other float64) (x, y float64) {
	x, y = run-float64(correlation*baseline), -float64(other*baseline)
	if length := math.Sqrt(square(x) + square(y)); length > 0 {
		return x / length, y / length
	}
	return 1, 0
}

// slope is how much the value grows with the rank, by half.
func (q *quantile) slope() float64 {
	return (q.at(q.center()+q.half).high - q.at(q.center()-q.half).low) / 2
}

// isKinked says whether the law is far steeper on one side of the percentile than on
// the other, as at the deadline or at the edge of a gap.
func (q *quantile) isKinked() bool {
	middle := q.middle()
	down, up := middle-q.at(q.center()-q.half).low, q.at(q.center()+q.half).high-middle
	return max(down, up) > 5*min(down, up)
}

func square(x float64) float64 { return float64(x * x) }

// wider is half with the variance of what is not seen.
func (q *quantile) wider() float64 {
	return math.Sqrt(square(q.half) + float64(unseen*square(q.student)))
}
