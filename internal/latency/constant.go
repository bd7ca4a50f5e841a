package latency

import (
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Constant serves every attempt in the same time.
type Constant struct {
	Ms fixed.Micros `json:"ms" validate:"min=0,max=86400000000"`
}

// Mean is the constant.
func (c *Constant) Mean() float64 { return milliseconds(c.Ms) }

// Variance is 0.
func (c *Constant) Variance() float64 { return 0 }

// Quantile is the constant.
func (c *Constant) Quantile(float64) float64 { return milliseconds(c.Ms) }

// Survival is 1 below the constant and 0 from it on.
func (c *Constant) Survival(t float64) float64 {
	if t < milliseconds(c.Ms) {
		return 1
	}
	return 0
}

func (c *Constant) corners() []fixed.Micros { return []fixed.Micros{c.Ms} }
