package measure

import (
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Summary is what one run comes to, without knowing of another. It is a fold over the
// run's events; compare holds it against the baseline's. A part that does not apply to
// the scenario is nil.
type Summary struct {
	all      Counters // of every request
	counted  Counters // of those after the warm-up, as all that follows
	order    order
	latency  *timings // of requests: to the answer, the deadline, or the failure
	answered *sample  // of those with an answer, where not all have one
	useful   fixed.Micros
	wins     []int // of requests, by attempt
	whole    int   // leaves that have answered, of requests with an answer
	byReason Suppressed
	leaves   *leafFigures
	cluster  *clusterFigures
	backlog  backlog
	failure  fixed.Micros // the least that a failure counts as: the deadline or the slowest answer
}

// leafFigures are those of requests with more than one leaf.
type leafFigures struct {
	wins    []int   // by attempt
	latency *sample // from the start of the hop to the answer
}

// clusterFigures are those of queues and workers.
type clusterFigures struct {
	waits, services *sample
	meter           meter
}

// newSummary makes the summary of a run, or of a baseline that is to be compared with
// one: a random run is compared by batches.
func newSummary(s *engine.Scenario, random bool) *Summary {
	n, leaves := s.Workload.Total()-s.Workload.WarmupRequests, countedLeaves(s)
	traits := s.Traits()
	sum := &Summary{
		order: order{warmup: int32(s.Workload.WarmupRequests)}, latency: newTimings(random, n),
		wins: make([]int, s.Policy.MaxAttempts()), backlog: backlog{n: s.Workload.Total()}, failure: s.Workload.DeadlineMs,
	}
	if traits.Has(engine.MayFail) {
		sum.answered = newSample(n)
	}
	if traits.Has(engine.ManyLeaves) {
		sum.leaves = &leafFigures{wins: make([]int, s.Policy.MaxAttempts()), latency: newSample(leaves)}
	}
	if traits.Has(engine.Queues) {
		sum.cluster = &clusterFigures{waits: newSample(leaves), services: newSample(leaves)}
	}
	return sum
}

// add folds the next event.
func (s *Summary) add(e *engine.Event) {
	s.all.add(e)
	s.backlog.add(e)
	counts := e.Key.Request > s.order.warmup
	if s.cluster != nil {
		s.cluster.add(e, counts, s.all.Arrived == s.backlog.n)
	}
	switch e.Type {
	case engine.RequestArrived:
		s.order.arrive(e.Key.Request)
	case engine.RequestAnswered: // at the deadline at the latest
		s.failure = max(s.failure, e.Took)
	}
	if !counts {
		return
	}
	s.counted.add(e)
	switch {
	case e.Won:
		s.useful += e.Work
	case e.Type == engine.LeafAnswered:
		s.leaves.wins[e.Key.Attempt-1]++
		s.leaves.latency.Add(e.Took)
	case e.Reason == engine.SuppressedByBudget:
		s.byReason.Budget++
	case e.Reason == engine.SuppressedByProbability:
		s.byReason.Probability++
	case e.Type.EndsRequest():
		s.end(e)
	}
}

// end books a request that has ended.
func (s *Summary) end(e *engine.Event) {
	order := s.order.of(e.Key.Request)
	switch e.Type {
	case engine.RequestAnswered:
		if e.Key.Attempt > 0 {
			s.wins[e.Key.Attempt-1]++
		}
		s.whole += int(e.Answers)
		s.latency.add(order, e.Took)
		if s.answered != nil {
			s.answered.Add(e.Took)
		}
	case engine.RequestExpired:
		s.latency.add(order, e.Took)
	default:
		s.latency.fail(order, e.Took)
	}
}

func (f *clusterFigures) add(e *engine.Event, counts, last bool) {
	f.meter.pass(e.At)
	switch {
	case e.Type == engine.RequestArrived:
		f.meter.arrive(counts, last)
	case e.Type == engine.AttemptSent:
		f.meter.waiting++
	case e.Type == engine.AttemptStarted:
		f.meter.waiting--
		f.meter.running++
		if counts {
			f.waits.Add(e.Took)
		}
	case e.Type.EndsAttempt() && e.State == engine.Running:
		f.meter.running--
		if counts {
			f.services.Add(e.Work)
		}
	case e.Type.EndsAttempt():
		f.meter.waiting--
	}
}

// close completes the figures when the run is over, and with it known how slow a
// failure is.
func (s *Summary) close() {
	s.latency.close(s.failure)
	s.backlog.settle()
}

// order numbers the counted requests as they arrive. They arrive by number, but for
// bursts: a few stretches of numbers tell the rest.
type order struct {
	warmup    int32
	n         int // that have arrived
	stretches []stretch
}

// stretch is requests that arrived one after the other, by number.
type stretch struct {
	first, last int32
	order       int // of the first, from 0
}

func (o *order) arrive(request int32) {
	if request <= o.warmup {
		return
	}
	if last := len(o.stretches) - 1; last >= 0 && o.stretches[last].last == request-1 {
		o.stretches[last].last = request
	} else {
		o.stretches = append(o.stretches, stretch{request, request, o.n})
	}
	o.n++
}

// of is the place of a request that has arrived and counts, from 0.
func (o *order) of(request int32) int {
	i := 0
	if len(o.stretches) > 1 {
		i = slices.IndexFunc(o.stretches, func(s stretch) bool { return s.first <= request && request <= s.last })
	}
	return o.stretches[i].order + int(request-o.stretches[i].first)
}
