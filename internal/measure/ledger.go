// Package measure turns the events of a run into what is known of it: the state
// at an instant, a row for each request, metrics and a verdict. Everything here
// is a fold over the events; only the services that a law gives a request
// (primaryMs, backupMs) are read from the scenario, of which they are a pure
// function.
package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// ledger follows a run event by event. It keeps the counters of all of it and an
// entry for each request that is open: that has not ended, or of which an attempt
// is still live.
type ledger struct {
	Counters
	leaves  int // of a request, in all its hops
	needed  int // leaves that a hop waits for
	placing placing
	warmup  int      // requests by number, at the start, that are not counted
	counted Counters // those of all requests after the warm-up
	open    map[int]*entry
	spare   []*entry

	// The least that a failed request counts as: the deadline or, without one, the
	// slowest answer of the run so far. A failure is a slow result, never a fast one.
	failure fixed.Micros

	// What hears of a request's life; each may be nil. Started and stopped are of an
	// attempt and its work, won of the attempt that answered its leaf, ended of the
	// request, and closed of it when in addition nothing of it is live any more.
	started func(r *entry, a *work, at fixed.Micros)
	stopped func(r *entry, was phase, worked fixed.Micros)
	won     func(r *entry, attempt int, at fixed.Micros)
	ended   func(*entry)
	closed  func(*entry)
}

func newLedger(s *engine.Scenario) ledger {
	w := &s.Workload
	return ledger{
		leaves: w.Leaves(), needed: w.FanOut.Needed(), placing: newPlacing(s),
		warmup: w.WarmupRequests, open: map[int]*entry{}, failure: w.DeadlineMs,
	}
}

// Add books the next event of the run.
func (l *ledger) Add(e engine.Event) {
	if e.Type == engine.RunCompleted {
		return
	}
	if e.Type == engine.RequestArrived {
		l.enter(&e)
		return
	}
	r := l.open[e.Key.Request]
	l.book(r, &e)
	l.Counters.count(r, &e)
	if r.order >= 0 {
		l.counted.count(r, &e)
	}
	if r.ended && r.works.live == 0 {
		if l.closed != nil {
			l.closed(r)
		}
		delete(l.open, r.request)
		l.spare = append(l.spare, r)
	}
}

// enter opens an entry for a request that arrives.
func (l *ledger) enter(e *engine.Event) {
	var r *entry
	if last := len(l.spare) - 1; last >= 0 {
		r, l.spare = l.spare[last], l.spare[:last]
	} else {
		r = new(entry)
	}
	r.works.clear()
	*r = entry{request: e.Key.Request, order: -1, arrival: e.At, hopStart: e.At, works: r.works}
	l.Arrived++
	if r.request > l.warmup {
		r.order = l.counted.Arrived
		l.counted.Arrived++
	}
	l.open[r.request] = r
}

// book writes an event into the entry of its request.
func (l *ledger) book(r *entry, e *engine.Event) {
	switch e.Type {
	case engine.AttemptSent:
		l.send(r, e)
	case engine.AttemptStarted:
		a := r.works.at(l.placing.of(e.Key))
		a.phase, a.started, a.server = running, e.At, uint16(e.Server)
		if l.started != nil {
			l.started(r, a, e.At)
		}
	case engine.AttemptAnswered, engine.AttemptCancelled, engine.AttemptRefused, engine.AttemptLost:
		l.stop(r, e)
	case engine.LeafAnswered:
		l.win(r, e)
	case engine.HedgeSuppressed:
		r.suppressed = true
	case engine.WriteCommitted, engine.WriteDeduplicated:
		r.commits++
	case engine.RequestAnswered, engine.RequestFailed, engine.RequestExpired:
		l.end(r, e)
	}
}

// send books an attempt that is sent. The first of a hop tells that the hop before
// has ended.
func (l *ledger) send(r *entry, e *engine.Event) {
	if e.Key.Hop != r.hop {
		r.partial = r.partial || r.hop > 0 && r.hopAnswers < l.needed
		r.hop, r.hopStart, r.hopAnswers = e.Key.Hop, e.At, 0
	}
	r.works.add(work{
		place: l.placing.of(e.Key), hop: uint8(e.Key.Hop), leaf: uint16(e.Key.Leaf), attempt: uint8(e.Key.Attempt),
		phase: waiting, server: uint16(e.Server), sent: e.At,
	})
	r.sent++
	r.hedged = r.hedged || e.Key.Attempt > 1
}

// stop ends an attempt. Its work was a loser's, unless the next event tells that it
// has answered its leaf.
func (l *ledger) stop(r *entry, e *engine.Event) {
	a := r.works.at(l.placing.of(e.Key))
	worked := e.Work
	if e.Type == engine.AttemptAnswered {
		worked = e.At - a.started
	}
	l.lose(r, worked)
	r.worked = worked
	if l.stopped != nil {
		l.stopped(r, a.phase, worked)
	}
	r.works.end(a)
}

// win books the attempt that answered last as the winner of its leaf.
func (l *ledger) win(r *entry, e *engine.Event) {
	r.hopAnswers++
	r.answers++
	l.lose(r, -r.worked)
	if l.won != nil {
		l.won(r, e.Key.Attempt, e.At)
	}
}

// lose books a loser's work, or takes it back.
func (l *ledger) lose(r *entry, work fixed.Micros) {
	r.loserWork += work
	l.LoserWorkMs += work
	if r.order >= 0 {
		l.counted.LoserWorkMs += work
	}
}

// end ends a request. The answer of one with a single leaf is that leaf's.
func (l *ledger) end(r *entry, e *engine.Event) {
	if l.leaves == 1 && e.Key.Attempt > 0 {
		l.win(r, e)
	}
	r.ended, r.latency, r.winnerAttempt = true, e.At-r.arrival, e.Key.Attempt
	switch {
	case e.Type == engine.RequestFailed:
		r.status = failed
	case e.Type == engine.RequestExpired:
		r.status = expired
	case r.partial || r.hopAnswers < l.needed:
		r.status = partial
	default:
		r.status = answered
	}
	if e.Type == engine.RequestAnswered { // at the deadline at the latest
		l.failure = max(l.failure, r.latency)
	}
	if l.ended != nil {
		l.ended(r)
	}
}
