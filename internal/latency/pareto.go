package latency

import (
	"math"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/portable"
)

// Pareto is the law with P(X > t) = (min/t)^alpha from min on: a straight line in
// log against log.
type Pareto struct {
	MinMs fixed.Micros     `json:"minMs" validate:"min=1,max=86400000000"`
	Alpha fixed.Millionths `json:"alpha" validate:"min=1,max=1000000000"`
}

// Mean is min·alpha/(alpha − 1), infinite up to alpha 1.
func (p *Pareto) Mean() float64 {
	alpha := p.Alpha.Float()
	if alpha <= 1 {
		return math.Inf(1)
	}
	return float64(milliseconds(p.MinMs)*alpha) / (alpha - 1)
}

// Variance is min²·alpha/((alpha − 1)²·(alpha − 2)), infinite up to alpha 2.
func (p *Pareto) Variance() float64 {
	alpha := p.Alpha.Float()
	if alpha <= 2 {
		return math.Inf(1)
	}
	low := milliseconds(p.MinMs) / (alpha - 1)
	return float64(float64(low*low)*alpha) / (alpha - 2)
}

// Quantile is min·(1 − p)^(−1/alpha).
func (p *Pareto) Quantile(share float64) float64 {
	return float64(milliseconds(p.MinMs) * portable.Exp(-portable.Log1p(-share)/p.Alpha.Float()))
}

// Survival is (min/t)^alpha from min on.
func (p *Pareto) Survival(t float64) float64 {
	low := milliseconds(p.MinMs)
	if t <= low {
		return 1
	}
	return portable.Pow(low/t, p.Alpha.Float())
}

func (p *Pareto) corners() []fixed.Micros { return []fixed.Micros{p.MinMs} }
