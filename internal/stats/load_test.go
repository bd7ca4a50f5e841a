package stats

import (
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// steady offers a service every gap, without randomness.
func steady(n int, gap, service fixed.Micros) (*Load, fixed.Micros) {
	l := NewLoad(1, 1)
	for i := range n {
		l.Offer(0, fixed.Micros(i)*gap, service, false)
	}
	return l, fixed.Micros(n-1) * gap
}

func TestSteadyLoads(t *testing.T) {
	for _, n := range []int{200, 1_000, 30_000} {
		for service, want := range map[fixed.Micros]bool{50_000: false, 99_000: false, 100_000: false, 120_000: true, 200_000: true} {
			l, last := steady(n, 100_000, service)
			if got := l.Saturated(last); got != want {
				t.Errorf("%d of load %v: %v", n, float64(service)/100_000, got)
			}
			if _, draining := l.Draining(last); draining {
				t.Errorf("%d of load %v: draining", n, float64(service)/100_000)
			}
		}
	}
}

// A burst is worked off at the rate that is to spare: 500 services at load 0.8 take
// 2,500 services' time.
func TestBurst(t *testing.T) {
	const service = 100_000
	for _, at := range []int{9_500, 9_990} {
		l, last := steady(10_000, service*5/4, service)
		for range 500 {
			l.Offer(0, fixed.Micros(at)*service*5/4, service, true)
		}
		if l.Saturated(last) {
			t.Errorf("at %d: saturated", at)
		}
		want := 2_500*service - (10_000-at)*service*5/4
		left, draining := l.Draining(last)
		if !draining || left < fixed.Micros(want*9/10) || left > fixed.Micros(want*11/10) {
			t.Errorf("at %d: %v left, want %v", at, left, fixed.Micros(want))
		}
	}
}

// Load that doubles late is found, and one that has halved again is not.
func TestLateGrowth(t *testing.T) {
	const gap = 100_000
	for until, want := range map[int]bool{10_000: true, 9_700: false} {
		l := NewLoad(1, 1)
		for i := range 10_000 {
			service := fixed.Micros(70_000)
			if i >= 9_000 && i < until {
				service *= 2
			}
			l.Offer(0, fixed.Micros(i)*gap, service, false)
		}
		last := fixed.Micros(9_999 * gap)
		if got := l.Saturated(last); got != want {
			t.Errorf("until %d: %v", until, got)
		}
		if _, draining := l.Draining(last); draining == want {
			t.Errorf("until %d: draining %v", until, draining)
		}
	}
}

// What two of four workers could have done while they were down is missing.
func TestDown(t *testing.T) {
	for workers, want := range map[int]bool{0: false, 1: false, 2: true} {
		l := NewLoad(1, 4)
		for i := range 10_000 {
			l.Offer(0, fixed.Micros(i)*100, 280, false)
		}
		if workers > 0 {
			l.Down(0, 0, 999_900, workers)
		}
		if got := l.Saturated(999_900); got != want {
			t.Errorf("%d of 4 down at load 0.7: %v", workers, got)
		}
	}
}

// The order in which attempts are offered does not matter, though slots grow.
func TestOfferInAnyOrder(t *testing.T) {
	there, back := NewLoad(2, 1), NewLoad(2, 1)
	for i := range 1_000 {
		there.Offer(i%2, fixed.Micros(i*i), fixed.Micros(i), false)
		j := 999 - i
		back.Offer(j%2, fixed.Micros(j*j), fixed.Micros(j), false)
	}
	if there.width != back.width || there.pools[0] != back.pools[0] || there.pools[1] != back.pools[1] {
		t.Error("differ")
	}
}

func TestTooFewToJudge(t *testing.T) {
	for _, n := range []int{0, 1, 10, 60} {
		l, last := steady(n, 10, 100)
		if l.Saturated(max(0, last)) {
			t.Errorf("%d requests are saturated", n)
		}
	}
}
