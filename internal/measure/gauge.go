package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// gauge folds the events of a run into its figures. One is used for a run, and
// one for its baseline.
type gauge struct {
	Ledger
	scenario  *engine.Scenario
	latencies *timings // of the counted requests: to the answer, the deadline, or the failure
	answered  *Sample  // of them, those with an answer; nil where all have one
	useful    fixed.Ms // work that answered
	wins      []int    // by attempt
	byReason  map[engine.Reason]int
	backlog   backlog
	waits     *Sample
	services  *Sample
	meter     meter
}

// newGauge makes the gauge of a run, or of the baseline of a run, which is as random
// as the run: their batches are compared.
func newGauge(s *engine.Scenario, random bool) *gauge {
	n := s.Workload.Total() - s.Workload.WarmupRequests
	g := &gauge{
		Ledger:   Ledger{warmup: s.Workload.WarmupRequests},
		scenario: s, latencies: newTimings(random, n), wins: make([]int, s.Policy.MaxAttempts()),
		byReason: map[engine.Reason]int{}, backlog: backlog{n: s.Workload.Total()},
	}
	if mayFail(s) {
		g.answered = NewSample(n)
	}
	g.Ledger.ended = g.end
	if c := s.Backend.Capacity.Cluster; c != nil {
		g.waits, g.services = newSampleLike(g.latencies.whole.Sample, n), newSampleLike(g.latencies.whole.Sample, n)
		g.Ledger.started = func(r *entry, a *work, at fixed.Ms) {
			if r.order >= 0 {
				g.waits.Add(at - a.sent)
			}
		}
		g.Ledger.stopped = func(r *entry, worked fixed.Ms) {
			if r.order >= 0 {
				g.services.Add(worked)
			}
		}
	}
	return g
}

// mayFail says whether a request of the scenario may end without an answer.
func mayFail(s *engine.Scenario) bool {
	c := s.Backend.Capacity.Cluster
	return s.Workload.DeadlineMs > 0 || c != nil && c.QueueLimit > 0
}

// Add folds the next event.
func (g *gauge) Add(e engine.Event) {
	g.meter.pass(e.At)
	g.backlog.pass(e.At)
	counts := e.Key.Request > g.warmup
	switch e.Type {
	case engine.RequestArrived:
		g.meter.arrive(counts, g.Arrived+1 == g.backlog.n)
		g.backlog.arrive()
	case engine.AttemptSent:
		g.meter.waiting++
	case engine.AttemptStarted:
		g.meter.waiting--
		g.meter.running++
	case engine.AttemptAnswered, engine.AttemptCancelled, engine.AttemptRefused, engine.AttemptLost:
		g.leave(e)
	case engine.RequestAnswered, engine.RequestFailed, engine.RequestExpired:
		g.backlog.open--
	case engine.HedgeSuppressed:
		if counts {
			g.byReason[e.Reason]++
		}
	}
	g.Ledger.Add(e)
}

// leave books an attempt that ends, before the ledger does.
func (g *gauge) leave(e engine.Event) {
	r := g.open[e.Key.Request]
	if r.attempt(e).state == engine.Waiting {
		g.meter.waiting--
		return
	}
	g.meter.running--
	if e.Type == engine.AttemptAnswered && !r.ended && r.order >= 0 {
		g.useful += e.At - r.attempt(e).started
	}
}

// end books a request that has ended.
func (g *gauge) end(r *entry) {
	if r.order < 0 {
		return
	}
	switch r.status {
	case answered:
		g.wins[r.winnerAttempt-1]++
		g.latencies.add(r.order, r.latency)
		if g.answered != nil {
			g.answered.Add(r.latency)
		}
	case expired:
		g.latencies.add(r.order, r.latency)
	default:
		g.latencies.fail(r.order, max(r.latency, g.scenario.Workload.DeadlineMs))
	}
}

// close completes the figures when the run is over: a failed request is as slow as
// the slowest answer, where no deadline says how slow.
func (g *gauge) close() {
	least := g.slowest
	if g.scenario.Workload.DeadlineMs > 0 {
		least = 0
	}
	g.latencies.close(least)
	g.backlog.settle()
}

// meter measures busy workers and waiting attempts over time, from the first
// counted arrival to the last arrival.
type meter struct {
	waiting, running int64
	at               fixed.Ms
	open             bool
	length           fixed.Ms
	queued, busy     wide // attempts × time
}

// pass moves on to an instant.
func (m *meter) pass(at fixed.Ms) {
	if m.open {
		m.queued.add(m.waiting, int64(at-m.at))
		m.busy.add(m.running, int64(at-m.at))
		m.length += at - m.at
	}
	m.at = at
}

// arrive opens the window at the first arrival that counts, and closes it at the last.
func (m *meter) arrive(counts, last bool) {
	m.open = (m.open || counts) && !last
}

// backlog notes how many requests are open when three quarters have arrived, and
// when all have, each when all of that instant has been played.
type backlog struct {
	n       int // requests of the run
	arrived int
	open    int
	at      fixed.Ms // of the event before
	marked  [2]bool
	then    [2]int // open requests: at ⌊3n/4⌋ arrivals, and at the last
}

func (b *backlog) marks() [2]int { return [2]int{3 * b.n / 4, b.n} }

// pass moves on to an instant; a mark of an instant before is final then.
func (b *backlog) pass(at fixed.Ms) {
	if at == b.at {
		return
	}
	b.settle()
	b.at = at
}

func (b *backlog) settle() {
	for i, mark := range b.marks() {
		if !b.marked[i] && b.arrived >= mark {
			b.marked[i] = true
			b.then[i] = b.open
		}
	}
}

func (b *backlog) arrive() {
	b.arrived++
	b.open++
}

// collapsed says whether so many requests are open at the end, and more than when
// three quarters had arrived, that the backlog grows without end.
func (b *backlog) collapsed() bool {
	early, late := b.then[0], b.then[1]
	return late >= 100 && late*50 >= b.n && late > early
}
