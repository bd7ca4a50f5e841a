package latency

import (
	"math"

	"github.com/hedgedrill/hedgedrill/internal/draw"
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

// Quantile lies between the parts' least and largest, and is found there by
// halving the numbers between, by their bits: the least whose survival is at most
// 1 − p.
func (m *Mixture) Quantile(p float64) float64 {
	least, most := math.Inf(1), 0.0
	for _, part := range m.Parts {
		q := part.Latency.Quantile(p)
		least, most = min(least, q), max(most, q)
	}
	if m.Survival(least) <= 1-p {
		return least
	}
	low, high := math.Float64bits(least), math.Float64bits(most)
	for low+1 < high {
		middle := low + (high-low)/2
		if m.Survival(math.Float64frombits(middle)) <= 1-p {
			high = middle
		} else {
			low = middle
		}
	}
	return math.Float64frombits(high)
}

func (m *Mixture) sampler() sampler {
	s := &mixtureSampler{}
	for _, p := range m.Parts {
		s.total += int(p.Weight)
		s.upTo = append(s.upTo, s.total)
		s.of = append(s.of, p.Latency.kind().sampler())
	}
	return s
}

type mixtureSampler struct {
	total int
	upTo  []int // the sum of the weights up to each part's
	of    []sampler
}

// service picks a part by the first word and leaves it the rest, so that a mixture
// within picks by a word of its own.
func (s *mixtureSampler) service(request, attempt int, words draw.Words) fixed.Micros {
	at, part := draw.Below(words.Next(), s.total), 0
	for at >= s.upTo[part] {
		part++
	}
	return s.of[part].service(request, attempt, words)
}
