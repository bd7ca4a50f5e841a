package latency

import (
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/portable"
)

// Lognormal is median·e^(sigma·Z) with Z standard normal.
type Lognormal struct {
	MedianMs fixed.Micros     `json:"medianMs" validate:"min=1,max=86400000000"`
	Sigma    fixed.Millionths `json:"sigma" validate:"min=0,max=10000000"`
}

// Mean is median·e^(sigma²/2).
func (l *Lognormal) Mean() float64 {
	sigma := l.Sigma.Float()
	return float64(milliseconds(l.MedianMs) * portable.Exp(float64(sigma*sigma)/2))
}

// Variance is mean²·(e^sigma² − 1).
func (l *Lognormal) Variance() float64 {
	sigma, mean := l.Sigma.Float(), l.Mean()
	return float64(mean * float64(mean*portable.Expm1(float64(sigma*sigma))))
}

// Quantile is median·e^(sigma·z), z the normal quantile.
func (l *Lognormal) Quantile(p float64) float64 {
	return float64(milliseconds(l.MedianMs) * portable.Exp(float64(l.Sigma.Float()*portable.NormalQuantile(p))))
}

// Survival is P(Z > ln(t/median)/sigma).
func (l *Lognormal) Survival(t float64) float64 {
	median := milliseconds(l.MedianMs)
	switch {
	case t <= 0 || l.Sigma == 0 && t < median:
		return 1
	case l.Sigma == 0:
		return 0
	}
	return portable.NormalSurvival(portable.Log(t/median) / l.Sigma.Float())
}

func (l *Lognormal) corners() []fixed.Micros {
	if l.Sigma == 0 {
		return []fixed.Micros{l.MedianMs}
	}
	return nil
}
