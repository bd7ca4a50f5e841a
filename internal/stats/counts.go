package stats

import (
	"math"
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// counts are the requests of each batch that are not slower than a threshold: the one,
// of those that the series can tell, whose share is nearest to the percentile's.
func (q *quantile) counts() *[batches]float64 {
	out := q.within(q.Series)
	q.counted = total(out) / float64(q.n)
	return out
}

// within counts the requests of each batch of a series that are not slower than the
// threshold of counts.
func (q *quantile) within(s *Series) *[batches]float64 {
	var out [batches]float64
	if s.kept != nil {
		threshold := q.threshold()
		for order, v := range s.kept {
			if v <= threshold {
				out[s.batch(order)]++
			}
		}
		return &out
	}
	cut := q.cut()
	for b := range out {
		out[b] = float64(s.coarse[b].below(cut))
	}
	return &out
}

// threshold is the percentile itself, or the value before it.
func (q *quantile) threshold() fixed.Micros {
	want := float64(float64(q.n) * q.share)
	v := q.sorted[min(q.n, max(1, int(math.Ceil(want))))-1]
	first, _ := slices.BinarySearch(q.sorted, v)
	after := q.n
	if v < missed {
		after, _ = slices.BinarySearch(q.sorted, v+1)
	}
	if want-float64(first) < float64(after)-want {
		return v - 1
	}
	return v
}

// cut is the number of coarse buckets that hold about the percentile's share.
func (q *quantile) cut() int {
	want := float64(float64(q.n) * q.share)
	longest := 0
	for b := range q.coarse {
		longest = max(longest, len(q.coarse[b].counts))
	}
	sum, nearest, cut := 0.0, want, 0
	for bucket := 0; bucket < longest && sum <= want; bucket++ {
		for b := range q.coarse {
			if counts := q.coarse[b].counts; bucket < len(counts) {
				sum += float64(counts[bucket])
			}
		}
		if d := math.Abs(sum - want); d < nearest {
			nearest, cut = d, bucket+1
		}
	}
	return cut
}
