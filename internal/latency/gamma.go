package latency

import (
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/portable"
)

// Gamma is the law with density ∝ t^(shape−1)·e^(−t·shape/mean): the sum of as many
// exponentials as the shape says, if it is whole (Erlang's law).
type Gamma struct {
	Shape  fixed.Millionths `json:"shape" validate:"min=10000,max=1000000000"`
	MeanMs fixed.Micros     `json:"meanMs" validate:"min=1,max=86400000000"`
}

// scale is mean/shape in ms.
func (g *Gamma) scale() float64 { return milliseconds(g.MeanMs) / g.Shape.Float() }

// Mean is the parameter.
func (g *Gamma) Mean() float64 { return milliseconds(g.MeanMs) }

// Variance is mean²/shape.
func (g *Gamma) Variance() float64 { return float64(g.scale() * g.Mean()) }

// Quantile is scale·P⁻¹(shape, p), P the regularized incomplete gamma function.
func (g *Gamma) Quantile(p float64) float64 {
	return float64(g.scale() * portable.GammaQuantile(g.Shape.Float(), p))
}

// Survival is 1 − P(shape, t/scale).
func (g *Gamma) Survival(t float64) float64 {
	return portable.GammaSurvival(g.Shape.Float(), t/g.scale())
}

func (g *Gamma) corners() []fixed.Micros { return []fixed.Micros{0} }
