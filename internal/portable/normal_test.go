package portable

import (
	"math"
	"testing"
)

func TestNormalQuantile(t *testing.T) {
	// Printed in the paper, by which implementations are checked.
	for p, want := range map[float64]float64{0.25: -0.6744897501960817, 0.001: -3.090232306167814, 1e-20: -9.262340089798408} {
		if e := relative(NormalQuantile(p), want); e > 4e-16 {
			t.Errorf("the quantile of %v is %.17g, not %.17g", p, NormalQuantile(p), want)
		}
	}
	worst, at := 0.0, 0.0
	for _, p := range append(grid(1e-300, 0.5, 3000, true), grid(0.001, 0.5, 3000, false)...) {
		z := NormalQuantile(p)
		// Of a p that is off by δ, z is off by δ/φ(z).
		density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
		e := math.Abs(0.5*math.Erfc(-z/math.Sqrt2)-p) / density
		if e /= max(math.Abs(z), 0.1); e > worst {
			worst, at = e, p
		}
	}
	t.Logf("off by at most %.2g of itself, at %v", worst, at)
	if worst > 2e-15 {
		t.Errorf("off by %v at %v", worst, at)
	}
	for _, p := range grid(0.0001, 0.4999, 100, false) {
		if a, b := NormalQuantile(p), NormalQuantile(1-p); math.Abs(a+b) > 1e-11 {
			t.Errorf("the quantiles of %v and %v are %v and %v", p, 1-p, a, b)
		}
	}
}
