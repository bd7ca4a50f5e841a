// Package figures sums samples up: medians, spread, and ratios of what was measured in
// the same round.
package figures

import (
	"math"
	"slices"
)

// Samples are measurements by name, one a round. A round that did not measure a name
// has NaN there.
type Samples struct {
	round  int
	byName map[string][]float64
}

// NewSamples has no round yet.
func NewSamples() *Samples { return &Samples{round: -1, byName: map[string][]float64{}} }

// NextRound begins a round.
func (s *Samples) NextRound() { s.round++ }

// Add takes a measurement of the round. A second one of the same name replaces the first.
func (s *Samples) Add(name string, value float64) {
	for len(s.byName[name]) <= s.round {
		s.byName[name] = append(s.byName[name], math.NaN())
	}
	s.byName[name][s.round] = value
}

// Of are the measurements of a name.
func (s *Samples) Of(name string) []float64 { return known(s.byName[name]) }

// Ratios are those of two names, each within a round.
func (s *Samples) Ratios(over, under string, times float64) []float64 {
	a, b := s.byName[over], s.byName[under]
	var ratios []float64
	for i := range min(len(a), len(b)) {
		ratios = append(ratios, a[i]/(times*b[i]))
	}
	return known(ratios)
}

func known(values []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

// Spread is the median of samples, and the least and the greatest.
type Spread struct {
	N                int
	Median, Min, Max float64
}

// Of sums samples up; without any, N is 0.
func Of(values []float64) Spread {
	n := len(values)
	if n == 0 {
		return Spread{}
	}
	sorted := slices.Sorted(slices.Values(values))
	middle := sorted[n/2]
	if n%2 == 0 {
		middle = (sorted[n/2-1] + middle) / 2
	}
	return Spread{n, middle, sorted[0], sorted[n-1]}
}
