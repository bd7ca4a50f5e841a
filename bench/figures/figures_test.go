package figures

import (
	"math"
	"slices"
	"testing"
)

func TestMedians(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   Spread
	}{
		{nil, Spread{}},
		{[]float64{3}, Spread{1, 3, 3, 3}},
		{[]float64{9, 1}, Spread{2, 5, 1, 9}},
		{[]float64{9, 1, 2}, Spread{3, 2, 1, 9}},
		{[]float64{4, 100, 1, 2}, Spread{4, 3, 1, 100}},
	} {
		before := slices.Clone(c.values)
		if got := Of(c.values); got != c.want {
			t.Errorf("of %v: %v, not %v", c.values, got, c.want)
		}
		if !slices.Equal(before, c.values) {
			t.Errorf("the samples %v became %v", before, c.values)
		}
	}
}

// The machine is twice as slow in the second round, and a name is not measured in the
// third: a ratio is of one round, not of medians.
func TestRatiosAreWithinARound(t *testing.T) {
	s := NewSamples()
	for _, round := range []struct{ a, b float64 }{{30, 10}, {60, 20}, {math.NaN(), 10}, {50, 10}} {
		s.NextRound()
		if !math.IsNaN(round.a) {
			s.Add("a", round.a)
		}
		s.Add("b", round.b)
	}
	if got, want := s.Ratios("a", "b", 1), []float64{3, 3, 5}; !slices.Equal(got, want) {
		t.Errorf("ratios %v, not %v", got, want)
	}
	if got, want := s.Ratios("a", "b", 2), []float64{1.5, 1.5, 2.5}; !slices.Equal(got, want) {
		t.Errorf("ratios by twice b %v, not %v", got, want)
	}
	if got := s.Of("a"); len(got) != 3 {
		t.Errorf("%v of three measurements", got)
	}
	if got := s.Ratios("a", "c", 1); len(got) != 0 {
		t.Errorf("ratios %v by what was never measured", got)
	}
	if got := s.Of("c"); len(got) != 0 {
		t.Errorf("%v of what was never measured", got)
	}
}

func TestALaterMeasurementOfARoundReplaces(t *testing.T) {
	s := NewSamples()
	s.NextRound()
	s.Add("a", 1)
	s.Add("a", 2)
	s.NextRound()
	s.Add("a", 3)
	if got, want := s.Of("a"), []float64{2, 3}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}
