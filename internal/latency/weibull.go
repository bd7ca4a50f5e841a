package latency

import (
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/portable"
)

// Weibull is the law with P(X > t) = e^(−(t/scale)^shape): exponential at shape 1,
// with a heavier tail below and a lighter one above.
type Weibull struct {
	ScaleMs fixed.Micros     `json:"scaleMs" validate:"min=1,max=86400000000"`
	Shape   fixed.Millionths `json:"shape" validate:"min=10000,max=1000000000"`
}

// Mean is scale·Γ(1 + 1/shape).
func (w *Weibull) Mean() float64 {
	return float64(milliseconds(w.ScaleMs) * portable.Exp(portable.LogGamma(1+1/w.Shape.Float())))
}

// Variance is scale²·Γ(1 + 2/shape) − mean², written as mean²·(Γ(1+2/shape)/Γ(1+1/shape)² − 1)
// so that nothing is lost where the shape is large; +Inf where it exceeds a float64.
func (w *Weibull) Variance() float64 {
	once, twice := portable.LogGamma(1+1/w.Shape.Float()), portable.LogGamma(1+2/w.Shape.Float())
	mean := w.Mean()
	return float64(mean * float64(mean*portable.Expm1(twice-float64(2*once))))
}

// Quantile is scale·(−ln(1 − p))^(1/shape).
func (w *Weibull) Quantile(p float64) float64 {
	return float64(milliseconds(w.ScaleMs) * portable.Pow(-portable.Log1p(-p), 1/w.Shape.Float()))
}

// Survival is e^(−(t/scale)^shape).
func (w *Weibull) Survival(t float64) float64 {
	if t <= 0 {
		return 1
	}
	return portable.Exp(-portable.Pow(t/milliseconds(w.ScaleMs), w.Shape.Float()))
}

func (w *Weibull) corners() []fixed.Micros { return []fixed.Micros{0} }
