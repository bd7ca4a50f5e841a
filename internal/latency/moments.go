package latency

import "github.com/hedgedrill/hedgedrill/internal/portable"

// Mean adds up the pieces, and what is outside the points. A piece straight in
// logarithms has the mass upper·e^(−s) ds at the time from·e^(slope·s), so that
//
//	∫ t dy = from·upper·(e^(k·length) − 1)/k,   k = slope − 1
func (q *Quantiles) Mean() float64 {
	first, last := q.first(), q.last()
	sum := float64(float64(first.Percent)*float64(first.Ms)) + float64((percent-float64(last.Percent))*float64(last.Ms))
	for _, p := range q.pieces() {
		sum += p.mean()
	}
	return sum / percent / 1000
}

// mean is the integral of the time over the piece's mass.
func (p *piece) mean() float64 {
	if p.straight {
		return float64((p.upper - p.lower) * ((p.from + p.to) / 2))
	}
	k := p.slope - 1
	integral := p.length
	if k != 0 {
		integral = portable.Expm1(float64(k*p.length)) / k
	}
	return float64(float64(p.from*p.upper) * integral)
}

// Variance adds up the squares of distances from the mean.
func (q *Quantiles) Variance() float64 {
	first, last := q.first(), q.last()
	mean := float64(q.Mean() * 1000)
	square := func(us float64) float64 { return float64((us - mean) * (us - mean)) }
	sum := float64(float64(first.Percent)*square(float64(first.Ms))) + float64((percent-float64(last.Percent))*square(float64(last.Ms)))
	for _, p := range q.pieces() {
		sum += p.square(mean)
	}
	return sum / percent / 1e6
}

// square is the integral of (t − center)² over the piece's mass. That of a piece
// straight in logarithms is taken numerically, since its closed form is a
// difference of terms that cancel: by steps of s so small that every exponent in
// it changes by at most 4, in which the rule of sixteen points is exact to 10⁻¹⁶.
func (p *piece) square(center float64) float64 {
	if p.straight {
		middle, span := float64((p.from+p.to)/2)-center, p.to-p.from
		return float64((p.upper - p.lower) * (float64(middle*middle) + float64(span*span)/12))
	}
	steps := 1 + int(float64(p.length*(1+float64(2*p.slope)))/4)
	half := p.length / float64(2*steps)
	sum := 0.0
	for i := range steps {
		middle := float64(float64(2*i+1) * half)
		for j, node := range legendreNodes {
			offset := float64(half * node)
			sum += float64(legendreWeights[j] * (p.squareAt(middle-offset, center) + p.squareAt(middle+offset, center)))
		}
	}
	return float64(float64(sum*half) * p.upper)
}

func (p *piece) squareAt(s, center float64) float64 {
	d := float64(p.from*portable.Exp(float64(p.slope*s))) - center
	return float64(float64(d*d) * portable.Exp(-s))
}

// The positive nodes of the Gauss–Legendre rule of sixteen points, and its weights
// (NIST DLMF 3.5.v).
var (
	legendreNodes = [8]float64{
		0.095012509837637440185, 0.28160355077925891323, 0.45801677765722738634, 0.61787624440264374845,
		0.7554044083550030339, 0.86563120238783174388, 0.94457502307323257608, 0.9894009349916499326,
	}
	legendreWeights = [8]float64{
		0.18945061045506849629, 0.18260341504492358887, 0.16915651939500253819, 0.14959598881657673208,
		0.12462897125553387205, 0.09515851168249278481, 0.062253523938647892863, 0.027152459411754094852,
	}
)
