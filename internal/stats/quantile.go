package stats

import (
	"math"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

const (
	// leastBeyond is how many requests lie beyond a percentile, at least, on either side.
	leastBeyond = 10
	// Where requests beyond the percentile come in clusters, as in queues, there are
	// at least so many clusters. They do if counts vary clustered times as much as
	// those of independent requests.
	leastClusters = 6
	clustered     = 1.7
)

// quantile is a percentile of a series, and how far its rank may err.
type quantile struct {
	*Series
	missed   fixed.Micros
	percent  fixed.Percent
	share    float64 // percent as a share of 1
	counted  float64 // the share of the series that counts counts
	student  float64
	variance float64 // of counts, against that of independent requests
	half     float64 // half-width of the interval of the rank
}

func (c *Comparison) quantile(s *Series, p fixed.Percent) *quantile {
	return &quantile{Series: s, missed: c.missed, percent: p, share: float64(p) / 100_000}
}

// center is the middle of the interval of the rank, from 1.
func (q *quantile) center() float64 { return float64(float64(q.n)*q.share) + 0.5 }

// err sets how far the rank may err, from the deviation of counts. Where counts are
// of another share than the percentile's, at an atom, the variance is carried over as
// that of independent requests is.
func (q *quantile) err(deviation float64, freedom int) {
	q.variance = 1
	if f := q.counted; f > 0 && f < 1 {
		q.variance = square(deviation) / float64(f*(1-f))
	}
	q.student = student(freedom)
	q.half = q.student * math.Sqrt(max(unseen, float64(float64(q.n)*q.variance*float64(q.share*(1-q.share)))))
}

// beyond is how many requests lie beyond the percentile, on the side that has fewer.
func (q *quantile) beyond() float64 { return float64(float64(q.n) * min(q.share, 1-q.share)) }

// holds says whether the series is long enough for the interval of the rank.
func (q *quantile) holds() bool {
	if q.variance > clustered && q.beyond() < leastClusters*q.variance {
		return false
	}
	return q.center()-q.half >= 1 && q.center()+q.half <= float64(q.n)
}

// Position is the nearest rank ⌈p·n/100⌉, from 1, of a percentile of n latencies.
func Position(p fixed.Percent, n int) int {
	const whole = 100_000 // 100 % in thousandths
	return int((int64(p)*int64(n) + whole - 1) / whole)
}

// middle is the percentile: the value at position ⌈share·n⌉, in a histogram by line
// in its bucket.
func (q *quantile) middle() float64 {
	p := q.at(float64(Position(q.percent, q.n)))
	return (p.low + p.high) / 2
}

// place is between which values the value at a rank lies.
type place struct{ low, high float64 }

func exactly(v float64) place { return place{v, v} }

// at gives the value at a rank from 1 to n, on the line between two order statistics.
// In a histogram the values of a bucket lie evenly in it, unless it is heavy: then
// they may be an atom anywhere in it.
func (q *quantile) at(rank float64) place {
	rank = max(1, min(float64(q.n), rank))
	if q.kept != nil {
		i := int(rank)
		low, high := q.value(q.sorted[i-1]), q.value(q.sorted[min(i, q.n-1)])
		return exactly(low + float64((rank-float64(i))*(high-low)))
	}
	bucket, before := q.fine.find(rank)
	if bucket == len(q.fine.counts) {
		return exactly(float64(q.missed))
	}
	low, high := q.ends(bucket)
	count := float64(q.fine.counts[bucket])
	if low >= high || q.half > 0 && q.isHeavy(bucket) {
		return place{float64(low), float64(max(low, high))}
	}
	return exactly(float64(low) - 0.5 + float64((rank-float64(before)-0.5)/count*float64(high-low+1)))
}

func (q *quantile) value(v fixed.Micros) float64 {
	if v == missed {
		return float64(q.missed)
	}
	return float64(v)
}
