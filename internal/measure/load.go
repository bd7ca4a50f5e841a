package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/stats"
)

// load follows the work that is offered to the servers of a run, and what waits.
type load struct {
	stats   *stats.Load
	shared  bool
	workers int
	servers int
	steady  int32                       // the last request that no burst brings
	down    []fixed.Micros              // by server, since when; -1 while it is up
	dead    []bool                      // by server: down since the start
	open    int                         // requests
	last    fixed.Micros                // arrival, once it is known
	atLast  struct{ open, waiting int } // then, when all of that instant had been played
	passed  bool                        // the instant of the last arrival
	arrived bool                        // every request
	removed engine.Key                  // the leaf of which a deadline removed the copy that waited last
}

func newLoad(s *engine.Scenario) *load {
	c := s.Backend.Capacity.Cluster
	l := &load{
		shared: c.Queue == engine.SharedQueue, workers: c.Workers, servers: c.Servers, steady: int32(s.Workload.Requests),
		down: make([]fixed.Micros, c.Servers), dead: make([]bool, c.Servers),
	}
	for i := range l.down {
		l.down[i] = -1
	}
	if l.shared {
		l.stats = stats.NewLoad(1, c.Servers*c.Workers)
	} else {
		l.stats = stats.NewLoad(c.Servers, c.Workers)
	}
	return l
}

// arrive folds an arrival: whether it is the last.
func (l *load) arrive(at fixed.Micros, last bool) {
	l.open++
	if last {
		l.arrived, l.last = true, at
	}
}

// leave moves on to an instant after the last arrival: how many attempts waited until then.
func (l *load) leave(at fixed.Micros, waiting int64) {
	if !l.passed && at > l.last {
		l.pass(waiting)
	}
}

// add folds what a server does, and the end of the run: how many attempts waited before it.
func (l *load) add(e *engine.Event, waiting int64) {
	switch e.Type {
	case engine.ServerDown:
		l.down[e.Server-1] = e.At
		l.dead[e.Server-1] = e.At == 0
	case engine.ServerUp:
		l.up(int(e.Server), e.At)
		l.dead[e.Server-1] = false
	case engine.RunCompleted:
		if !l.passed {
			l.pass(waiting)
		}
		for i := range l.down {
			l.up(i+1, l.last)
		}
	}
}

// pass notes what is open and waits when the instant of the last arrival is over.
func (l *load) pass(waiting int64) {
	l.passed = true
	l.atLast.open, l.atLast.waiting = l.open, int(waiting)
}

// offer adds the work of an attempt that has ended: the whole of it, but what a copy has
// made superfluous only as far as it was done.
func (l *load) offer(e *engine.Event) {
	sent, work := e.At-e.Took, e.Service
	switch {
	case l.arrived && sent > l.last, e.Type == engine.AttemptLost && e.State == engine.Sent:
		return
	case e.Type == engine.AttemptCancelled && e.By != engine.ByDeadline:
		work = e.Work
	case e.Type == engine.AttemptCancelled && e.State == engine.Waiting:
		leaf := e.Key
		leaf.Attempt = 0
		if leaf == l.removed {
			return
		}
		l.removed = leaf
	}
	l.stats.Offer(l.pool(int(e.Server)), sent, work, e.Key.Request > l.steady)
}

// pool is the number of the pool that a server belongs to, from 0.
func (l *load) pool(server int) int {
	if l.shared {
		return 0
	}
	return server - 1
}

// up takes away the time for which a server was down, as far as requests arrived.
func (l *load) up(server int, at fixed.Micros) {
	from, to := l.down[server-1], at
	l.down[server-1] = -1
	if l.arrived {
		to = min(to, l.last)
	}
	if from < 0 || from >= to {
		return
	}
	l.stats.Down(l.pool(server), from, to, l.workers)
}

func (l *load) saturated() bool { return l.stats.Saturated(l.last) }
