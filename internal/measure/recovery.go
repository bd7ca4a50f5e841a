package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Recovery says whether a run came back from its trouble, bursts and windows, and how
// long after the end of the trouble.
type Recovery struct {
	FromMs    fixed.Micros  `json:"fromMs"` // the end of the trouble
	Recovered bool          `json:"recovered"`
	AfterMs   *fixed.Micros `json:"afterMs,omitempty"` // where it did
}

// recovery follows what waits and what is missed before the trouble and after it, up to
// the last arrival. Its memory does not grow with the run, but for a return for each
// quarter by which the time since the trouble grows.
type recovery struct {
	begin, end fixed.Micros // of the trouble, from the first to the last
	window     fixed.Micros // in which a hundred requests arrive on average
	deadline   fixed.Micros

	at      fixed.Micros
	waiting int64 // attempts, since then
	closed  bool  // every request has arrived

	opened  fixed.Micros // the first counted arrival; never before there is one
	before  phase
	batches batches // of the misses before

	level   float64 // attempts that waited before, on average
	started int     // attempts since the end of the trouble
	since   quarters
	returns []back
	next    fixed.Micros // the earliest instant of the next return
}

// back is an instant at which no more waited than before the trouble, and what follows
// up to the next.
type back struct {
	from     fixed.Micros
	lastMiss fixed.Micros // within what follows
	phase
}

const (
	windowArrivals = 100
	never          = fixed.Micros(1) << 62
)

// newRecovery is nil for a scenario without trouble, or in which nothing can wait.
func newRecovery(s *engine.Scenario) *recovery {
	begin, end := trouble(s)
	if s.Backend.Capacity.Cluster == nil || end < 0 {
		return nil
	}
	window := max(1, s.Workload.Arrival.Gaps(windowArrivals))
	return &recovery{
		begin: begin, end: end, window: window, deadline: s.Workload.DeadlineMs, opened: never,
		next: end, since: quarters{width: window}, batches: batches{width: window, number: -1},
	}
}

// trouble is the time from the start of the first burst or window to the end of the
// last; the end is negative where there is none.
func trouble(s *engine.Scenario) (begin, end fixed.Micros) {
	begin, end = never, -1
	include := func(from, to fixed.Micros) { begin, end = min(begin, from), max(end, to) }
	for _, b := range s.Workload.Bursts {
		include(b.AtMs, b.AtMs)
	}
	if c := s.Backend.Capacity.Cluster; c != nil {
		for _, w := range c.Slow {
			if w.Factor > 1_000_000 {
				include(w.FromMs, w.ToMs)
			}
		}
		for _, w := range c.Down {
			include(w.FromMs, w.ToMs)
		}
	}
	return begin, end
}

// add folds the next event: whether its request counts, whether every request has
// arrived, and how many attempts waited before it.
func (r *recovery) add(e *engine.Event, counts, last bool, waiting int64) {
	if r.closed {
		return
	}
	r.waiting = waiting
	if e.At > r.at {
		r.pass(e.At)
	}
	switch {
	case e.Type == engine.RequestArrived:
		if counts && r.opened == never {
			r.opened = e.At
		}
		r.closed = last
	case e.Type == engine.AttemptStarted && r.at >= r.end:
		r.started++
	case e.Type == engine.RequestFailed, e.Type == engine.RequestExpired:
		r.miss()
	}
}

// pass moves on to an instant. What waited since the last one is known, since all of
// that has been played.
func (r *recovery) pass(at fixed.Micros) {
	if until := min(at, r.begin); r.at < until {
		if r.opened != never {
			r.before.add(r.waiting, until-r.at)
		}
		r.at = until
	}
	if until := min(at, r.end); r.at < until {
		r.at = until
	}
	if r.at < at {
		r.follow(at)
	}
	r.at = at
}

// follow moves on after the end of the trouble.
func (r *recovery) follow(at fixed.Micros) {
	if r.at == r.end && r.before.length >= r.window {
		r.level = r.before.mean()
	}
	r.since.add(r.waiting, r.at-r.end, at-r.end)
	for from := r.at; ; {
		until := at
		returns := float64(r.waiting) <= r.level && max(from, r.next) < at
		if returns {
			until = max(from, r.next)
		}
		if n := len(r.returns); n > 0 {
			r.returns[n-1].add(r.waiting, until-from)
		}
		if !returns {
			return
		}
		r.returns = append(r.returns, back{from: until})
		r.next = until + max(r.window, (until-r.end)/4)
		from = until
	}
}

// miss counts a request that has failed or expired now.
func (r *recovery) miss() {
	switch {
	case r.at < r.begin:
		if r.opened != never {
			r.batches.add(r.at - r.opened)
		}
	case r.at > r.end:
		r.since.miss()
		if n := len(r.returns); n > 0 {
			r.returns[n-1].missed++
			r.returns[n-1].lastMiss = r.at
		}
	}
}
