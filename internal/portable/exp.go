package portable

import "math"

// Exp is eˣ, with an error of less than one unit in the last place.
//
// With k the integer nearest x/ln 2 and r = x − k·ln 2, eˣ = 2ᵏ·eʳ and
//
//	eʳ = 1 + r + r·R/(2 − R),   R = r − (P1·r² + … + P5·r¹⁰)
//
// P1 to P5 are FreeBSD's, of e_exp.c, which came with this notice:
//
//	Copyright (C) 2004 by Sun Microsystems, Inc. All rights reserved.
//	Permission to use, copy, modify, and distribute this software is freely
//	granted, provided that this notice is preserved.
func Exp(x float64) float64 {
	const (
		log2e     = 1.44269504088896338700e+00
		overflow  = 7.09782712893383973096e+02
		underflow = -7.45133219101941108420e+02

		p1 = 1.66666666666666657415e-01
		p2 = -2.77777777770155933842e-03
		p3 = 6.61375632143793436117e-05
		p4 = -1.65339022054652515390e-06
		p5 = 4.13813679705723846039e-08
	)
	switch {
	case x > overflow:
		return math.Inf(1)
	case x < underflow:
		return 0
	case math.IsNaN(x):
		return x
	}
	scaled := float64(x * log2e)
	k := int(scaled + math.Copysign(0.5, scaled))
	high := x - float64(float64(k)*ln2High)
	low := float64(float64(k) * ln2Low)
	r := high - low
	t := float64(r * r)
	R := r - float64(t*(p1+float64(t*(p2+float64(t*(p3+float64(t*(p4+float64(t*p5)))))))))
	y := 1 - ((low - float64(r*R)/(2-R)) - high)
	return scale(y, k)
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
