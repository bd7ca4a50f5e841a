package latency

import (
	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/portable"
)

// Gaps are the times between Poisson arrivals: exponential, with a mean that need
// not be whole microseconds, and not cut.
type Gaps struct {
	words draw.Source
	law   *strips
}

// NewGaps prepares the gaps of a run of this seed, with a mean in µs.
func NewGaps(seed int64, mean float64) Gaps {
	quantile := func(p float64) float64 { return float64(mean * -portable.Log(1-p)) }
	survival := func(us float64) float64 { return portable.Exp(-us / mean) }
	return Gaps{draw.New(seed, draw.Arrival), newStrips(quantile, survival, nil)}
}

// Before is the time between a request, counted from 1, and the one before it:
// −mean·ln U, where 1 − U is the uniform number of the inverted word.
func (g *Gaps) Before(request int) fixed.Micros {
	return g.law.draw(^g.words.Word(draw.At(request, 0, 0, 0), 0))
}
