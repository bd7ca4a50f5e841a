package stats

import (
	"math/bits"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Buckets of equal width in each octave: 4,096 in the histogram of a run, so that
// none is wider than 0.025 % of its values, and 64 in those of the batches.
const (
	fineBits   = 12
	coarseBits = 6
)

// Histogram counts latencies in buckets of equal width within an octave, 2^bits of
// them: none is wider than its lower end divided by 2^bits.
type Histogram struct {
	bits   int
	counts []uint32 // by bucket, up to the last octave that is not empty
}

// NewHistogram makes a histogram of 2^bits buckets an octave.
func NewHistogram(bits int) Histogram { return Histogram{bits: bits} }

// Add counts a latency, which is not negative. It is small enough for the compiler to
// copy it to where it is called.
func (h *Histogram) Add(v fixed.Micros) {
	bucket := bucketOf(v, h.bits)
	if bucket >= len(h.counts) {
		h.grow(bucket)
	}
	h.counts[bucket]++
}

// AddAll counts latencies, with what does not change at hand.
func (h *Histogram) AddAll(values []fixed.Micros) {
	counts, b := h.counts, h.bits
	for _, v := range values {
		bucket := bucketOf(v, b)
		if bucket >= len(counts) {
			h.grow(bucket)
			counts = h.counts
		}
		counts[bucket]++
	}
}

// take takes a latency away that was counted, or will be in a histogram that is to join:
// until then its bucket may hold less than nothing, modulo 2³².
func (h *Histogram) take(v fixed.Micros) {
	h.Add(v)
	h.counts[bucketOf(v, h.bits)] -= 2
}

// join adds the counts of a histogram of equal buckets.
func (h *Histogram) join(other *Histogram) {
	if len(other.counts) > len(h.counts) {
		h.grow(len(other.counts) - 1)
	}
	for i, n := range other.counts {
		h.counts[i] += n
	}
}

// bucketOf numbers the buckets in the order of their values: up to 2^(b+1) a bucket
// holds one value; the next octave has 2^b buckets of two values, and so on.
func bucketOf(v fixed.Micros, b int) int {
	shift := max(0, bits.Len64(uint64(v))-b-1)
	return shift<<(b&63) + int(v>>(shift&63)) // & 63: a shift by any number would cost a comparison
}

func (h *Histogram) grow(bucket int) {
	counts := make([]uint32, (bucket>>h.bits+1)<<h.bits) // to the end of its octave
	copy(counts, h.counts)
	h.counts = counts
}

// ends are the least and the largest value of a bucket.
func (h *Histogram) ends(bucket int) (low, high fixed.Micros) {
	shift := max(0, bucket>>h.bits-1)
	low = fixed.Micros(bucket-shift<<h.bits) << shift
	return low, low + 1<<shift - 1
}

// below counts the values in the first so many buckets.
func (h *Histogram) below(buckets int) (n int64) {
	for _, c := range h.counts[:min(buckets, len(h.counts))] {
		n += int64(c)
	}
	return n
}

// find is the bucket of the value at a rank, from 1, and how many lie in the buckets
// before; the rank is at most n.
func (h *Histogram) find(rank float64) (bucket int, before int64) {
	for b, c := range h.counts {
		if float64(before+int64(c)) >= rank {
			return b, before
		}
		before += int64(c)
	}
	return len(h.counts), before
}

// UpperEnd is the largest value of the bucket that holds the value at a position of the
// sorted latencies, from 1 to their number.
func (h *Histogram) UpperEnd(position int) fixed.Micros {
	bucket, _ := h.find(float64(position))
	_, high := h.ends(bucket)
	return high
}
