package fixed

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestRatio(t *testing.T) {
	tests := []struct{ num, scale, den, want int64 }{
		{0, 100_000, 7, 0},
		{3, 100_000, 20, 15_000},
		{1, 100_000, 3, 33_333},
		{2, 100_000, 3, 66_667},
		{1, 1, 2, 1}, // half goes up
		{1, 1, 3, 0},
		{2, 1, 3, 1},
		{5, 1, 10, 1},
		{49, 1, 99, 0},
		{50, 1, 99, 1},
		{math.MaxInt64, 1, 1, math.MaxInt64},
		{math.MaxInt64, math.MaxInt64, math.MaxInt64, math.MaxInt64},
		{math.MaxInt64, 100_000, 100_000, math.MaxInt64},
		{math.MaxInt64, 2, 1, math.MaxInt64}, // more than fits
		{math.MaxInt64, math.MaxInt64, 1, math.MaxInt64},
		{1, 1, math.MaxInt64, 0},
	}
	for _, test := range tests {
		if got := Ratio(test.num, test.scale, test.den); got != test.want {
			t.Errorf("%d × %d / %d is %d, not %d", test.num, test.scale, test.den, got, test.want)
		}
	}
	t.Logf("%d ratios", len(tests))
}

// Ratio is num·scale/den rounded half away from zero, by integers of any size.
func TestRatioAgreesWithBigIntegers(t *testing.T) {
	check(t, func(t *rapid.T, n map[string]int) {
		num := rapid.Int64Min(0).Draw(t, "num")
		scale := rapid.Int64Min(0).Draw(t, "scale")
		den := rapid.OneOf(rapid.Int64Range(1, 1000), rapid.Int64Min(1)).Draw(t, "den")
		product := new(big.Int).Mul(big.NewInt(num), big.NewInt(scale))
		if !product.IsInt64() {
			n["products beyond 64 bits"]++
		}
		// ⌊(2·product + den) / (2·den)⌋
		twice := new(big.Int).Add(product, product)
		want, rest := new(big.Int).QuoRem(twice.Add(twice, big.NewInt(den)), new(big.Int).Mul(big.NewInt(2), big.NewInt(den)), new(big.Int))
		if rest.Sign() == 0 {
			n["halves"]++
		}
		if !want.IsInt64() {
			n["quotients beyond int64"]++
			want.SetInt64(math.MaxInt64)
		}
		if got := Ratio(num, scale, den); got != want.Int64() {
			t.Fatalf("%d × %d / %d is %d, not %v", num, scale, den, got, want)
		}
	}, "products beyond 64 bits", "halves", "quotients beyond int64")
}
