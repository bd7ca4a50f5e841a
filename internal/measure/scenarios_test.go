package measure_test

import (
	"math/rand/v2"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// chooser draws scenarios over all options at once.
type chooser struct{ *rand.Rand }

func one[T any](r chooser, all ...T) T { return all[r.IntN(len(all))] }

// span is a time of few different values, so that ties are not rare.
func (r chooser) span() fixed.Micros { return milliseconds(r.IntN(9) * 5) }

func (r chooser) percent() fixed.Percent { return fixed.Percent(r.IntN(100_001)) }

func (r chooser) scenario() *engine.Scenario {
	s := opened(func(s *settings) { s.off = r.IntN(6) == 0 }).scenario(nil)
	s.Seed = r.Int64N(1 << 53)
	s.Judge = engine.Judge{Percentile: one(r, 50_000, 90_000, 95_000, 99_900, 1+r.percent()%100_000), ExtraLoadLimitPercent: r.percent()}
	r.load(&s.Workload)
	if r.IntN(3) == 0 {
		r.shape(&s.Workload)
	}
	column := func() (all []fixed.Micros) {
		for range s.Workload.Total() {
			all = append(all, r.span())
		}
		return all
	}
	laws := 3
	if s.Workload.Leaves() > 1 {
		laws = 2
	}
	switch r.IntN(laws) {
	case 0:
		s.Backend.Latency = latency.Law{Constant: &latency.Constant{Ms: r.span()}}
	case 1:
		s.Backend.Latency = latency.Law{Exponential: &latency.Exponential{MeanMs: 1 + r.span()}}
	default:
		s.Backend.Latency = latency.Law{Table: &latency.Table{PrimaryMs: column(), BackupMs: column()}}
	}
	s.Backend.Copies = one(r, engine.Independent, engine.Identical)
	s.Backend.CommonCausePercent = one(r, 0, 0, r.percent())
	if r.IntN(6) > 0 {
		s.Backend.Capacity = engine.Capacity{Cluster: r.cluster()}
		if s.Workload.DeadlineMs == 0 && len(s.Backend.Capacity.Cluster.Down) > 0 {
			s.Workload.DeadlineMs = milliseconds(100)
		}
	}
	if h := s.Policy.Hedge; h != nil {
		r.hedge(h)
		h.Cancellation = r.cancellation()
	} else {
		s.Policy.None.Cancellation = r.cancellation()
	}
	if r.IntN(6) == 0 {
		r.crowd(s)
	}
	return s
}

// crowd makes a scenario one that is served in time, or nearly, if nobody hedges.
func (r chooser) crowd(s *engine.Scenario) {
	w := &s.Workload
	w.Requests, w.Bursts, w.DeadlineMs = 200+r.IntN(600), nil, 0
	w.WarmupRequests = r.IntN(150)
	w.Arrival = engine.Arrival{Paced: &engine.Paced{IntervalMs: milliseconds(10)}}
	s.Backend.Latency = latency.Law{Exponential: &latency.Exponential{MeanMs: milliseconds(12 + r.IntN(16))}}
	s.Backend.Capacity = engine.Capacity{Cluster: &engine.Cluster{
		Servers: 2, Workers: 1, Queue: one(r, engine.PerServerQueue, engine.SharedQueue), Order: engine.FIFO, Balance: engine.PowerOfTwo,
	}}
	if h := s.Policy.Hedge; h != nil {
		h.Delay.Ms, h.MaxAttempts, h.Cancel = new(r.span()), 2+r.IntN(2), engine.CancelNever
		h.ProbabilityPercent, h.Budget.Percent = 100_000, new(fixed.Percent(100_000))
	}
}

// load is of a few requests, or of some hundreds, which may be more than is served.
func (r chooser) load(w *engine.Workload) {
	w.Requests = one(r, 1+r.IntN(30), 1+r.IntN(30), 1+r.IntN(200))
	w.Arrival.Paced.IntervalMs = r.span()
	if r.IntN(3) == 0 {
		w.Arrival = engine.Arrival{Poisson: &engine.Poisson{RatePerSecond: fixed.Millionths(10+r.IntN(500)) * 1_000_000}}
	}
	for range r.IntN(3) {
		w.Bursts = append(w.Bursts, engine.Burst{AtMs: 5 * r.span(), Requests: 1 + r.IntN(20)})
	}
	w.WarmupRequests = one(r, 0, r.IntN(w.Total()))
	w.Operation = one(r, engine.Read, engine.Write, engine.IdempotentWrite)
	w.CommitMs = r.span()
	w.DurationMs = r.span()
	w.DeadlineMs = one(r, 0, 5+4*r.span())
}

// shape gives requests hops and leaves, and takes some requests away for it.
func (r chooser) shape(w *engine.Workload) {
	w.Hops, w.FanOut.Leaves = one(r, 1, 1, 2, 3), one(r, 1, 2, 3, 1+r.IntN(8))
	w.FanOut.Quorum = one(r, 0, r.IntN(w.FanOut.Leaves+1))
	w.FanOut.AfterMs = one(r, 0, 0, 1+r.span())
	w.Requests = 1 + w.Requests/w.Leaves()
	w.WarmupRequests = min(w.WarmupRequests, w.Total()-1)
}

func (r chooser) cluster() *engine.Cluster {
	c := &engine.Cluster{
		Servers: 1 + r.IntN(4), Workers: one(r, 1, 1, 2), Queue: one(r, engine.PerServerQueue, engine.SharedQueue),
		QueueLimit: max(0, r.IntN(12)-6), Order: one(r, engine.FIFO, engine.LIFO, engine.HedgesLast),
		Balance: one(r, engine.RandomServer, engine.RoundRobin, engine.LeastOutstanding, engine.PowerOfTwo),
	}
	window := func() engine.Window {
		from := 5 * r.span()
		return engine.Window{Server: r.IntN(c.Servers + 1), FromMs: from, ToMs: from + r.span()}
	}
	if r.IntN(3) == 0 {
		c.Slow = append(c.Slow, engine.Slow{Window: window(), Factor: 3_500_000})
	}
	if r.IntN(3) == 0 {
		c.Down = append(c.Down, engine.Down{Window: window()})
	}
	return c
}

func (r chooser) hedge(h *engine.Hedge) {
	h.Delay.Ms, h.MaxAttempts = new(one(r, 0, milliseconds(5), r.span())), one(r, 2, 2, 3, 1+r.IntN(4))
	h.ProbabilityPercent = one(r, 100_000, r.percent())
	h.Budget.Percent = new(one(r, 100_000, r.percent()))
}

func (r chooser) cancellation() engine.Cancellation {
	return engine.Cancellation{
		Cancel:        one(r, engine.CancelOnAnswer, engine.CancelOnStart, engine.CancelNever),
		CancelReach:   one(r, engine.ReachRunning, engine.ReachQueued),
		CancelDelayMs: one(r, 0, r.span()),
	}
}
