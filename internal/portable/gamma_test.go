package portable

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

func TestLogGamma(t *testing.T) {
	worst, at, n := 0.0, 0.0, 0
	for _, x := range append(grid(1e-8, 1e5, 4000, true), grid(0.001, 20, 4000, false)...) {
		want, _ := math.Lgamma(x)
		n++
		if e := math.Abs(LogGamma(x)-want) / max(math.Abs(want), 0.1); !(e <= worst) {
			worst, at = e, x
		}
	}
	t.Logf("off by at most %.2g of itself or of 0.1, at %v, of %d", worst, at, n)
	if !(worst < 1e-13) { // the library's own error, at 1.19
		t.Errorf("ln Γ(%v) is %v", at, LogGamma(at))
	}
	if want := -0.0829995223328995279; relative(LogGamma(1.1919279394578255), want) > 1e-15 { // by mpmath
		t.Errorf("ln Γ(1.1919279394578255) is %.17g, not %.17g", LogGamma(1.1919279394578255), want)
	}
	// Legendre's duplication: Γ(x)·Γ(x+½) = 2^(1−2x)·√π·Γ(2x).
	for _, x := range append(grid(1e-6, 1e4, 2000, true), grid(0.01, 12, 2000, false)...) {
		got := LogGamma(x) + LogGamma(x+0.5)
		want := (1-2*x)*math.Ln2 + math.Log(math.Pi)/2 + LogGamma(2*x)
		if math.Abs(got-want) > 4e-15*max(1, math.Abs(LogGamma(2*x)), 2*x) {
			t.Errorf("at %v: ln Γ(x)·Γ(x+½) is %v, by duplication %v", x, got, want)
		}
	}
	for n, factorial := 1.0, 1.0; n < 25; n++ {
		if e := relative(Exp(LogGamma(n)), factorial); e > 1e-14 {
			t.Errorf("Γ(%v) is %v, not %v", n, Exp(LogGamma(n)), factorial)
		}
		factorial *= n
	}
}

var shapes = []float64{0.01, 0.05, 0.3, 0.5, 1, 1.5, 2.5, 7, 9.99, 10, 33, 100, 500, 1000}

func TestIncompleteGamma(t *testing.T) {
	n := 0
	check := func(what string, a, x, got, want, most float64) {
		n++
		if !(relative(got, want) <= most) {
			t.Errorf("%s(%v, %v) is %.17g, not %.17g", what, a, x, got, want)
		}
	}
	for _, x := range grid(1e-3, 600, 300, true) {
		check("Q", 1, x, GammaSurvival(1, x), math.Exp(-x), 1e-13)                // an exponential
		check("P", 1, x, gammaCDF(1, x), -math.Expm1(-x), 1e-14)                  //
		check("Q", 0.5, x, GammaSurvival(0.5, x), math.Erfc(math.Sqrt(x)), 1e-13) // the square of a normal
		check("P", 0.5, x, gammaCDF(0.5, x), math.Erf(math.Sqrt(x)), 1e-14)       //
		check("Q", 2, x, GammaSurvival(2, x), (1+x)*math.Exp(-x), 1e-13)          // the sum of two exponentials
		check("Q", 3, x, GammaSurvival(3, x), (1+x+x*x/2)*math.Exp(-x), 1e-13)    // and of three
	}
	for _, a := range shapes {
		for _, z := range grid(-5, 6, 100, false) {
			x := a + z*math.Sqrt(a)
			if x <= 0 {
				continue
			}
			check("P", a, x, gammaCDF(a, x), mathext.GammaIncReg(a, x), 1e-12)
			check("Q", a, x, GammaSurvival(a, x), mathext.GammaIncRegComp(a, x), 1e-11)
		}
	}
	t.Logf("%d values", n)
}

// The quantile's share is the share again.
func TestGammaQuantile(t *testing.T) {
	worst, n := 0.0, 0
	for _, a := range shapes {
		for _, p := range append(grid(1e-12, 0.5, 200, true), grid(0.001, 0.999, 200, false)...) {
			for _, p := range []float64{p, 1 - p} {
				x := GammaQuantile(a, p)
				if x < 1e-290 {
					continue
				}
				n++
				e := relative(gammaCDF(a, x), p)
				if p > 0.5 {
					e = relative(GammaSurvival(a, x), 1-p)
				}
				// Relative to what a share moves with the last place of x.
				if e /= max(1, gammaWeight(a, x)*a/min(p, 1-p)); e > worst {
					worst = e
				}
				if !(e < 1e-13) {
					t.Errorf("the quantile %v of shape %v is %v, of which the share is %v", p, a, x, gammaCDF(a, x))
				}
			}
		}
	}
	t.Logf("off by at most %.2g, of %d", worst, n)
	if x := GammaQuantile(0.01, 1e-9); x != 0 {
		t.Errorf("what underflows is %v", x)
	}
}

// gammaCDF is P(a, x), the share of a gamma law of shape a and scale 1 up to x.
func gammaCDF(a, x float64) float64 {
	p, _ := incompleteGamma(a, x)
	return p
}
