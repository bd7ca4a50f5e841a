package portable

import "math"

// LogGamma is ln Γ(x), for x > 0: by Stirling's series from 10 on, below by the
// series about 1, to which Γ(x) = (x − 1)·Γ(x − 1) leads.
func LogGamma(x float64) float64 {
	if x >= 10 {
		return float64((x-0.5)*Log(x)) - x + halfLogTau + stirling(x)
	}
	product := 1.0
	for x >= 1.5 {
		x--
		product = float64(product * x)
	}
	if x < 0.5 {
		return logGamma1p(x) - Log(x)
	}
	return logGamma1p(x-1) + Log(product)
}

// halfLogTau is ln √(2π).
const halfLogTau = 0.91893853320467274178

// stirling is ln Γ(x) − (x − ½)·ln x + x − ln √(2π) for x ≥ 10, to 10⁻¹⁷:
// 1/(12x) − 1/(360x³) + … (NIST DLMF 5.11.1).
func stirling(x float64) float64 {
	return horner(1/float64(x*x), stirlingSeries) / x
}

var stirlingSeries = []float64{1. / 12, -1. / 360, 1. / 1260, -1. / 1680, 1. / 1188, -691. / 360360, 1. / 156, -3617. / 122400}

// logGamma1p is ln Γ(1 + d) for |d| ≤ ½, accurate where that is near 0:
//
//	ln Γ(1 + d) = −ln(1 + d) + d·(1 − γ) + Σ (−1)ⁿ·(ζ(n) − 1)·dⁿ/n,  n = 2, 3, …
//
// (NIST DLMF 5.7.3), whose terms fall by a factor of four and more.
func logGamma1p(d float64) float64 {
	const oneLessEuler = 0.42278433509846713939
	sum, power := 0.0, d
	for i, zeta := range zetaLessOne {
		n := i + 2
		power = float64(power * -d)
		sum += float64(zeta*power) / float64(n)
	}
	return float64(d*oneLessEuler) - sum - Log1p(d)
}

// zetaLessOne are ζ(n) − 1 for n = 2, 3, …
var zetaLessOne = []float64{
	0.64493406684822643647, 0.2020569031595942854, 0.082323233711138191516, 0.036927755143369926331, 0.017343061984449139715,
	0.0083492773819228268398, 0.0040773561979443393787, 0.0020083928260822144179, 0.00099457512781808533715, 0.0004941886041194645587,
	0.00024608655330804829864, 0.00012271334757848914675, 0.000061248135058704829259, 0.000030588236307020493552, 0.000015282259408651871733,
	7.6371976378997622736e-6, 3.8172932649998398565e-6, 1.9082127165539389257e-6, 9.5396203387279611315e-7, 4.7693298678780646312e-7,
	2.3845050272773299e-7, 1.1921992596531107307e-7, 5.9608189051259479612e-8, 2.9803503514652280186e-8,
}

// log1pLess is ln(1 + x) − x, accurate where that is near 0. With r = x/(2 + x),
// ln(1 + x) = 2·(r + r³/3 + r⁵/5 + …) and x = 2r + r·x.
func log1pLess(x float64) float64 {
	if math.Abs(x) > 0.5 {
		return Log1p(x) - x
	}
	r := x / (2 + x)
	r2 := float64(r * r)
	sum, power := 0.0, r
	for n := 3; n < 41; n += 2 {
		power = float64(power * r2)
		sum += power / float64(n)
	}
	return float64(2*sum) - float64(r*x)
}
