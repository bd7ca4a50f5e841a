package portable

import "math"

// Exp is eˣ, with an error of less than 0.55 units in the last place where the
// result is a normal number.
//
// With n the integer nearest 128·x/ln 2 and r = x − n·ln 2/128, which is at most
// 0.0028, eˣ = 2^(n/128)·eʳ. The first is a power of two and a root from a table,
// the second the Taylor series up to r⁵ (after Tang: Table-driven implementation of
// the exponential function, ACM TOMS 15, 1989).
func Exp(x float64) float64 {
	const (
		perOctave = 128 / math.Ln2
		stepHigh  = ln2High / 128
		stepLow   = ln2Low / 128
		// Added to a number and taken away again, it leaves the nearest integer, which
		// stands in the lowest bits of the sum.
		shift = 3 << 51

		overflow  = 7.09782712893383973096e+02
		underflow = -7.45133219101941108420e+02
	)
	if !(x <= overflow && x >= underflow) {
		switch {
		case x > overflow:
			return math.Inf(1)
		case x < underflow:
			return 0
		default:
			return x
		}
	}
	shifted := float64(x*perOctave) + shift
	n := int32(math.Float64bits(shifted))
	whole := shifted - shift
	r := (x - float64(whole*stepHigh)) - float64(whole*stepLow)
	r2 := float64(r * r)
	root := &roots[n&127]
	less := (root.missing + r) + float64(r2*(1./2+float64(r*(1./6)))) + float64(float64(r2*r2)*(1./24+float64(r*(1./120))))
	return scale(root.near+float64(root.near*less), int(n>>7))
}

// scale gives y·2ᵏ, for y in [½, 2], rounded where it is subnormal.
func scale(y float64, k int) float64 {
	if k > -1000 && k < 1000 {
		return math.Float64frombits(math.Float64bits(y) + uint64(k)<<52)
	}
	half := k / 2
	return float64(float64(y*power(half)) * power(k-half))
}

// power gives 2ᵏ, for −1022 ≤ k ≤ 1023.
func power(k int) float64 { return math.Float64frombits(uint64(k+1023) << 52) }
