package latency

import (
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Uniform spreads services evenly from MinMs to MaxMs, which is not below it.
type Uniform struct {
	MinMs fixed.Micros `json:"minMs" validate:"min=0,max=86400000000"`
	MaxMs fixed.Micros `json:"maxMs" validate:"min=0,max=86400000000"`
}

// Mean is the middle.
func (u *Uniform) Mean() float64 { return milliseconds(u.MinMs+u.MaxMs) / 2 }

// Variance is (max − min)²/12.
func (u *Uniform) Variance() float64 {
	span := milliseconds(u.MaxMs - u.MinMs)
	return float64(span*span) / 12
}

// Quantile is min + p·(max − min).
func (u *Uniform) Quantile(p float64) float64 {
	return milliseconds(u.MinMs) + float64(p*milliseconds(u.MaxMs-u.MinMs))
}

// Survival falls from 1 at min to 0 at max in a straight line.
func (u *Uniform) Survival(t float64) float64 {
	switch low, high := milliseconds(u.MinMs), milliseconds(u.MaxMs); {
	case t < low:
		return 1
	case t >= high:
		return 0
	default:
		return (high - t) / (high - low)
	}
}

func (u *Uniform) corners() []fixed.Micros { return []fixed.Micros{u.MinMs, u.MaxMs} }
