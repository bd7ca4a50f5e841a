package latency

import (
	"math"
	"math/bits"

	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Fill draws the services of consecutive requests, the first at a place: it does what
// Service does for each of them, in a third of the time.
func (s *Sampler) Fill(services []fixed.Micros, first draw.Place) {
	if s.law != nil {
		s.law.fill(services, s.words, first, 0)
		return
	}
	for i := range services {
		services[i] = s.Service(first + draw.Place(i))
	}
}

// Fill is Before for consecutive requests.
func (g *Gaps) Fill(gaps []fixed.Micros, first int) {
	g.law.fill(gaps, g.words, draw.At(first, 0, 0, 0), math.MaxUint64)
}

// fill draws for the words of consecutive requests, of which some bits are flipped. It is
// strip.at and strip.decides, written out: called for each draw, they would cost as much
// again as they do.
func (t *strips) fill(draws []fixed.Micros, words draw.Source, first draw.Place, flip uint64) {
	for i := range draws {
		word := words.Word(first+draw.Place(i), 0) ^ flip
		s := &t.body[word>>(64-bodyBits)]
		position := word << bodyBits
		x := int64(position >> 32)
		curve := int64(s.curve) + int64(s.bend)*x>>32
		rise, _ := bits.Mul64(uint64(s.slope+curve*x>>28), position)
		if at := s.base + int64(rise); uint32(at)%unit < s.sure {
			draws[i] = fixed.Micros(at >> point)
		} else {
			draws[i] = t.drawFine(word)
		}
	}
}

// Copy gives a sampler that draws the same and shares nothing that a draw changes, so
// that two may draw at once.
func (s *Sampler) Copy() Sampler {
	c := *s
	if s.law != nil {
		c.law = s.law.copy()
	}
	return c
}

// Copy is that of a sampler.
func (g *Gaps) Copy() Gaps { return Gaps{g.words, g.law.copy()} }

func (t *strips) copy() *strips {
	c := *t
	c.fine = make([]*[1 << fineBits]strip, len(t.fine))
	for i, f := range t.fine {
		if f != nil {
			c.fine[i] = new(*f)
		}
	}
	if t.fine == nil {
		c.fine = nil
	}
	return &c
}
