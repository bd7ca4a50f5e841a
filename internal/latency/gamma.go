package latency

import (
	"math"

	"github.com/hedgedrill/hedgedrill/internal/draw"
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

// sampler prepares Marsaglia and Tsang's method for the shape, or for the shape and
// one more if it is below 1: a gamma variable of shape a is one of shape a + 1 times
// U^(1/a).
func (g *Gamma) sampler() sampler {
	shape, root := g.Shape.Float(), 0.0
	scale := float64(g.MeanMs) / shape
	if shape < 1 {
		shape, root = shape+1, 1/shape
	}
	d := shape - 1./3
	return gammaSampler{d, 1 / math.Sqrt(9*d), scale, root}
}

type gammaSampler struct{ d, c, scale, root float64 } // 1, 1, µs, 1

// service takes d·v, v = (1 + c·Z)³ with Z normal, for a gamma variable with
// probability e^(Z²/2 + d − d·v + d·ln v), and else tries again: once in twenty at
// most. (Marsaglia, Tsang: A Simple Method for Generating Gamma Variables, ACM
// TOMS 26, 2000; the quick test is theirs too.)
func (s gammaSampler) service(_, _ int, words draw.Words) fixed.Micros {
	for {
		z := portable.NormalQuantile(draw.Uniform(words.Next()))
		u := draw.Uniform(words.Next())
		v := 1 + float64(s.c*z)
		if v <= 0 {
			continue
		}
		v = float64(v * float64(v*v))
		z2 := float64(z * z)
		if u < 1-float64(0.0331*float64(z2*z2)) || portable.Log(u) < float64(0.5*z2)+float64(s.d*(1-v+portable.Log(v))) {
			return born(float64(s.boosted(s.d*v, words) * s.scale))
		}
	}
}

func (s gammaSampler) boosted(x float64, words draw.Words) float64 {
	if s.root == 0 {
		return x
	}
	return float64(x * portable.Pow(draw.Uniform(words.Next()), s.root))
}
