package stats

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Sum is a sum of times in 128 bits: of latencies, and of stretches in which so many
// waited. Where load is far above capacity, 64 would not hold it.
type Sum struct {
	high, low uint64
}

// AddTimes adds a·b, neither of which is negative.
func (w *Sum) AddTimes(a, b int64) {
	high, low := bits.Mul64(uint64(a), uint64(b))
	var carry uint64
	w.low, carry = bits.Add64(w.low, low, 0)
	w.high += high + carry
}

// Add adds a time, which is not negative.
func (w *Sum) Add(t fixed.Micros) {
	low, carry := bits.Add64(w.low, uint64(t), 0)
	w.low, w.high = low, w.high+carry
}

// Plus is the sum of two.
func (w Sum) Plus(other Sum) Sum {
	low, carry := bits.Add64(w.low, other.low, 0)
	return Sum{w.high + other.high + carry, low}
}

// Minus is the difference of two; it is not negative.
func (w Sum) Minus(other Sum) Sum {
	low, borrow := bits.Sub64(w.low, other.low, 0)
	return Sum{w.high - other.high - borrow, low}
}

// Over is the sum times scale divided by den, rounded half away from zero; 0 if den
// is 0, and the largest int64 if it holds no more.
func (w Sum) Over(den, scale int64) int64 {
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

// Of is the sum times scale as a share of another sum, rounded and bounded likewise.
func (w Sum) Of(whole Sum, scale int64) int64 {
	twice := whole.big()
	if twice.Sign() == 0 {
		return 0
	}
	share := w.big()
	share.Mul(share, big.NewInt(scale)).Lsh(share, 1).Add(share, whole.big())
	if share.Quo(share, twice.Lsh(twice, 1)); !share.IsInt64() {
		return math.MaxInt64
	}
	return share.Int64()
}

// Float is the sum as the nearest float64, or one beside it.
func (w Sum) Float() float64 { return float64(float64(w.high)*(1<<64)) + float64(w.low) }

func (w Sum) big() *big.Int {
	sum := new(big.Int).SetUint64(w.high)
	return sum.Lsh(sum, 64).Or(sum, new(big.Int).SetUint64(w.low))
}
