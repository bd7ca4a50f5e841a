package measure

import (
	"math/bits"
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// exactUpTo is the largest number of latencies whose percentiles are exact.
const exactUpTo = 100_000

// A histogram's buckets have equal width within an octave, 2^bucketBits of them:
// none is wider than 1/1024 of its lower end, so under 0.1 %.
const bucketBits = 10

// sample is a set of latencies of which percentiles are asked: kept whole up to
// a size, above it as a log-linear histogram.
type sample struct {
	n      int
	sum    wide // in microseconds
	max    fixed.Micros
	exact  bool
	values []fixed.Micros // when exact
	sorted bool
	counts []int64 // when not; by bucket, up to the largest that is not empty
}

// newSample makes a sample for n latencies. How they are kept depends on n
// alone, so it is the same for a run and its baseline.
func newSample(n int) *sample {
	if n <= exactUpTo {
		return &sample{exact: true, values: make([]fixed.Micros, 0, n)}
	}
	return &sample{}
}

// Exact says whether percentiles are exact order statistics.
func (s *sample) Exact() bool { return s.exact }

// Add adds a latency, which is not negative.
func (s *sample) Add(latency fixed.Micros) {
	s.addTimes(latency, 1)
}

// addTimes adds a latency n times.
func (s *sample) addTimes(latency fixed.Micros, n int) {
	s.n += n
	s.sum.add(int64(latency), int64(n))
	s.max = max(s.max, latency)
	if !s.Exact() {
		bucket := bucketOf(latency)
		for len(s.counts) <= bucket {
			s.counts = append(s.counts, 0)
		}
		s.counts[bucket] += int64(n)
		return
	}
	for range n {
		s.values = append(s.values, latency)
	}
	s.sorted = false
}

// addAtLeast adds the latencies of another sample of the same kind, each raised to
// a least one. Those of a histogram that are above it are added as the upper ends
// of their buckets.
func (s *sample) addAtLeast(other *sample, least fixed.Micros) {
	for _, v := range other.values {
		s.Add(max(v, least))
	}
	for bucket, count := range other.counts {
		if count > 0 {
			s.addTimes(max(min(upperEnd(bucket), other.max), least), int(count))
		}
	}
}

// Mean is the sum divided by the number, rounded half away from zero to whole
// microseconds; 0 of an empty sample.
func (s *sample) Mean() fixed.Micros {
	return fixed.Micros(s.sum.over(int64(s.n), 1))
}

// Percentile is the nearest rank: the value at position ⌈p·n/100⌉ of the sorted
// latencies, counting from 1, for 0 < p ≤ 100; of a histogram the upper end of
// that value's bucket, but never more than the largest latency. 0 of an empty
// sample.
func (s *sample) Percentile(p fixed.Percent) fixed.Micros {
	if s.n == 0 {
		return 0
	}
	position := position(p, s.n)
	if s.Exact() {
		if !s.sorted {
			slices.Sort(s.values)
			s.sorted = true
		}
		return s.values[position-1]
	}
	for bucket, count := range s.counts {
		if position -= int(count); position <= 0 {
			return min(upperEnd(bucket), s.max)
		}
	}
	return s.max
}

// position is ⌈p·n/100⌉.
func position(p fixed.Percent, n int) int {
	const whole = 100_000 // 100 % in thousandths
	return int((int64(p)*int64(n) + whole - 1) / whole)
}

// bucketOf numbers the buckets in the order of their values. Up to 2^(b+1) a
// bucket holds one value; the next octave has 2^b buckets of two values, the next
// 2^b of four, and so on (b = bucketBits).
func bucketOf(v fixed.Micros) int {
	shift := max(0, bits.Len64(uint64(v))-bucketBits-1)
	return shift<<bucketBits + int(v>>shift)
}

// upperEnd is the largest value of a bucket.
func upperEnd(bucket int) fixed.Micros {
	shift := max(0, bucket>>bucketBits-1)
	return fixed.Micros(bucket-shift<<bucketBits+1)<<shift - 1
}

// Percentiles are those that are told of latencies, of a run and in theory.
type Percentiles struct {
	P50  fixed.Micros `json:"p50"`
	P90  fixed.Micros `json:"p90"`
	P95  fixed.Micros `json:"p95"`
	P99  fixed.Micros `json:"p99"`
	P999 fixed.Micros `json:"p999"`
}

func percentiles(at func(fixed.Percent) fixed.Micros) Percentiles {
	return Percentiles{P50: at(50_000), P90: at(90_000), P95: at(95_000), P99: at(99_000), P999: at(99_900)}
}

// Latencies are the mean, percentiles and maximum of a sample.
type Latencies struct {
	Mean fixed.Micros `json:"mean"`
	Percentiles
	Max   fixed.Micros `json:"max"`
	Exact bool         `json:"exact"` // whether the percentiles are order statistics
}

// Latencies sums the sample up.
func (s *sample) Latencies() Latencies {
	return Latencies{Mean: s.Mean(), Percentiles: percentiles(s.Percentile), Max: s.max, Exact: s.Exact()}
}
