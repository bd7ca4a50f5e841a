package measure_test

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
	"github.com/hedgedrill/hedgedrill/internal/stats"
)

// What package stats, which has tests of its own, is to judge: series and loads made
// of the attempts and requests of a whole trace.

// series are the latencies of the counted requests, and whether each was not answered
// whole and in time.
func (h *history) series() (latencies, failures *stats.Series) {
	counted := h.counted()
	latencies, failures = stats.NewSeries(len(counted)), stats.NewSeries(len(counted))
	for i, r := range counted {
		if r.how == engine.RequestAnswered {
			latencies.Add(i, r.end-r.arrival)
		} else {
			latencies.Miss(i)
		}
		if r.how == engine.RequestAnswered && !r.partial {
			failures.Add(i, 0)
		} else {
			failures.Add(i, 1_000_000)
		}
	}
	return latencies, failures
}

// judges compare a run with its baseline; of a run without randomness there are none.
func judges(run, baseline *history) (latencies, failures *stats.Comparison) {
	if !run.s.Traits().Has(engine.Random) {
		return nil, nil
	}
	latency, failure := run.series()
	without, failureWithout := baseline.series()
	return stats.Compare(latency, without, run.s.Workload.DeadlineMs), stats.Compare(failure, failureWithout, 0)
}

// saturated says whether more work was offered than could be done.
func (h *history) saturated() bool {
	load := h.load()
	return load != nil && load.Saturated(h.to)
}

// load is the work that was offered to the servers up to the last arrival; nil where
// nothing queues.
func (h *history) load() *stats.Load {
	c := h.s.Backend.Capacity.Cluster
	if c == nil {
		return nil
	}
	shared := c.Queue == engine.SharedQueue
	load := stats.NewLoad(c.Servers, c.Workers)
	if shared {
		load = stats.NewLoad(1, c.Servers*c.Workers)
	}
	pool := func(server int16) int {
		if shared {
			return 0
		}
		return int(server) - 1
	}
	law, removed := newServices(h.s), map[engine.Key]bool{}
	for _, a := range h.attempts {
		if work, ok := h.offered(a, law, removed); ok {
			load.Offer(pool(a.server), a.sent, work, int(a.key.Request) > h.s.Workload.Requests)
		}
	}
	down := map[int16]fixed.Micros{}
	away := func(server int16, to fixed.Micros) {
		if from := down[server]; from < min(to, h.to) {
			load.Down(pool(server), from, min(to, h.to), c.Workers)
		}
		delete(down, server)
	}
	for _, e := range h.trace {
		switch e.Type {
		case engine.ServerDown:
			down[e.Server] = e.At
		case engine.ServerUp:
			away(e.Server, e.At)
		}
	}
	for server := range down {
		away(server, h.to)
	}
	return load
}

// offered is the work that an attempt brought: the whole, but what was done of it where
// a copy made it superfluous. A leaf of which a deadline removes several waiting copies
// brings the work of the first.
func (h *history) offered(a tried, law services, removed map[engine.Key]bool) (fixed.Micros, bool) {
	started := a.started != measure.None
	switch {
	case a.sent > h.to, a.how == engine.AttemptLost && a.ended == a.sent && h.wasDown(a):
		return 0, false
	case a.how == engine.AttemptCancelled && !a.late && started:
		return a.ended - a.started, true
	case a.how == engine.AttemptCancelled && !a.late:
		return 0, true
	case a.how == engine.AttemptCancelled && !started:
		if removed[leafOf(a.key)] {
			return 0, false
		}
		removed[leafOf(a.key)] = true
	}
	if started {
		return law.of(a.key, a.server, a.started), true
	}
	return law.of(a.key, a.server, a.ended), true
}

// wasDown says whether a lost attempt was sent to a server that had gone down before:
// nothing lies between the two events.
func (h *history) wasDown(a tried) bool {
	for i, e := range h.trace {
		if e.Type == engine.AttemptSent && e.Key == a.key {
			return h.trace[i+1].Type == engine.AttemptLost && h.trace[i+1].Key == a.key
		}
	}
	return false
}
