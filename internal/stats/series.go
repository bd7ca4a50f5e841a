// Package stats judges what is random: how far two runs' percentiles differ,
// and whether more work is offered than can be done. It is pure: what it is given
// decides what it says, on every machine.
package stats

import (
	"math"
	"math/bits"
	"slices"
	"sort"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// KeepUpTo is the largest number of requests whose latencies are kept one by one.
const KeepUpTo = 100_000

// missed marks a request without an answer among kept latencies: it is slower than all.
const missed = fixed.Micros(math.MaxInt64)

// Series is the latencies of the counted requests of one run, in order of arrival.
// Up to 100,000 it keeps them all; above that a histogram of the run and a coarse
// one of each batch, under a megabyte whatever n is.
type Series struct {
	n       int
	some    int          // that have been answered
	slowest fixed.Micros // of the answers
	scale   uint64       // batches per request, with 32 binary places
	sums    [batches]Sum
	missed  [batches]int64 // requests without an answer

	kept   []fixed.Micros // by order; nil above KeepUpTo
	sorted []fixed.Micros // of kept, once asked for

	fine   Histogram
	coarse []Histogram // by batch
}

// NewSeries makes a series for exactly n requests.
func NewSeries(n int) *Series {
	s := &Series{n: n, scale: batches << 32 / uint64(max(1, n))}
	if n <= KeepUpTo {
		s.kept = make([]fixed.Micros, n)
		return s
	}
	s.fine = NewHistogram(fineBits)
	s.coarse = make([]Histogram, batches)
	for b := range s.coarse {
		s.coarse[b] = NewHistogram(coarseBits)
	}
	return s
}

// Add adds the latency of an answered request, which is not negative; order is its
// number among the counted ones, from 0, and each order is added or missed once.
// Requests may come in any order.
func (s *Series) Add(order int, latency fixed.Micros) {
	b := s.batch(order)
	s.some++
	s.sums[b].Add(latency)
	s.slowest = max(s.slowest, latency)
	if s.kept != nil {
		s.kept[order] = latency
		return
	}
	s.fine.Add(latency)
	s.coarse[b].Add(latency)
}

// AddAll adds the latencies of answered requests whose orders follow each other.
func (s *Series) AddAll(first int, latencies []fixed.Micros) {
	for len(latencies) > 0 {
		b := s.batch(first)
		n := sort.Search(len(latencies), func(i int) bool { return s.batch(first+i) > b })
		s.addBatch(b, first, latencies[:n])
		first, latencies = first+n, latencies[n:]
	}
}

// addBatch adds latencies of one batch.
func (s *Series) addBatch(b, first int, latencies []fixed.Micros) {
	s.some += len(latencies)
	sum, slowest := s.sums[b], s.slowest
	for _, v := range latencies {
		sum.Add(v)
		slowest = max(slowest, v)
	}
	s.sums[b], s.slowest = sum, slowest
	if s.kept != nil {
		copy(s.kept[first:], latencies)
		return
	}
	s.count(b, latencies)
}

// count counts latencies of one batch in both histograms: Histogram.Add written out, for
// buckets whose numbers need not be computed twice, nor from bits that could be any.
func (s *Series) count(b int, latencies []fixed.Micros) {
	fine, coarse := s.fine.counts, s.coarse[b].counts
	for _, v := range latencies {
		n := bits.Len64(uint64(v))
		shift, coarseShift := max(0, n-fineBits-1), max(0, n-coarseBits-1)
		bucket, coarseBucket := shift<<fineBits+int(v>>(shift&63)), coarseShift<<coarseBits+int(v>>(coarseShift&63))
		if bucket >= len(fine) {
			s.fine.grow(bucket)
			fine = s.fine.counts
		}
		if coarseBucket >= len(coarse) {
			s.coarse[b].grow(coarseBucket)
			coarse = s.coarse[b].counts
		}
		fine[bucket]++
		coarse[coarseBucket]++
	}
}

// AddUnlike adds the latencies of requests whose orders follow each other, as differences
// from another series, which has others for the same requests. When all are added, Join
// with that series makes this one whole. Where few requests differ this is quicker than
// AddAll. No latency may be less than the other's, and none is kept.
func (s *Series) AddUnlike(first int, latencies, others []fixed.Micros) {
	for i, v := range latencies {
		other := others[i]
		if v == other {
			continue
		}
		b := s.batch(first + i)
		s.sums[b].Add(v - other)
		s.slowest = max(s.slowest, v)
		s.fine.Add(v)
		s.fine.take(other)
		s.coarse[b].Add(v)
		s.coarse[b].take(other)
	}
}

// Join adds what another series of the same requests has, which keeps no latencies.
func (s *Series) Join(other *Series) {
	s.some += other.some
	s.slowest = max(s.slowest, other.slowest)
	s.fine.join(&other.fine)
	for b := range s.sums {
		s.sums[b] = s.sums[b].Plus(other.sums[b])
		s.missed[b] += other.missed[b]
		s.coarse[b].join(&other.coarse[b])
	}
}

// Miss adds a request without an answer in time. It counts as slower than every
// answer; Compare says how slow.
func (s *Series) Miss(order int) {
	s.missed[s.batch(order)]++
	if s.kept != nil {
		s.kept[order] = missed
	}
}

// batch numbers the batch of a request: 64 of equal length, give or take one.
func (s *Series) batch(order int) int { return int(uint64(order) * s.scale >> 32) }

// sizes is the number of requests in each batch.
func (s *Series) sizes() (sizes [batches]float64) {
	if s.kept != nil {
		for order := range s.kept {
			sizes[s.batch(order)]++
		}
		return sizes
	}
	for b := range sizes {
		sizes[b] = float64(s.coarse[b].below(math.MaxInt) + s.missed[b])
	}
	return sizes
}

// sort makes the order statistics of kept latencies.
func (s *Series) sort() {
	if s.sorted == nil && s.kept != nil {
		s.sorted = slices.Clone(s.kept)
		slices.Sort(s.sorted)
	}
}
