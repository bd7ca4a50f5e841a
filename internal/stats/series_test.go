package stats

import (
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// The mean of latencies is right where 64 bits do not hold their sum.
func TestTotalsBeyond64Bits(t *testing.T) {
	const n, slow = 200_000, fixed.Micros(1) << 61
	one, all := NewSeries(n), NewSeries(n)
	latencies := make([]fixed.Micros, n)
	for i := range latencies {
		latencies[i] = slow + fixed.Micros(i)
		one.Add(i, latencies[i])
	}
	all.AddAll(0, latencies)
	for _, s := range []*Series{one, all} {
		if mean := s.Total().Over(n, 1); mean != int64(slow)+n/2 {
			t.Errorf("the mean is %d, not %d", mean, int64(slow)+n/2)
		}
	}
}
