package latency

import (
	"math/bits"
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// strips draw from a law by inversion of one word: a draw is ⌊Q(U) + ½⌋, where Q
// gives the law's quantiles in µs and U = draw.Uniform(word). Strips only make it
// fast.
//
// The word's first 10 bits select one of 1,024 strips of equal probability, its other
// bits the position x in the strip, 0 ≤ x < 1. In a strip a cubic follows Q, with a
// bound on its error. Where a rounding boundary is within that bound, Q decides. A
// strip in which Q bends too much is divided into 64 fine strips.
//
//	Q │          ╱
//	  │       ╱ │      in each strip:
//	  │ __╌── │ │      base + slope·x + curve·x² + bend·x³
//	  └─┴──┴──┴─┴─▶ U
//
// A strip is computed on first use, from the law alone. So a draw is a pure function
// of the law and the word, and a short run computes few strips.
type strips struct {
	quantile func(p float64) float64  // Q, in µs
	survival func(us float64) float64 // its inverse: 1 − U
	corners  []fixed.Micros           // sorted
	body     [1 << bodyBits]strip
	fine     []*[1 << fineBits]strip // by strip of the body, once one is divided
}

const (
	bodyBits = 10
	fineBits = 6

	// The largest error with which a strip is used, in µs. Q decides on at most twice
	// this share of its draws.
	bodyError = 1. / 1024
	fineError = 1. / 8
)

func newStrips(quantile, survival func(float64) float64, corners []fixed.Micros) *strips {
	return &strips{quantile: quantile, survival: survival, corners: slices.Sorted(slices.Values(corners))}
}

// draw gives the law's draw for a word.
func (t *strips) draw(word uint64) fixed.Micros {
	s := &t.body[word>>(64-bodyBits)]
	if x := s.at(word << bodyBits); s.decides(x) {
		return fixed.Micros(x >> point)
	}
	return t.drawFine(word)
}

// drawFine draws where the strip of the body does not decide, or is not computed yet.
func (t *strips) drawFine(word uint64) fixed.Micros {
	i := word >> (64 - bodyBits)
	switch s := &t.body[i]; {
	case s.base == 0:
		*s = t.fit(word, bodyBits, bodyError)
		return t.draw(word)
	case s.sure > 0:
		return t.direct(word)
	case t.fine == nil:
		t.fine = make([]*[1 << fineBits]strip, len(t.body))
	}
	if t.fine[i] == nil {
		t.fine[i] = new([1 << fineBits]strip)
	}
	s := &t.fine[i][word<<bodyBits>>(64-fineBits)]
	if s.base == 0 {
		*s = t.fit(word, bodyBits+fineBits, fineError)
	}
	if x := s.at(word << (bodyBits + fineBits)); s.decides(x) {
		return fixed.Micros(x >> point)
	}
	return t.direct(word)
}

// direct draws without strips: the definition of a draw.
func (t *strips) direct(word uint64) fixed.Micros {
	return fixed.Micros(t.quantile(draw.Uniform(word)) + 0.5)
}

// strip is the cubic of a strip in fixed point: base and slope in 2⁻²⁴ µs, curve and
// bend in 2⁻²⁰ µs. Base contains the ½ µs of rounding, and is lower than the start by
// the bound on the error: if less than sure is left above a whole µs, then Q rounds
// to that µs.
type strip struct {
	base, slope int64
	curve, bend int32
	sure        uint32
}

// A strip that is not computed yet has base 0, one that is of no use has base −1.
// Both have sure 0, and decide nothing.
var useless = strip{base: -1}

const (
	point = 24 // binary places of base
	unit  = 1 << point
)

// at gives the cubic at a position, in 2⁻⁶⁴ of the strip.
func (s *strip) at(position uint64) int64 {
	x := int64(position >> 32)
	curve := int64(s.curve) + int64(s.bend)*x>>32
	slope := s.slope + curve*x>>28
	rise, _ := bits.Mul64(uint64(slope), position)
	return s.base + int64(rise)
}

// decides says whether a value of the cubic is far enough from rounding boundaries.
func (s *strip) decides(x int64) bool { return uint32(x)%unit < s.sure }
