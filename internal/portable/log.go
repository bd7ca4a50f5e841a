package portable

import "math"

// Log is the natural logarithm, with an error of less than one unit in the last
// place.
//
// With x = 2ᵏ·(1 + f), √½ ≤ 1 + f < √2, and s = f/(2 + f),
//
//	ln(1 + f) = f − f²/2 + s·(f²/2 + R),   R = L1·s² + … + L7·s¹⁴
//
// L1 to L7 are FreeBSD's, of e_log.c, which came with this notice:
//
//	Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
//	Developed at SunPro, a Sun Microsystems, Inc. business. Permission to use,
//	copy, modify, and distribute this software is freely granted, provided that
//	this notice is preserved.
func Log(x float64) float64 {
	const (
		l1 = 6.666666666666735130e-01
		l2 = 3.999999999940941908e-01
		l3 = 2.857142874366239149e-01
		l4 = 2.222219843214978396e-01
		l5 = 1.818357216161805012e-01
		l6 = 1.531383769920937332e-01
		l7 = 1.479819860511658591e-01

		leastNormal = 0x1p-1022
		halfRoot    = 0x3fe6a09e667f3bcd // the bits of √½
	)
	k := 0
	switch {
	case x == 0:
		return math.Inf(-1)
	case x < 0:
		return math.NaN()
	case math.IsInf(x, 1) || math.IsNaN(x):
		return x
	case x < leastNormal:
		x = float64(x * (1 << 54))
		k = -54
	}
	// Of all binary exponents take the one that leaves a fraction from √½.
	bits := math.Float64bits(x)
	exponent := int64(bits-halfRoot) >> 52
	k += int(exponent)
	f := math.Float64frombits(bits-uint64(exponent)<<52) - 1

	s := f / (2 + f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	even := float64(s2 * (l1 + float64(s4*(l3+float64(s4*(l5+float64(s4*l7)))))))
	odd := float64(s4 * (l2 + float64(s4*(l4+float64(s4*l6)))))
	half := float64(0.5 * float64(f*f))
	exact := float64(float64(k) * ln2High)
	rest := float64(float64(k) * ln2Low)
	return exact - ((half - (float64(s*(half+(even+odd))) + rest)) - f)
}
