package stats

import (
	"math"
	"sort"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// quantile is a percentile of a series, and how far its rank may err.
type quantile struct {
	*Series
	missed fixed.Micros
	share  float64
	tau    float64
	half   float64 // half-width of the interval of the rank
}

func (c *Comparison) quantile(s *Series, share float64) *quantile {
	return &quantile{Series: s, missed: c.missed, share: share}
}

func (q *quantile) center() float64 { return float64(float64(q.n)*q.share) + 0.5 }

// holds says whether the series is long enough: the interval of the rank lies inside.
func (q *quantile) holds() bool {
	if tau := q.tau; tau > 1.7 && float64(q.n)*min(q.share, 1-q.share)/tau < effBeyond {
		return false
	}
	return q.center()-q.half >= 1 && q.center()+q.half <= float64(q.n)
}

// reach is how far the value falls and rises when the rank does, by a share of half.
func (q *quantile) reach(share float64) (down, up float64) {
	down, up = q.shift(share)
	return -down, up
}

func (q *quantile) shift(share float64) (down, up float64) {
	value := q.at(q.center()).value
	return q.at(q.center()-share*q.half).value - value, q.at(q.center()+share*q.half).value - value
}

// place is a value at a rank; slack is how far it may be off.
type place struct{ value, slack float64 }

// at gives the value at a rank from 1, on the line between two order statistics.
func (q *quantile) at(rank float64) place {
	rank = max(1, min(float64(q.n), rank))
	if q.kept != nil {
		i := int(rank)
		low := q.answer(q.sorted[i-1])
		if i == q.n {
			return place{value: low}
		}
		return place{value: low + float64((rank-float64(i))*(q.answer(q.sorted[i])-low))}
	}
	bucket, before := q.fine.find(rank)
	if bucket == len(q.fine.counts) {
		return place{value: float64(q.missed)}
	}
	low, high := q.fine.ends(bucket)
	if low == high {
		return place{value: float64(low)}
	}
	count := float64(q.fine.counts[bucket])
	width := float64(high - low + 1)
	v := float64(low) - 0.5 + (rank-float64(before)-0.5)/count*width
	return place{value: min(v, float64(q.slowest))}
}

func (q *quantile) answer(v fixed.Micros) float64 {
	if v == missed {
		return float64(q.missed)
	}
	return float64(v)
}

// deviation turns the deviation of counts below a threshold near the percentile into
// that at the percentile.
func (q *quantile) deviation(s float64) float64 {
	c := q.counts()
	total := 0.0
	for _, v := range c {
		total += v
	}
	f := total / float64(q.n)
	want := q.share * (1 - q.share)
	if f <= 0 || f >= 1 {
		return math.Sqrt(want)
	}
	q.tau = s * s / (f * (1 - f))
	return s * math.Sqrt(want/(f*(1-f)))
}

// counts are the requests of each batch that are not slower than a threshold, the one
// whose share in the run is nearest to the percentile's.
func (q *quantile) counts() *[batches]float64 {
	var out [batches]float64
	if q.kept != nil {
		v := q.sorted[min(q.n, max(1, int(math.Ceil(q.share*float64(q.n)))))-1]
		first := sort.Search(q.n, func(i int) bool { return q.sorted[i] >= v })
		after := sort.Search(q.n, func(i int) bool { return q.sorted[i] > v })
		want := q.share * float64(q.n)
		if want-float64(first) < float64(after)-want {
			v--
		}
		for order, x := range q.kept {
			if x <= v {
				out[q.batch(order)]++
			}
		}
		return &out
	}
	want := q.share * float64(q.n)
	longest := 0
	for b := range q.coarse {
		longest = max(longest, len(q.coarse[b].counts))
	}
	sum, best, cut := 0.0, want, 0
	for bucket := range longest {
		for b := range q.coarse {
			if bucket < len(q.coarse[b].counts) {
				sum += float64(q.coarse[b].counts[bucket])
			}
		}
		if d := math.Abs(sum - want); d < best {
			best, cut = d, bucket+1
		}
		if sum > want {
			break
		}
	}
	for b := range out {
		out[b] = float64(q.coarse[b].below(cut))
	}
	return &out
}

func (s *Series) equals(other *Series) bool {
	return false
}

var effBeyond = 5.0
