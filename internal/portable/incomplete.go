package portable

import "math"

// GammaSurvival is Q(a, x), the share of a gamma law of shape a and scale 1 above x.
func GammaSurvival(a, x float64) float64 {
	_, q := incompleteGamma(a, x)
	return q
}

// incompleteGamma gives P(a, x) and Q(a, x) for a > 0, with a relative error of
// some 10⁻¹⁴ of the smaller: by the series
//
//	P = D·(1 + x/(a+1) + x²/((a+1)(a+2)) + …),   D = xᵃ·e⁻ˣ/Γ(a+1)
//
// below a + 1, and above by Legendre's continued fraction for Q,
//
//	Q = D·a/(x+1−a − 1·(1−a)/(x+3−a − 2·(2−a)/(x+5−a − …)))
//
// computed from the front (Lentz; NIST DLMF 8.11.4 and 8.9.2).
func incompleteGamma(a, x float64) (p, q float64) {
	switch {
	case x <= 0:
		return 0, 1
	case math.IsInf(x, 1):
		return 1, 0
	case x < a+1:
		sum, term := 1.0, 1.0
		for n := 1.0; term > float64(sum*1e-17); n++ {
			term = float64(term * (x / (a + n)))
			sum += term
		}
		p = min(float64(gammaWeight(a, x)*sum), 1)
		return p, 1 - p
	default:
		const tiny = 1e-300
		b := x + 1 - a
		c, d := 1/tiny, 1/b
		h := d
		for n := 1.0; n < 10_000; n++ {
			an := float64(n * (a - n))
			b += 2
			d = 1 / nonzero(b+float64(an*d), tiny)
			c = nonzero(b+an/c, tiny)
			step := float64(c * d)
			h = float64(h * step)
			if math.Abs(step-1) < 1e-16 {
				break
			}
		}
		q = min(float64(gammaWeight(a, x)*float64(a*h)), 1)
		return 1 - q, q
	}
}

func nonzero(x, tiny float64) float64 {
	if math.Abs(x) < tiny {
		return tiny
	}
	return x
}

// gammaWeight is D = xᵃ·e⁻ˣ/Γ(a+1). For large a its logarithm is the small
// difference of large terms, which ln(1+μ) − μ with μ = (x−a)/a takes exactly.
func gammaWeight(a, x float64) float64 {
	if a < 10 {
		return Exp(float64(a*Log(x)) - x - LogGamma(a+1))
	}
	e := float64(a * log1pLess((x-a)/a))
	return Exp(e-stirling(a)) / math.Sqrt(2*math.Pi*a)
}

// GammaQuantile is the x at which P(a, x) = p, for 0 < p < 1: Newton's method on
// ln P in ln x up to the middle, where P is nearly a power of x, and on ln Q beyond,
// within bounds that close in. What is smaller than any number is 0.
func GammaQuantile(a, p float64) float64 {
	low, high := 0.0, math.Inf(1)
	x := gammaGuess(a, p)
	for range 200 {
		if x == 0 {
			return 0
		}
		cdf, survival := incompleteGamma(a, x)
		weight := float64(gammaWeight(a, x) * a) // dP/d(ln x)
		above, step := cdf > p, 0.0
		if p <= 0.5 {
			step = float64((Log(cdf)-Log(p))*cdf) / weight
		} else {
			above = survival < 1-p
			step = float64((Log(1-p)-Log(survival))*survival) / weight
		}
		if above {
			high = x
		} else {
			low = x
		}
		next := float64(x * Exp(-step))
		if math.Abs(step) < 4e-16 || next == x {
			return next
		}
		if !(next > low && next < high) {
			if next = between(low, high); next == low || next == high {
				return x
			}
		}
		x = next
	}
	return x
}

// gammaGuess is a first x: Wilson and Hilferty's cube of a normal variable, or, far
// below, where P is D's power alone, the root of that.
func gammaGuess(a, p float64) float64 {
	if a >= 1 {
		cube := 1 - 1/(9*a) + NormalQuantile(p)/(3*math.Sqrt(a))
		if cube > 0.3 {
			return float64(a * float64(cube*float64(cube*cube)))
		}
	}
	return min(Exp((Log(p)+LogGamma(a+1))/a), a+1)
}

// between halves the numbers between low and high, by their bits.
func between(low, high float64) float64 {
	l, h := math.Float64bits(low), math.Float64bits(high)
	return math.Float64frombits(l + (h-l)/2)
}
