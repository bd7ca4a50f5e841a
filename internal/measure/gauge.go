package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// gauge folds the events of a run into its figures. One is used for a run, and
// one for its baseline.
type gauge struct {
	ledger
	scenario    *engine.Scenario
	latencies   *timings     // of the counted requests: to the answer, the deadline, or the failure
	answered    *sample      // of them, those with an answer; nil where all have one
	useful      fixed.Micros // work that answered
	wins        []int        // of requests, by attempt
	leafWins    []int        // likewise of leaves
	leafAnswers int          // of requests with an answer
	leafTimes   *sample      // from the start of the hop to the leaf's answer; nil where a request has one leaf
	byReason    map[engine.Reason]int
	backlog     backlog
	waits       *sample
	services    *sample
	meter       meter
}

// newGauge makes the gauge of a run, or of the baseline of a run, which is as random
// as the run: their batches are compared.
func newGauge(s *engine.Scenario, random bool) *gauge {
	n := s.Workload.Total() - s.Workload.WarmupRequests
	g := &gauge{
		ledger: newLedger(s), scenario: s, latencies: newTimings(random, n),
		wins: make([]int, s.Policy.MaxAttempts()), leafWins: make([]int, s.Policy.MaxAttempts()),
		byReason: map[engine.Reason]int{}, backlog: backlog{n: s.Workload.Total()},
	}
	if mayFail(s) {
		g.answered = newSample(n)
	}
	if s.Workload.Leaves() > 1 {
		g.leafTimes = newSample(countedLeaves(s))
	}
	if s.Backend.Capacity.Cluster != nil {
		g.waits, g.services = newSample(countedLeaves(s)), newSample(countedLeaves(s))
	}
	g.ledger.started, g.ledger.stopped, g.ledger.won, g.ledger.ended = g.start, g.stop, g.win, g.end
	return g
}

// gauges plays a scenario and its baseline to the end, each into a gauge; under the
// policy none they are one. Of the run's requests closed hears, and tell of its events.
func gauges(s *engine.Scenario, wanted Wanted, closed func(*entry), tell func(engine.Event)) (run, baseline *gauge, err error) {
	run = newGauge(s, s.IsRandom())
	run.closed = closed
	err = play(s, wanted, func(e engine.Event) {
		run.Add(e)
		tell(e)
	})
	run.close()
	if err != nil || s.Policy.None != nil {
		return run, run, err
	}
	none := s.Baseline()
	baseline = newGauge(&none, s.IsRandom())
	err = play(&none, wanted, baseline.Add)
	baseline.close()
	return run, baseline, err
}

// mayFail says whether a request of the scenario may end without an answer, or with
// an answer that is not whole.
func mayFail(s *engine.Scenario) bool {
	c := s.Backend.Capacity.Cluster
	return s.Workload.DeadlineMs > 0 || s.Workload.FanOut.AfterMs > 0 || c != nil && c.QueueLimit > 0
}

// mayLack says whether a request of the scenario may be answered by fewer than all
// its leaves.
func mayLack(s *engine.Scenario) bool {
	f := &s.Workload.FanOut
	return f.AfterMs > 0 || f.Needed() < f.Leaves
}

// Add folds the next event.
func (g *gauge) Add(e engine.Event) {
	g.meter.pass(e.At)
	g.backlog.pass(e.At)
	switch e.Type {
	case engine.RequestArrived:
		g.meter.arrive(e.Key.Request > g.warmup, g.Arrived+1 == g.backlog.n)
		g.backlog.arrive()
	case engine.AttemptSent:
		g.meter.waiting++
	case engine.RequestAnswered, engine.RequestFailed, engine.RequestExpired:
		g.backlog.open--
	case engine.HedgeSuppressed:
		if e.Key.Request > g.warmup {
			g.byReason[e.Reason]++
		}
	}
	g.ledger.Add(e)
}

// start books an attempt that a worker takes.
func (g *gauge) start(r *entry, a *work, at fixed.Micros) {
	g.meter.waiting--
	g.meter.running++
	if g.waits != nil && r.order >= 0 {
		g.waits.Add(at - a.sent)
	}
}

// stop books an attempt that ends.
func (g *gauge) stop(r *entry, was phase, worked fixed.Micros) {
	if was == waiting {
		g.meter.waiting--
		return
	}
	g.meter.running--
	if g.services != nil && r.order >= 0 {
		g.services.Add(worked)
	}
}

// win books an attempt that has answered its leaf.
func (g *gauge) win(r *entry, attempt int, at fixed.Micros) {
	if r.order < 0 {
		return
	}
	g.useful += r.worked
	if g.leafTimes != nil {
		g.leafTimes.Add(at - r.hopStart)
		g.leafWins[attempt-1]++
	}
}

// end books a request that has ended.
func (g *gauge) end(r *entry) {
	if r.order < 0 {
		return
	}
	switch r.status {
	case answered, partial:
		if r.winnerAttempt > 0 {
			g.wins[r.winnerAttempt-1]++
		}
		g.leafAnswers += r.answers
		g.latencies.add(r.order, r.latency)
		if g.answered != nil {
			g.answered.Add(r.latency)
		}
	case expired:
		g.latencies.add(r.order, r.latency)
	default:
		g.latencies.fail(r.order, r.latency)
	}
}

// close completes the figures when the run is over, and with it known how slow a
// failure is.
func (g *gauge) close() {
	g.latencies.close(g.failure)
	g.backlog.settle()
}
