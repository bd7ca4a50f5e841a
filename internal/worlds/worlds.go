// Package worlds draws random scenarios for tests, over all options at once. Times are
// of few different values, so that things which could happen at one instant often do.
// Intake accepts every world that is drawn.
//
// Each field, each member of a union and each value of an enumeration has its line
// here. A test names what is never drawn.
package worlds

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// Source is the generator that worlds are drawn from: *rand.Rand is one. IntN gives a number
// from 0 to n−1.
type Source interface{ IntN(n int) int }

// Small draws a world of at most a dozen requests.
func Small(from Source) *engine.Scenario {
	return generator{from}.world(scale{requests: 12, burst: 3, leaves: 48})
}

// Any draws a world of some dozens of requests, some hundreds, or a crowd.
func Any(from Source) *engine.Scenario {
	l := generator{from}
	dozens, hundreds := scale{requests: 30, burst: 20, leaves: 60}, scale{requests: 200, burst: 20, leaves: 200}
	s := l.world(One(l, dozens, dozens, hundreds))
	if l.IntN(6) == 0 {
		l.crowd(s)
	}
	return s
}

// Shaped draws a world of a few requests, nearly all of several leaves.
func Shaped(from Source) *engine.Scenario {
	l := generator{from}
	for {
		if s := l.world(scale{requests: 5, burst: 3, leaves: 60}); s.Workload.Leaves() > 1 || l.IntN(8) == 0 {
			return s
		}
	}
}

// One is one of several values, each as likely as any other.
func One[T any](from Source, all ...T) T { return all[from.IntN(len(all))] }

// Span draws a time of at most 40 ms, nine in ten times a multiple of 5 ms.
func Span(from Source) fixed.Micros { return generator{from}.span() }

// Law draws a latency law of any kind but a table.
func Law(from Source) latency.Law { return generator{from}.law(1) }

// Coarse draws a latency law of a few different times.
func Coarse(from Source) latency.Law { return generator{from}.coarse() }

// Cluster draws a cluster of a few servers.
func Cluster(from Source) *engine.Cluster { return generator{from}.cluster() }

// generator draws the parts of a world.
type generator struct{ Source }

// scale bounds the size of a world.
type scale struct {
	requests int // besides those of bursts
	burst    int // requests of a burst
	leaves   int // of all those requests, if they have several
}

func (l generator) world(most scale) *engine.Scenario {
	s := &engine.Scenario{
		Seed:     int64(One(l, l.IntN(1<<53), l.IntN(3))),
		Workload: l.workload(most),
		Backend:  l.backend(),
		Policy:   l.policy(),
		Judge:    l.judge(),
	}
	l.fit(s)
	return s
}

// fit lets a world keep intake's rules between fields, and draws the one law that these
// rules are mostly about.
func (l generator) fit(s *engine.Scenario) {
	w := &s.Workload
	if w.Leaves() == 1 && len(w.Bursts) == 0 && l.IntN(2) == 0 {
		l.table(s)
	}
	if c := s.Backend.Capacity.Cluster; c != nil && len(c.Down) > 0 && w.DeadlineMs == 0 {
		w.DeadlineMs = l.deadline()
	}
}

// table serves a world by a table, which has a row for each request, two columns for its
// attempts, and copies of its own.
func (l generator) table(s *engine.Scenario) {
	t := &latency.Table{}
	for range s.Workload.Requests + max(0, l.IntN(6)-3) {
		t.PrimaryMs = append(t.PrimaryMs, l.span())
		t.BackupMs = append(t.BackupMs, l.span())
	}
	s.Backend.Latency = latency.Law{Table: t}
	s.Backend.Copies, s.Backend.CommonCausePercent = engine.Independent, 0
	if h := s.Policy.Hedge; h != nil {
		h.MaxAttempts = min(2, h.MaxAttempts)
	}
}

// crowd makes a world one of many requests, which are served in time, or nearly, unless
// they are hedged.
func (l generator) crowd(s *engine.Scenario) {
	w := &s.Workload
	w.Requests, w.Bursts, w.DeadlineMs = 200+l.IntN(600), []engine.Burst{}, 0
	w.Hops, w.FanOut = 1, engine.FanOut{Leaves: 1}
	w.WarmupRequests = l.IntN(150)
	w.Arrival = engine.Arrival{Paced: &engine.Paced{IntervalMs: 10 * fixed.Millisecond}}
	s.Backend.Latency = latency.Law{Exponential: &latency.Exponential{MeanMs: fixed.Micros(12+l.IntN(16)) * fixed.Millisecond}}
	s.Backend.Capacity = engine.Capacity{Cluster: &engine.Cluster{
		Servers: 2, Workers: 1, Queue: One(l, engine.PerServerQueue, engine.SharedQueue), Order: engine.FIFO, Balance: engine.PowerOfTwo,
		Slow: []engine.Slow{}, Down: []engine.Down{},
	}}
	if h := s.Policy.Hedge; h != nil {
		h.MaxAttempts, h.ProbabilityPercent, h.Budget = 2+l.IntN(2), 100_000, engine.Budget{Percent: new(fixed.Percent(100_000))}
		h.Cancel = engine.CancelNever
	}
}

// span is a time of few different values.
func (l generator) span() fixed.Micros {
	if l.IntN(10) == 0 {
		return fixed.Micros(l.IntN(40_001))
	}
	return fixed.Micros(l.IntN(9)) * 5 * fixed.Millisecond
}

// instant is early in a run, or somewhere in it.
func (l generator) instant() fixed.Micros { return One[fixed.Micros](l, 1, 1, 5) * l.span() }

// share is a percentage, hardly ever one that no other is.
func (l generator) share() fixed.Percent {
	return One(l, 0, 10_000, 33_333, 50_000, 75_000, 90_000, 100_000, fixed.Percent(l.IntN(100_001)))
}

// some draws none or a few, at most so many.
func some[T any](l generator, most int, draw func() T) []T {
	all := []T{}
	for range l.IntN(2*most+1) - most {
		all = append(all, draw())
	}
	return all
}
