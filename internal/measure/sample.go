package measure

import (
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/stats"
)

// exactUpTo is the largest number of latencies whose percentiles are exact.
const exactUpTo = stats.KeepUpTo

// bucketBits is of a histogram none of whose buckets is wider than 1/1024 of its lower
// end, so under 0.1 %.
const bucketBits = 10

// sample is a set of latencies of which percentiles are asked: kept whole up to
// a size, above it as a log-linear histogram.
type sample struct {
	n      int
	sum    stats.Sum // in microseconds
	max    fixed.Micros
	exact  bool
	values []fixed.Micros // when exact
	sorted bool
	counts stats.Histogram // when not
}

// newSample makes a sample for n latencies. How they are kept depends on n
// alone, so it is the same for a run and its baseline.
func newSample(n int) *sample {
	if n <= exactUpTo {
		return &sample{exact: true, values: make([]fixed.Micros, 0, n)}
	}
	return &sample{counts: stats.NewHistogram(bucketBits)}
}

// add adds a latency, which is not negative.
func (s *sample) add(latency fixed.Micros) {
	s.n++
	s.sum.Add(latency)
	s.max = max(s.max, latency)
	if s.exact {
		s.values = append(s.values, latency)
		s.sorted = false
		return
	}
	s.counts.Add(latency)
}

// addAll adds latencies.
func (s *sample) addAll(latencies []fixed.Micros) {
	s.n += len(latencies)
	sum, largest := s.sum, s.max
	for _, v := range latencies {
		sum.Add(v)
		largest = max(largest, v)
	}
	s.sum, s.max = sum, largest
	if !s.exact {
		s.counts.AddAll(latencies)
		return
	}
	s.values = append(s.values, latencies...)
	s.sorted = false
}

// at is the latency at a position of the sorted latencies, counting from 1; of a
// histogram the upper end of its bucket, but never more than the largest latency.
func (s *sample) at(position int) fixed.Micros {
	if s.exact {
		if !s.sorted {
			slices.Sort(s.values)
			s.sorted = true
		}
		return s.values[position-1]
	}
	return min(s.counts.UpperEnd(position), s.max)
}

// latencies sums the sample up; nil if it is empty: nothing has no latency.
func (s *sample) latencies() *Latencies {
	return s.ordered().latencies()
}

func (s *sample) ordered() ordered {
	return ordered{n: s.n, sum: s.sum, max: s.max, exact: s.exact, at: s.at}
}

// ordered is latencies, of which a percentile is found by its position.
type ordered struct {
	n     int
	sum   stats.Sum
	max   fixed.Micros
	exact bool
	at    func(position int) fixed.Micros // from 1 to n
}

// latencies sums latencies up; nil if there are none.
func (o ordered) latencies() *Latencies {
	if o.n == 0 {
		return nil
	}
	all := valued{ordered: o}.latencies()
	return &all
}

// valued is the latencies of a run's requests: those of the answers, and those of
// failures, which are all as slow as one number. No answer is slower.
type valued struct {
	ordered
	missed  int
	failure fixed.Micros
}

// percentile is the nearest rank: the value at position ⌈p·n/100⌉ of the sorted
// latencies, counting from 1, for 0 < p ≤ 100.
func (v valued) percentile(p fixed.Percent) fixed.Micros {
	if position := stats.Position(p, v.n+v.missed); position <= v.n {
		return v.at(position)
	}
	return v.failure
}

// fails says whether a percentile is a failure: it has no latency.
func (v valued) fails(p fixed.Percent) bool { return stats.Position(p, v.n+v.missed) > v.n }

// mean is the sum divided by the number, rounded half away from zero to whole
// microseconds.
func (v valued) mean() fixed.Micros {
	sum := v.sum
	sum.AddTimes(int64(v.missed), int64(v.failure))
	return fixed.Micros(sum.Over(int64(v.n+v.missed), 1))
}

func (v valued) latencies() Latencies {
	slowest := v.max
	if v.missed > 0 {
		slowest = v.failure
	}
	return Latencies{Mean: v.mean(), Percentiles: percentiles(v.percentile), Max: slowest, Exact: v.exact}
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
