package measure

import (
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Twenty batches in the order of arrival, the first n mod 20 one longer: dealt out by
// hand, for each n.
func TestBatches(t *testing.T) {
	arrivals := 0
	for n := batches; n < 600; n++ {
		run := newTimings(true, n)
		next := 0
		for batch := range batches {
			size := n / batches
			if batch < n%batches {
				size++
			}
			for range size {
				if got := run.batch(next); got != batch {
					t.Fatalf("of %d arrivals number %d is in batch %d, not %d", n, next, got, batch)
				}
				next++
			}
		}
		if next != n {
			t.Fatalf("%d of %d arrivals were dealt out", next, n)
		}
		arrivals += n
	}
	t.Logf("%d arrivals", arrivals)
	if newTimings(true, batches-1).batches != nil || newTimings(false, 1000).batches != nil {
		t.Error("too few requests, or no luck, have no batches")
	}
}

// Failures count with the others when the run is over, as slow as the slowest answer:
// in the whole and in their batch, in a histogram as in an exact sample.
func TestFailuresAreSlowInTheirBatches(t *testing.T) {
	for _, n := range []int{40, exactUpTo + 40} {
		run := newTimings(true, n)
		for i := range 40 {
			if i%2 == 0 {
				run.add(i, 100)
			} else {
				run.fail(i, fixed.Micros(i))
			}
		}
		run.fail(39, 5000)
		if before := run.whole.Percentile(1); before != 100 {
			t.Errorf("of %d the fastest is %v before the end", n, before)
		}
		run.close(1000)
		var got []fixed.Micros
		for _, p := range []fixed.Percent{50_000, 90_000, 100_000} {
			got = append(got, run.whole.Percentile(p))
		}
		if !slices.Equal(got, []fixed.Micros{1000, 1000, 5000}) {
			t.Errorf("of %d the percentiles are %v", n, got)
		}
		first := run.batches[0]
		if n == 40 && (first.n != 2 || first.Percentile(50_000) != 100 || first.Percentile(100_000) != 1000) {
			t.Errorf("the first batch is %+v", first)
		}
	}
}
