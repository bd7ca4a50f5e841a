package latency

import (
	"math"
	"sort"
)

// fit computes the strip of the words that share the word's first bits.
//
// The cubic meets Q at both ends and at two points between. Only the ends need Q:
// between, the survival of a time gives its position, which is faster. At three more
// points the cubic's error is seen. A smooth Q is nowhere much farther off than in
// the middle; four times the error seen is allowed for. Corners could be missed by
// all points, so there may be none. The rest of the bound is for errors of Q itself,
// relative to its value and as those of a probability, and for fixed point.
func (t *strips) fit(word uint64, bits int, most float64) strip {
	width := math.Ldexp(1, -bits)
	from := float64(float64(word>>(64-bits)) * width)
	start, end := t.quantile(max(from, 0x1p-53)), t.quantile(min(from+width, 1-0x1p-53))
	rise := end - start
	if !(end <= day) || rise > 0 && t.cornerWithin(start, end) {
		return useless
	}
	var c cubic
	off := rise
	if rise > 0x1p-18 {
		position := func(us float64) float64 { return (1 - from - t.survival(us)) / width }
		off = float64(4 * c.fit(start, rise, position))
	}
	off += float64(end*0x1p-42) + float64(rise/width*0x1p-43) + 0x1p-18
	if !(off <= most && math.Abs(c.curve) < 1<<10 && math.Abs(c.bend) < 1<<10) {
		return useless
	}
	s := strip{
		base:  int64((start + 0.5 - off) * unit),
		slope: int64(math.Round(c.slope * unit)),
		curve: int32(math.Round(c.curve * (1 << 20))),
		bend:  int32(math.Round(c.bend * (1 << 20))),
		sure:  uint32((1 - float64(2*off)) * unit),
	}
	if s.slope+16*int64(min(s.curve+min(s.bend, 0), 0)) < 0 { // at needs a slope that is never negative
		return useless
	}
	return s
}

// cornerWithin says whether there is a corner from one time to another.
func (t *strips) cornerWithin(from, to float64) bool {
	i := sort.Search(len(t.corners), func(i int) bool { return float64(t.corners[i]) >= from })
	return i < len(t.corners) && float64(t.corners[i]) <= to
}

// cubic is slope·x + curve·x² + bend·x³.
type cubic struct{ slope, curve, bend float64 }

func (c *cubic) at(x float64) float64 {
	return float64(x * (c.slope + float64(x*(c.curve+float64(x*c.bend)))))
}

// fit makes the cubic rise as the times do whose positions are given, and gives the
// largest error that it sees; +Inf if positions are far from where they should be.
func (c *cubic) fit(start, rise float64, position func(us float64) float64) (miss float64) {
	var x, up [5]float64
	for i, share := range [5]float64{0.25, 0.75, 0.125, 0.5, 0.875} {
		up[i] = float64(share * rise)
		x[i] = position(start + up[i])
		if !(math.Abs(x[i]-share) < 0.125) {
			return math.Inf(1)
		}
	}
	// Divided by x, the cubic is a parabola through three points.
	g0, g1 := up[0]/x[0], up[1]/x[1]
	steep := (g1 - g0) / (x[1] - x[0])
	c.bend = ((rise-g1)/(1-x[1]) - steep) / (1 - x[0])
	c.curve = steep - float64(c.bend*(x[0]+x[1]))
	c.slope = g0 - float64(x[0]*(c.curve+float64(c.bend*x[0])))
	for i := 2; i < 5; i++ {
		miss = max(miss, math.Abs(c.at(x[i])-up[i]))
	}
	return miss
}
