package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/stats"
)

// Summary is what one run comes to, without knowing of another. It is a fold over the
// run's events, or equal to it; compare holds it against the baseline's. Answers and failures are kept
// apart, so that failures count alike in both. A part that does not apply to the
// scenario is nil.
type Summary struct {
	warmup   Counters     // of the requests of the warm-up, and what is of none
	counted  Counters     // of those after it, as what follows
	total    int          // requests that are to arrive
	all      bool         // have arrived
	events   int          // of the run
	end      fixed.Micros // at the last of them
	order    order
	answers  *stats.Series // latencies of requests
	failures *stats.Series // of each request, by whether it failed, where the run is random and may fail
	useful   fixed.Micros
	extra    int   // attempts started beyond the first of their leaf
	backups  int   // started, of every request
	wins     []int // of requests, by attempt
	whole    int   // leaves that have answered, of requests with an answer
	byReason Suppressed
	leaves   *leafFigures
	cluster  *clusterFigures
}

// leafFigures are those of requests with more than one leaf.
type leafFigures struct {
	wins    []int   // by attempt
	latency *sample // from the start of the hop to the answer
}

// newSummary makes the summary of a run, or of a baseline that is to be compared with
// one that is random.
func newSummary(s *engine.Scenario, random bool) *Summary {
	n, leaves := s.Workload.Total()-s.Workload.WarmupRequests, countedLeaves(s)
	traits := s.Traits()
	sum := &Summary{
		total: s.Workload.Total(), order: order{warmup: int32(s.Workload.WarmupRequests)},
		answers: stats.NewSeries(n), wins: make([]int, s.Policy.MaxAttempts()),
	}
	if random && traits.Has(engine.MayFail) {
		sum.failures = stats.NewSeries(n)
	}
	if traits.Has(engine.ManyLeaves) {
		sum.leaves = &leafFigures{wins: make([]int, s.Policy.MaxAttempts()), latency: newSample(leaves)}
	}
	if traits.Has(engine.Queues) {
		sum.cluster = newClusterFigures(s, leaves)
	}
	return sum
}

// add folds the next event.
func (s *Summary) add(e *engine.Event) {
	counts := e.Key.Request > s.order.warmup
	if counts {
		s.counted.add(e)
		s.count(e)
	} else {
		s.warmup.add(e)
	}
	if e.Type == engine.RequestArrived {
		s.all = s.warmup.Arrived+s.counted.Arrived == s.total
	}
	if s.cluster != nil {
		s.cluster.add(e, counts, s.all)
	}
	switch e.Type {
	case engine.AttemptStarted:
		if e.Key.Attempt > 1 {
			s.backups++
		}
	case engine.RunCompleted:
		s.events, s.end = int(e.Seq), e.At
	}
}

// count folds an event of a request that counts.
func (s *Summary) count(e *engine.Event) {
	switch e.Type {
	case engine.RequestArrived:
		s.order.arrive(e.Key.Request)
	case engine.AttemptStarted:
		if e.Extra {
			s.extra++
		}
	case engine.AttemptAnswered:
		if e.Won {
			s.useful += e.Work
		}
	case engine.LeafAnswered:
		s.leaves.wins[e.Key.Attempt-1]++
		s.leaves.latency.add(e.Took)
	case engine.HedgeSuppressed:
		if e.Reason == engine.SuppressedByBudget {
			s.byReason.Budget++
		} else {
			s.byReason.Probability++
		}
	case engine.RequestAnswered, engine.RequestFailed, engine.RequestExpired:
		s.book(e)
	}
}

// book adds a request that has ended.
func (s *Summary) book(e *engine.Event) {
	order := s.order.of(e.Key.Request)
	if e.Type == engine.RequestAnswered {
		s.whole += int(e.Answers)
		s.answers.Add(order, e.Took)
		if e.Key.Attempt > 0 {
			s.wins[e.Key.Attempt-1]++
		}
	} else {
		s.answers.Miss(order)
	}
	if s.failures != nil {
		failed := oneFailure
		if e.Type == engine.RequestAnswered && !e.Partial {
			failed = 0
		}
		s.failures.Add(order, failed)
	}
}

// oneFailure is what a failed request counts in the series of failures: so much that
// their mean is a share in millionths.
const oneFailure fixed.Micros = 1_000_000

// hedges is how many hedges were sent, and suppressed how many fell due and were not, of
// every request.
func (s *Summary) hedges() int { return s.warmup.Hedges + s.counted.Hedges }

func (s *Summary) suppressed() int { return s.warmup.SuppressedHedges + s.counted.SuppressedHedges }

// valued is the latencies of all requests, failures as slow as a number.
func (s *Summary) valued(failure fixed.Micros) valued {
	return valued{ordered: s.answered(), missed: s.missed(), failure: failure}
}

// answered is the latencies of the answers.
func (s *Summary) answered() ordered {
	a := s.answers
	return ordered{n: a.Answered(), sum: a.Total(), max: a.Slowest(), exact: a.Exact(), at: a.At}
}

// missed is how many requests failed or expired.
func (s *Summary) missed() int { return s.counted.Failed + s.counted.Expired }

// successes is how many requests were answered whole and in time.
func (s *Summary) successes() int { return s.counted.Answered - s.counted.Partial }

// work is what servers did for the requests.
func (s *Summary) work() fixed.Micros { return s.useful + s.counted.LoserWorkMs }

// saturated says whether more work was offered than can be done.
func (s *Summary) saturated() bool { return s.cluster != nil && s.cluster.load.saturated() }

// openAtLast is how many requests were open when all had arrived.
func (s *Summary) openAtLast() int {
	if s.cluster == nil {
		return 0
	}
	return s.cluster.load.atLast.open
}
