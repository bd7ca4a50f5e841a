package stats

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// Answered is how many requests have been answered.
func (s *Series) Answered() int { return s.some }

// Slowest is the longest latency of an answer; 0 if there is none.
func (s *Series) Slowest() fixed.Micros { return s.slowest }

// Exact says whether percentiles are order statistics: the latencies are kept.
func (s *Series) Exact() bool { return s.kept != nil }

// Total is the sum of the answers' latencies.
func (s *Series) Total() (sum Sum) {
	for _, batch := range s.sums {
		sum = sum.Plus(batch)
	}
	return sum
}

// At is the latency at a position of the sorted latencies of answers, from 1 to their
// number; of a histogram the upper end of its bucket, but never more than the slowest.
func (s *Series) At(position int) fixed.Micros {
	if s.kept != nil {
		s.sort()
		return s.sorted[position-1]
	}
	return min(s.fine.UpperEnd(position), s.slowest)
}
