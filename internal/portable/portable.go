// Package portable computes elementary and special functions with the same bits
// on every machine.
//
// The standard library's Exp, Log, Pow and Erfc differ between amd64 and arm64, and
// some between GOAMD64=v1 and v3. The compiler may also fuse x*y + z, which then rounds
// once instead of twice, on machines that can (arm64, GOAMD64=v3). So this package uses
// only +, −, ×, ÷, functions that IEEE 754 rounds correctly (Sqrt), and exact ones
// (Floor, bits). Every product that may meet a sum is wrapped in float64(), which rounds
// by the definition of the language.
package portable

import "math"

// horner gives c[0] + c[1]·x + c[2]·x² + …
func horner(x float64, c []float64) float64 {
	sum := c[len(c)-1]
	for i := len(c) - 2; i >= 0; i-- {
		sum = c[i] + float64(sum*x)
	}
	return sum
}

// estrin gives c[0] + c[1]·x + … + c[7]·x⁷ with half of horner's latency: what does
// not depend on each other is not computed one after the other (Estrin 1960).
func estrin(x float64, c *[8]float64) float64 {
	x2 := float64(x * x)
	low := (c[0] + float64(c[1]*x)) + float64((c[2]+float64(c[3]*x))*x2)
	high := (c[4] + float64(c[5]*x)) + float64((c[6]+float64(c[7]*x))*x2)
	return low + float64(high*float64(x2*x2))
}

// Ln 2 in two parts: the first has 21 trailing zeros, so that its product with an
// exponent is exact.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// Pow is x to the power y, for x ≥ 0: e^(y·ln x), with a relative error of up to
// |y·ln x| units in the last place.
func Pow(x, y float64) float64 {
	if y == 0 || x == 1 {
		return 1
	}
	return Exp(float64(y * Log(x)))
}

// Expm1 is eˣ − 1, and accurate where that is near 0 (Kahan): the error of u = eˣ,
// rounded, is undone by the logarithm of that u.
func Expm1(x float64) float64 {
	u := Exp(x)
	switch {
	case u == 1:
		return x
	case u-1 == -1 || math.IsInf(u, 1):
		return u - 1
	}
	return float64((u-1)*x) / Log(u)
}

// Log1p is ln(1 + x), and accurate where that is near 0 (Kahan; as Expm1).
func Log1p(x float64) float64 {
	u := 1 + x
	if u == 1 || math.IsInf(u, 1) {
		return x
	}
	return float64(Log(u)*x) / (u - 1)
}
