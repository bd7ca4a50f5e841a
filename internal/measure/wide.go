package measure

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
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

// addOne adds a time, which is not negative.
func (w *wide) addOne(t fixed.Micros) {
	low, carry := bits.Add64(w.low, uint64(t), 0)
	w.low, w.high = low, w.high+carry
}

// minus is the difference of two; it is not negative.
func (w wide) minus(other wide) wide {
	low, borrow := bits.Sub64(w.low, other.low, 0)
	return wide{w.high - other.high - borrow, low}
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

// of is the sum times scale as a share of another sum, rounded and bounded likewise.
func (w wide) of(whole wide, scale int64) int64 {
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

func (w wide) big() *big.Int {
	sum := new(big.Int).SetUint64(w.high)
	return sum.Lsh(sum, 64).Or(sum, new(big.Int).SetUint64(w.low))
}
