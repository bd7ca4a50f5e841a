package stats

import "math"

// unseen is the variance of a count that is added for what few differing requests may
// hide: that none is seen does not mean that there are none.
const unseen = 0.5

// directions is the number of points on the ellipse. More of them would pick out more
// of the noise of single order statistics.
const directions = 16

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
	circle := cosines()
	for i := 0; i < len(circle); i += len(circle) / directions {
		x, y := size*circle[i], size*circle[(i+len(circle)/4)%len(circle)]
		visit(x, float64(correlation*x)+float64(other*y))
	}
	if correlation > 0 {
		visit(1, 1)
		visit(-1, -1)
	}
	return least, most
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
