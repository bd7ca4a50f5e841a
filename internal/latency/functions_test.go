package latency

import (
	"math"
	"testing"
)

var shares = []float64{1e-6, 1e-3, 0.01, 0.1, 0.25, 0.3, 0.5, 0.6, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999, 1 - 1e-6, 1 - 1e-9}

// Survival and Quantile are inverses of each other: up to the quantile of p there
// is a share of p, and just before there is not.
func TestSurvivalInvertsQuantile(t *testing.T) {
	n := 0
	for _, s := range samples() {
		last := 0.0
		for _, p := range shares {
			n++
			q := s.law.Quantile(p)
			if q < last || math.IsNaN(q) {
				t.Errorf("%s: the quantile of %v is %v, after %v", s.name, p, q, last)
			}
			last = q
			after, before := s.law.Survival(q*(1+1e-9)), s.law.Survival(q*(1-1e-9))
			if after > (1-p)*(1+1e-9)+1e-15 || q > 0 && before < (1-p)*(1-1e-9)-1e-15 {
				t.Errorf("%s: about %v, the quantile of %v, survive %v and %v", s.name, q, p, before, after)
			}
		}
		if s.law.Survival(-1) != 1 || s.law.Survival(1e300) > 1e-100 {
			t.Errorf("%s: %v survive before the start, %v in the end", s.name, s.law.Survival(-1), s.law.Survival(1e300))
		}
	}
	t.Logf("%d quantiles", n)
}

// The mean is ∫ P(X > t) dt and the second moment ∫ 2t·P(X > t) dt, here by the
// trapezoid rule in ln t.
func TestMomentsAreThoseOfTheSurvival(t *testing.T) {
	const step = 5e-4
	for _, s := range samples() {
		first, second := 0.0, 0.0
		for x := math.Log(1e-7); x < math.Log(1e20); x += step {
			ms := math.Exp(x)
			survival := s.law.Survival(ms)
			if survival == 0 {
				break
			}
			first += survival * ms * step
			second += survival * 2 * ms * ms * step
		}
		if mean := s.law.Mean(); math.IsInf(mean, 1) {
			if first < 1e3 {
				t.Errorf("%s: its mean is %v, not infinite", s.name, first)
			}
		} else if math.Abs(first/mean-1) > 5e-4 {
			t.Errorf("%s: the mean is %v, by survival %v", s.name, mean, first)
		}
		if variance := s.law.Variance(); math.IsInf(variance, 1) {
			if second < 1e8 {
				t.Errorf("%s: its second moment is %v, not infinite", s.name, second)
			}
		} else if want := variance + s.law.Mean()*s.law.Mean(); math.Abs(second/want-1) > 1e-3 {
			t.Errorf("%s: the second moment is %v, by survival %v", s.name, want, second)
		}
	}
}

// What gonum knows of the same laws.
func TestFunctionsAgreeWithGonum(t *testing.T) {
	n := 0
	close := func(name, what string, got, want, most float64) {
		n++
		if got != want && !(math.Abs(got/want-1) <= most) {
			t.Errorf("%s: the %s is %v, by gonum %v", name, what, got, want)
		}
	}
	for _, s := range samples() {
		if s.other == nil {
			continue
		}
		close(s.name, "mean", s.law.Mean(), s.other.Mean(), 1e-12)
		most := 1e-12
		if s.name == "weibull, nearly constant" {
			most = 1e-8 // gonum subtracts what is nearly equal
		}
		close(s.name, "variance", s.law.Variance(), s.other.Variance(), most)
		for _, p := range shares {
			q := s.other.Quantile(p)
			if q == 0 { // gonum's bisection stops early
				continue
			}
			close(s.name, "quantile", s.law.Quantile(p), q, 1e-8)
			close(s.name, "survival", s.law.Survival(q), s.other.Survival(q), 1e-9)
		}
	}
	if n == 0 {
		t.Fatal("saw no law")
	}
	t.Logf("%d figures", n)
}

// A spread far below the mean is not lost in it.
func TestVarianceOfWhatIsNearlyConstant(t *testing.T) {
	// 99 % of services spread evenly, as good as, over 0.1 ms from 1000 ms on.
	law := quantiles(QuantilePoint{0, 1_000_000}, QuantilePoint{99_000_000, 1_000_100})
	// Against the tail y = e^(−s) the time rises by slope·s: 99 % of an exponential
	// cut at ln 100, whose mean and variance in units of 0.1 ms/ln 100 are
	length := math.Log(100)
	mean := 1 - (1+length)*math.Exp(-length) + math.Exp(-length)*length
	square := 2 - (2+2*length+length*length)*math.Exp(-length) + math.Exp(-length)*length*length
	unit := 0.1 / length
	if got, want := law.Variance(), (square-mean*mean)*unit*unit; math.Abs(got/want-1) > 1e-3 {
		t.Errorf("the variance is %v, not %v", got, want)
	}
	// A Weibull law of large shape is a Gumbel law: the variance is (π·scale/shape)²/6.
	if got, want := weibull(1_000_000, 1_000_000_000).Variance(), math.Pi*math.Pi/6; math.Abs(got/want-1) > 0.005 {
		t.Errorf("the variance is %v, not %v", got, want)
	}
}

// One request in a hundred is slow; a hedge after 25 ms draws anew, and cancels the
// loser. The figures are by another program's quadrature of
// P(L > t) = S(t) for t < 25 and S(t)·S(t − 25) after.
func TestHedgedMixture(t *testing.T) {
	law := mixture(Part{99, lognormal(10_000, 400_000)}, Part{1, lognormal(300_000, 600_000)})
	close := func(what string, got, want float64) {
		if math.Abs(got/want-1) > 1e-8 {
			t.Errorf("the %s is %.9g, not %.9g", what, got, want)
		}
	}
	close("mean without hedging", law.Mean(), 14.3161941)
	close("p99 without hedging", law.Quantile(0.99), 52.2084755)
	close("p99.9 without hedging", law.Quantile(0.999), 647.2375699)
	close("hedge rate", law.Survival(25), 0.0208795403)

	hedged := func(t float64) float64 {
		if t < 25 {
			return law.Survival(t)
		}
		return law.Survival(t) * law.Survival(t-25)
	}
	mean, step := 0.0, 1./256
	for x := step / 2; x < 2000; x += step { // the midpoint rule
		mean += hedged(x) * step
	}
	if math.Abs(mean/11.1000771-1) > 1e-7 {
		t.Errorf("the mean is %.9g, not 11.1000771", mean)
	}
	for p, want := range map[float64]float64{0.5: 10.0507687, 0.95: 20.1054626, 0.99: 31.7464566, 0.999: 42.1235449} {
		low, high := 0.0, 1000.0
		for range 100 {
			if middle := (low + high) / 2; hedged(middle) > 1-p {
				low = middle
			} else {
				high = middle
			}
		}
		close("hedged quantile", high, want)
	}
}
