package portable

import (
	"math"
	"math/big"
	"testing"
)

// grid gives n+1 numbers from a to b, evenly, or evenly in their logarithm.
func grid(a, b float64, n int, logarithmic bool) []float64 {
	out := make([]float64, n+1)
	for i := range out {
		t := float64(i) / float64(n)
		out[i] = a + (b-a)*t
		if logarithmic {
			out[i] = math.Exp(math.Log(a)*(1-t) + math.Log(b)*t)
		}
	}
	return out
}

// ulps is the distance of got from an exact value, in units of the last place.
func ulps(got float64, exact *big.Float) float64 {
	want, _ := exact.Float64()
	unit := math.Nextafter(math.Abs(want), math.Inf(1)) - math.Abs(want)
	difference, _ := new(big.Float).Sub(new(big.Float).SetFloat64(got), exact).Float64()
	return math.Abs(difference) / unit
}

const precision = 160

func real(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

// exactExp is eˣ by the series at x/2¹⁰⁺ⁿ, squared again.
func exactExp(x *big.Float) *big.Float {
	halvings := max(x.MantExp(nil), 0) + 10
	small := new(big.Float).SetPrec(precision).SetMantExp(x, -halvings)
	sum, term := real(1), real(1)
	for i := 1; i < 14; i++ {
		term.Quo(term.Mul(term, small), real(float64(i)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// exactLog is ln x by Newton's method on exactExp, from the library's.
func exactLog(x *big.Float) *big.Float {
	start, _ := x.Float64()
	y := real(math.Log(start))
	for range 2 { // doubles 50 bits to 100 and more
		e := exactExp(new(big.Float).Neg(y))
		y.Add(y, new(big.Float).Sub(e.Mul(e, x), real(1)))
	}
	return y
}

func TestExp(t *testing.T) {
	worst, at := 0.0, 0.0
	for _, x := range append(grid(-40, 40, 4001, false), grid(-708, 709.7, 1501, false)...) {
		if e := ulps(Exp(x), exactExp(real(x))); e > worst {
			worst, at = e, x
		}
	}
	t.Logf("off by at most %.3f units, at %v", worst, at)
	if worst > 0.55 {
		t.Errorf("off by %v units at %v", worst, at)
	}
	for x, want := range map[float64]float64{
		0: 1, 710: math.Inf(1), math.Inf(1): math.Inf(1), -746: 0, math.Inf(-1): 0,
		-745: 5e-324, -740: math.Exp(-740), 709.78: 1.7928227943945155e+308,
	} {
		if got := Exp(x); got != want && math.Abs(got/want-1) > 1e-13 {
			t.Errorf("e to the %v is %v, not %v", x, got, want)
		}
	}
	if !math.IsNaN(Exp(math.NaN())) {
		t.Error("e to no number is a number")
	}
}

// The table is that of 2^(i/128), each the root of the root … of 2ⁱ.
func TestRoots(t *testing.T) {
	for i, root := range roots {
		exact := new(big.Float).SetPrec(precision).SetMantExp(real(1), i)
		for range 7 {
			exact.Sqrt(exact)
		}
		near, _ := exact.Float64()
		rest := new(big.Float).Sub(exact, real(near))
		missing, _ := rest.Quo(rest, real(near)).Float64()
		if root.near != near || root.missing != missing {
			t.Errorf("2^(%d/128) is %x, missing %x", i, near, missing)
		}
	}
}

func TestLog(t *testing.T) {
	worst, at := 0.0, 0.0
	for _, x := range append(grid(0.5, 2, 1501, false), grid(1e-300, 1e300, 501, true)...) {
		if x == 1 {
			continue
		}
		if e := ulps(Log(x), exactLog(real(x))); e > worst {
			worst, at = e, x
		}
	}
	t.Logf("off by at most %.3f units, at %v", worst, at)
	if worst > 1 {
		t.Errorf("off by %v units at %v", worst, at)
	}
	for x, want := range map[float64]float64{
		1: 0, 0: math.Inf(-1), math.Inf(1): math.Inf(1), 5e-324: -744.4400719213812, 0x1p-1022: -708.3964185322641, math.MaxFloat64: math.Log(math.MaxFloat64),
	} {
		if got := Log(x); got != want && math.Abs(got/want-1) > 1e-15 {
			t.Errorf("ln %v is %v, not %v", x, got, want)
		}
	}
	if !math.IsNaN(Log(-1)) || !math.IsNaN(Log(math.NaN())) {
		t.Error("what has no logarithm has one")
	}
}

// relative is the relative error of got.
func relative(got, want float64) float64 {
	if got == want {
		return 0
	}
	return math.Abs(got-want) / math.Abs(want)
}

// Functions for which the standard library has a counterpart.
func TestAgainstTheStandardLibrary(t *testing.T) {
	signed := append(grid(1e-18, 30, 2000, true), grid(-30, 30, 2000, false)...)
	tests := []struct {
		name      string
		got, want func(float64) float64
		at        []float64
		most      float64
	}{
		{"expm1", Expm1, math.Expm1, signed, 2e-15},
		{"log1p", Log1p, math.Log1p, append(grid(1e-18, 1e18, 2000, true), grid(-0.999999, 1, 2000, false)...), 1e-15},
		{"erfc", Erfc, math.Erfc, append(grid(-6, 6, 3000, false), grid(6, 26, 500, false)...), 1e-15},
		{"square", func(x float64) float64 { return Pow(x, 2) }, func(x float64) float64 { return x * x }, grid(1e-3, 1e3, 500, true), 1e-14},
		{"root", func(x float64) float64 { return Pow(x, 0.5) }, math.Sqrt, grid(1e-9, 1e9, 500, true), 1e-14},
	}
	for _, test := range tests {
		worst, at := 0.0, 0.0
		for _, x := range test.at {
			if e := relative(test.got(x), test.want(x)); !(e <= worst) {
				worst, at = e, x
			}
		}
		t.Logf("%s: off by at most %.2g at %v, of %d", test.name, worst, at, len(test.at))
		if !(worst <= test.most) {
			t.Errorf("%s(%v) is %v, not %v", test.name, at, test.got(at), test.want(at))
		}
	}
	for _, x := range []float64{math.Inf(1), math.Inf(-1), 0, 40, -40} {
		if got, want := Erfc(x), math.Erfc(x); got != want {
			t.Errorf("erfc %v is %v, not %v", x, got, want)
		}
	}
}
