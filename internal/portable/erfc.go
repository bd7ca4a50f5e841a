package portable

import "math"

// The coefficients of erfc's rational functions: on |x| up to 0.84375, up to 1.25,
// up to 1/0.35, and beyond. They are FreeBSD's, of s_erf.c, which came with this
// notice:
//
//	Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
//	Developed at SunPro, a Sun Microsystems, Inc. business. Permission to use,
//	copy, modify, and distribute this software is freely granted, provided that
//	this notice is preserved.
var (
	erfcP  = []float64{1.28379167095512558561e-01, -3.25042107247001499370e-01, -2.84817495755985104766e-02, -5.77027029648944159157e-03, -2.37630166566501626084e-05}
	erfcQ  = []float64{1, 3.97917223959155352819e-01, 6.50222499887672944485e-02, 5.08130628187576562776e-03, 1.32494738004321644526e-04, -3.96022827877536812320e-06}
	erfcPA = []float64{-2.36211856075265944077e-03, 4.14856118683748331666e-01, -3.72207876035701323847e-01, 3.18346619901161753674e-01, -1.10894694282396677476e-01, 3.54783043256182359371e-02, -2.16637559486879084300e-03}
	erfcQA = []float64{1, 1.06420880400844228286e-01, 5.40397917702171048937e-01, 7.18286544141962662868e-02, 1.26171219808761642112e-01, 1.36370839120290507362e-02, 1.19844998467991074170e-02}
	erfcRA = []float64{-9.86494403484714822705e-03, -6.93858572707181764372e-01, -1.05586262253232909814e+01, -6.23753324503260060396e+01, -1.62396669462573470355e+02, -1.84605092906711035994e+02, -8.12874355063065934246e+01, -9.81432934416914548592e+00}
	erfcSA = []float64{1, 1.96512716674392571292e+01, 1.37657754143519042600e+02, 4.34565877475229228821e+02, 6.45387271733267880336e+02, 4.29008140027567833386e+02, 1.08635005541779435134e+02, 6.57024977031928170135e+00, -6.04244152148580987438e-02}
	erfcRB = []float64{-9.86494292470009928597e-03, -7.99283237680523006574e-01, -1.77579549177547519889e+01, -1.60636384855821916062e+02, -6.37566443368389627722e+02, -1.02509513161107724954e+03, -4.83519191608651397019e+02}
	erfcSB = []float64{1, 3.03380607434824582924e+01, 3.25792512996573918826e+02, 1.53672958608443695994e+03, 3.19985821950859553908e+03, 2.55305040643316442583e+03, 4.74528541206955367215e+02, -2.24409524465858183362e+01}
)

// erfAtOne is erf(1), rounded to single precision.
const erfAtOne = 8.45062911510467529297e-01

// Erfc is the complementary error function 2/√π · ∫ₓ^∞ e^(−t²) dt, with an error of
// less than two units in the last place.
func Erfc(x float64) float64 {
	switch a := math.Abs(x); {
	case math.IsNaN(x):
		return x
	case a < 0.84375:
		z := float64(x * x)
		return 1 - (x + float64(x*(horner(z, erfcP)/horner(z, erfcQ))))
	case a < 1.25:
		s := a - 1
		return reflect(x, 1-erfAtOne-horner(s, erfcPA)/horner(s, erfcQA))
	case a < 28:
		return reflect(x, erfcTail(a))
	default:
		return reflect(x, 0)
	}
}

// reflect makes erfc(x) of erfc(|x|): erfc(−x) = 2 − erfc(x).
func reflect(x, positive float64) float64 {
	if x < 0 {
		return 2 - positive
	}
	return positive
}

// erfcTail is erfc for 1.25 ≤ x < 28: e^(−x²−0.5625+R/S)/x, R and S in 1/x². So that
// e^(−x²) is accurate, x² is taken in two parts: z² with z the upper half of x's
// bits, which is exact, and (x−z)·(x+z).
func erfcTail(x float64) float64 {
	s := 1 / float64(x*x)
	ratio := 0.0
	if x < 1/0.35 {
		ratio = horner(s, erfcRA) / horner(s, erfcSA)
	} else {
		ratio = horner(s, erfcRB) / horner(s, erfcSB)
	}
	z := math.Float64frombits(math.Float64bits(x) &^ (1<<32 - 1))
	return float64(Exp(-float64(z*z)-0.5625)*Exp(float64((z-x)*(z+x))+ratio)) / x
}
