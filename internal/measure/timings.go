package measure

import (
	"math"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// batches is the number of batches of which the interval of a difference is made.
const batches = 20

// timings are the latencies of the counted requests of a run, whole and, where there
// is luck in it, in batches in the order of arrival.
type timings struct {
	whole   series
	batches []series // twenty, or none
	n       int
}

// series is latencies, and apart from them those of failures until it is known how
// slow they are.
type series struct {
	*sample
	failed *sample // nil while there is none
}

func newTimings(random bool, n int) *timings {
	t := &timings{whole: series{sample: newSample(n)}, n: n}
	if random && n >= batches {
		for range batches {
			// Of the kind of the whole, though they are smaller.
			t.batches = append(t.batches, series{sample: newSampleLike(t.whole.sample, n/batches+1)})
		}
	}
	return t
}

// newSampleLike makes a sample for n latencies that keeps them as another does.
func newSampleLike(other *sample, n int) *sample {
	if other.Exact() {
		return newSample(min(n, exactUpTo))
	}
	return newSample(exactUpTo + 1)
}

// batch is that of the i-th counted arrival, from 0: the first n mod 20 batches are
// one longer.
func (t *timings) batch(i int) int {
	size, longer := t.n/batches, t.n%batches
	if i < longer*(size+1) {
		return i / (size + 1)
	}
	return longer + (i-longer*(size+1))/size
}

func (t *timings) add(order int, latency fixed.Micros) {
	t.whole.Add(latency)
	if t.batches != nil {
		t.batches[t.batch(order)].Add(latency)
	}
}

func (t *timings) fail(order int, latency fixed.Micros) {
	t.whole.fail(latency)
	if t.batches != nil {
		t.batches[t.batch(order)].fail(latency)
	}
}

func (s *series) fail(latency fixed.Micros) {
	if s.failed == nil {
		s.failed = newSampleLike(s.sample, 0)
	}
	s.failed.Add(latency)
}

// close adds the failures, none of them faster than least.
func (t *timings) close(least fixed.Micros) {
	for _, s := range append([]series{t.whole}, t.batches...) {
		if s.failed != nil {
			s.addAtLeast(s.failed, least)
		}
	}
}

// Difference is how much a percentile differs from the baseline's, with its 95 %
// interval.
type Difference struct {
	Estimate fixed.Micros `json:"estimate"`
	Low      fixed.Micros `json:"low"`
	High     fixed.Micros `json:"high"`
}

// student is the 97.5 % point of Student's t with 19 degrees of freedom, of which
// the interval of the mean of twenty batches is made (batch means; Law and Kelton,
// Simulation Modeling and Analysis, 9.5.3).
const student = 2.093

// difference compares a percentile of a run and its baseline; nil where there is no
// luck in it, or too few requests for an interval.
func difference(run, baseline *timings, p fixed.Percent) *Difference {
	if run.batches == nil || baseline.batches == nil {
		return nil
	}
	var each [batches]float64
	mean := 0.0
	for i := range each {
		each[i] = float64(run.batches[i].Percentile(p) - baseline.batches[i].Percentile(p))
		mean += each[i] / batches
	}
	squares := 0.0
	for _, d := range each {
		squares += float64((d - mean) * (d - mean)) // no fused product: the same bits everywhere
	}
	deviation := math.Sqrt(squares / (batches - 1))
	half := fixed.Micros(math.Round(student * deviation / math.Sqrt(batches)))
	estimate := run.whole.Percentile(p) - baseline.whole.Percentile(p)
	return &Difference{Estimate: estimate, Low: estimate - half, High: estimate + half}
}
