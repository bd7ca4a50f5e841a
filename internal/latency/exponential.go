package latency

import (
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/portable"
)

// Exponential is the law without memory: P(X > t) = e^(−t/mean).
type Exponential struct {
	MeanMs fixed.Micros `json:"meanMs" validate:"min=1,max=86400000000"`
}

// Mean is the parameter.
func (e *Exponential) Mean() float64 { return milliseconds(e.MeanMs) }

// Variance is mean².
func (e *Exponential) Variance() float64 { return float64(e.Mean() * e.Mean()) }

// Quantile is −mean·ln(1 − p).
func (e *Exponential) Quantile(p float64) float64 { return float64(e.Mean() * -portable.Log1p(-p)) }

// Survival is e^(−t/mean).
func (e *Exponential) Survival(t float64) float64 {
	return portable.Exp(-max(t, 0) / e.Mean())
}

func (e *Exponential) corners() []fixed.Micros { return []fixed.Micros{0} }
