package latency

import (
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Shifted adds a constant to another law.
type Shifted struct {
	ByMs    fixed.Micros `json:"byMs" validate:"min=0,max=86400000000"`
	Latency Law          `json:"latency"`
}

// Mean is the other law's and the shift.
func (s *Shifted) Mean() float64 { return milliseconds(s.ByMs) + s.Latency.Mean() }

// Variance is the other law's.
func (s *Shifted) Variance() float64 { return s.Latency.Variance() }

// Quantile is the other law's and the shift.
func (s *Shifted) Quantile(p float64) float64 { return milliseconds(s.ByMs) + s.Latency.Quantile(p) }

// Survival is the other law's at the rest of the time.
func (s *Shifted) Survival(t float64) float64 { return s.Latency.Survival(t - milliseconds(s.ByMs)) }

func (s *Shifted) corners() (all []fixed.Micros) {
	for _, at := range s.Latency.kind().corners() {
		all = append(all, s.ByMs+at)
	}
	return all
}
