package latency

import "math"

// falling gives the least t from low to high with survival(t) ≤ share, for a
// survival that never rises: by inverse quadratic interpolation where that is safe
// and else by halving (Chandrupatla: A new hybrid quadratic/bisection algorithm for
// finding the zero of a nonlinear function, Advances in Engineering Software 28,
// 1997), to fourteen digits. Survivals fall by steps at whole microseconds only:
// such a one is found exactly.
func falling(survival func(float64) float64, share, low, high float64) float64 {
	a, fa := low, survival(low)-share
	b, fb := high, survival(high)-share
	if fa <= 0 {
		return low
	}
	if fb > 0 { // by the last places of the bounds
		return high
	}
	next := halfway(a, b)
	for {
		f := survival(next) - share
		c, fc := b, fb
		if (f > 0) == (fa > 0) {
			c, fc = a, fa
		} else {
			b, fb = a, fa
		}
		a, fa = next, f
		low, high = min(a, b), max(a, b)
		least := max(float64(high*0x1p-48), 1e-30)
		if high-low <= 4*least {
			break
		}
		next = halfway(low, high)
		if x, y := (a-b)/(c-b), (fa-fb)/(fc-fb); float64(y*y) < x && float64((1-y)*(1-y)) < 1-x {
			step := float64(fa/(fb-fa)*(fc/(fb-fc))) + float64((c-a)/(b-a)*(fa/(fc-fa))*(fb/(fc-fb)))
			next = min(max(a+float64(step*(b-a)), low+least), high-least)
		}
	}
	if whole := math.Round(high*1000) / 1000; whole > low && whole < high {
		return whole
	}
	return high
}

// halfway halves the numbers from a to b by their bits: times may differ by orders
// of magnitude.
func halfway(a, b float64) float64 {
	return math.Float64frombits((math.Float64bits(a) + math.Float64bits(b)) / 2)
}
