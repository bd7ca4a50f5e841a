package latency

import (
	"math"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Mixture serves each attempt by one of several laws, picked by weight.
type Mixture struct {
	Parts []Part `json:"parts" validate:"min=1,max=64,dive"`
}

// Part is a law of a mixture. Weights are relative: they need not add up to
// anything.
type Part struct {
	Weight  fixed.Millionths `json:"weight" validate:"min=1,max=1000000000000"`
	Latency Law              `json:"latency"`
}

// total is the sum of the weights in millionths.
func (m *Mixture) total() (sum fixed.Millionths) {
	for _, p := range m.Parts {
		sum += p.Weight
	}
	return sum
}

// average is that of a figure of the parts, by weight.
func (m *Mixture) average(figure func(Law) float64) float64 {
	sum := 0.0
	for _, p := range m.Parts {
		sum += float64(float64(p.Weight) * figure(p.Latency))
	}
	return sum / float64(m.total())
}

// Mean is the parts' average.
func (m *Mixture) Mean() float64 { return m.average(Law.Mean) }

// Variance is the average of the parts' variances and of the squares of their
// means' distances from the whole's.
func (m *Mixture) Variance() float64 {
	mean := m.Mean()
	if math.IsInf(mean, 1) {
		return mean
	}
	return m.average(func(l Law) float64 {
		d := l.Mean() - mean
		return l.Variance() + float64(d*d)
	})
}

// Survival is the parts' average.
func (m *Mixture) Survival(t float64) float64 {
	return m.average(func(l Law) float64 { return l.Survival(t) })
}

// Quantile is the least time whose survival is at most 1 − p.
func (m *Mixture) Quantile(p float64) float64 {
	low, high := m.bracket(p)
	return falling(m.Survival, 1-p, low, high)
}

// bracket gives times between which the quantile of p lies. A part of weight w alone
// bounds both: at most p/w of it is served by then, and at most (1 − p)/w after. So
// do the least and the largest quantile of the parts, where no part weighs enough.
func (m *Mixture) bracket(p float64) (low, high float64) {
	low, high = -1, math.Inf(1)
	least, most := math.Inf(1), 0.0
	total := float64(m.total())
	for _, part := range m.Parts {
		weight := float64(part.Weight) / total
		if 1-p < weight {
			low = max(low, part.Latency.Quantile(1-(1-p)/weight))
		}
		if p < weight {
			high = min(high, part.Latency.Quantile(p/weight))
		}
	}
	if low >= 0 && high < math.Inf(1) {
		return low, high
	}
	for _, part := range m.Parts {
		q := part.Latency.Quantile(p)
		least, most = min(least, q), max(most, q)
	}
	return max(low, least), min(high, most, math.MaxFloat64)
}

func (m *Mixture) corners() (all []fixed.Micros) {
	for _, p := range m.Parts {
		all = append(all, p.Latency.kind().corners()...)
	}
	return all
}
