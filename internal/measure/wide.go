package measure

import (
	"math"
	"math/bits"
)

// wide is a sum of products in 128 bits: of latencies, and of times in which so
// many waited.
type wide struct {
	high, low uint64
}

// add adds a·b, neither of which is negative.
func (w *wide) add(a, b int64) {
	high, low := bits.Mul64(uint64(a), uint64(b))
	var carry uint64
	w.low, carry = bits.Add64(w.low, low, 0)
	w.high += high + carry
}

// over is the sum times scale divided by den, rounded half away from zero; 0 if den
// is 0, and the largest int64 if it holds no more.
func (w wide) over(den, scale int64) int64 {
	if den <= 0 {
		return 0
	}
	carried, low := bits.Mul64(w.low, uint64(scale))
	overflow, high := bits.Mul64(w.high, uint64(scale))
	high, carry := bits.Add64(high, carried, 0)
	low, half := bits.Add64(low, uint64(den)/2, 0)
	high, last := bits.Add64(high, half, 0)
	if overflow+carry+last > 0 || high >= uint64(den) {
		return math.MaxInt64
	}
	quotient, _ := bits.Div64(high, low, uint64(den))
	return int64(min(quotient, math.MaxInt64))
}
