package stats

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// Sums in 128 bits, and their quotients, are those of numbers without bounds.
func TestSumIsBig(t *testing.T) {
	r := rand.New(rand.NewPCG(128, 64))
	number := func() int64 { return r.Int64() >> r.IntN(63) } // of any size
	quotients, large, capped := 0, 0, 0
	for range 20_000 {
		var w Sum
		sum := new(big.Int)
		for range r.IntN(4) {
			a, b := number(), number()
			w.AddTimes(a, b)
			sum.Add(sum, new(big.Int).Mul(big.NewInt(a), big.NewInt(b)))
		}
		if got := w.big(); got.Cmp(sum) != 0 {
			t.Fatalf("the sum is %v, not %v", got, sum)
		}
		if w.high > 0 {
			large++
		}
		den, scale := 1+number()/2, number()
		want := halfUp(new(big.Int).Mul(sum, big.NewInt(scale)), big.NewInt(den))
		if !want.IsInt64() {
			want.SetInt64(math.MaxInt64)
			capped++
		}
		if got := w.Over(den, scale); got != want.Int64() {
			t.Fatalf("%v × %d / %d is %d, not %v", sum, scale, den, got, want)
		}
		var whole Sum
		whole.AddTimes(den, 1+number()/2)
		share := halfUp(new(big.Int).Mul(sum, big.NewInt(scale)), whole.big())
		if !share.IsInt64() {
			share.SetInt64(math.MaxInt64)
		}
		if got := w.Of(whole, scale); got != share.Int64() {
			t.Fatalf("%v × %d / %v is %d, not %v", sum, scale, whole.big(), got, share)
		}
		quotients += 2
	}
	t.Logf("%d quotients, of %d sums beyond 64 bits, %d too large", quotients, large, capped)
	if large == 0 || capped == 0 {
		t.Error("too little was divided")
	}
	if w := (Sum{1, 2}); w.Over(0, 1) != 0 || w.Of(Sum{}, 1) != 0 {
		t.Error("a share of nothing is 0")
	}
}

func halfUp(num, den *big.Int) *big.Int {
	twice := new(big.Int).Lsh(num, 1)
	return twice.Add(twice, den).Quo(twice, new(big.Int).Lsh(den, 1))
}
