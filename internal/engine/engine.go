package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// Run plays the scenario and tells each event in order of time, until nothing is
// due any more; the last is run.completed, at the later of the last event and the
// scenario's duration. When tell returns false the run stops there.
//
// It takes time in proportion to the events, and memory in proportion to what is
// in flight at once. On a scenario that package intake has checked it is total.
func Run(scenario *Scenario, tell func(Event) bool) {
	w := newWorld(scenario, tell)
	for !w.stopped && w.step() {
	}
	w.complete()
}

// world is the state of a run: what is due, the calls and leaves in flight, and the
// servers.
type world struct {
	scenario *Scenario
	tell     func(Event) bool
	stopped  bool
	now      fixed.Micros // of the item played last, which may have been stale
	told     fixed.Micros // of the event told last
	seq      int64

	agenda   agenda
	crowded  int // the size at which the agenda is cleared of what does not matter
	arrivals arrivals
	calls    pool[call]
	leaves   pool[leaf]
	over     []*attempt // whose room the next take
	hedging  hedging
	service  services
	cluster  *cluster // nil: capacity is unlimited
}

func newWorld(s *Scenario, tell func(Event) bool) *world {
	w := &world{
		scenario: s, tell: tell, arrivals: newArrivals(s), hedging: newHedging(s), service: newServices(s),
		crowded: agendaRoom,
	}
	if s.Backend.Capacity.Cluster != nil {
		w.cluster = newCluster(s)
		for _, at := range w.cluster.turns() {
			w.agenda.add(item{at: at, rank: rankCancel})
		}
	}
	w.expect()
	return w
}

// emit tells an event. It names hops and leaves only where there are several.
func (w *world) emit(e Event) {
	if w.stopped {
		return
	}
	if w.scenario.Workload.Leaves() == 1 {
		e.Key.Hop, e.Key.Leaf = 0, 0
	}
	w.seq++
	e.Seq, e.At, w.told = w.seq, w.now, w.now
	w.stopped = !w.tell(e)
}

// step plays what is to be played next; it says whether there was anything.
// Waiting work starts when nothing of a lower rank is due at this instant.
func (w *world) step() bool {
	if w.cluster != nil && len(w.cluster.ready) > 0 {
		if len(w.agenda) == 0 || w.agenda[0].at > w.now || w.agenda[0].rank > rankStart {
			w.begin()
			return true
		}
	}
	if len(w.agenda) == 0 {
		return false
	}
	w.play(w.agenda.next())
	if len(w.agenda) > w.crowded {
		w.agenda.keep(w.matters)
		w.crowded = max(agendaRoom, 2*len(w.agenda))
	}
	return true
}

// complete ends the run, after all that was due.
func (w *world) complete() {
	w.now = max(w.told, w.scenario.Workload.DurationMs)
	w.emit(Event{Type: RunCompleted})
}

// agendaRoom is the size up to which nobody asks what of the agenda still matters.
const agendaRoom = 1 << 16

// matters says whether an item can still come to anything. Most that does not is
// timers of calls, and of hops, that are over.
func (w *world) matters(due *item) bool {
	switch due.subject() {
	case aCall:
		c := w.calls.at(due.slot)
		return c != nil && (due.key.Hop == 0 || due.key.Hop == c.hop)
	case aLeaf:
		l := w.leaves.at(due.slot)
		switch {
		case l == nil:
			return false
		case due.rank == rankHedge:
			return l.call != nil
		default:
			return l.attempt(due.key).isLive()
		}
	default:
		return true
	}
}

// expect puts the next arrival on the agenda, if there is one more.
func (w *world) expect() {
	if at, request, ok := w.arrivals.next(); ok {
		w.agenda.add(item{at: at, rank: rankArrival, key: Key{Request: request}})
	}
}

// play has an item happen, unless it is stale.
func (w *world) play(due item) {
	w.now = due.at
	switch due.subject() {
	case aRequest:
		w.arrive(due.key.Request)
	case theServers:
		w.turn()
	case aCall:
		if c := w.calls.at(due.slot); c != nil {
			w.playCall(c, due)
		}
	case aLeaf:
		if l := w.leaves.at(due.slot); l != nil {
			w.playLeaf(l, due)
			w.settle(l)
		}
	}
}

func (w *world) playCall(c *call, due item) {
	switch {
	case due.rank == rankArrival:
		w.fanOut(c)
	case due.key.Hop == 0:
		w.end(c, Event{Type: RequestExpired})
	case due.key.Hop == c.hop:
		w.advance(c, 0)
	}
}

func (w *world) playLeaf(l *leaf, due item) {
	a := l.attempt(due.key)
	switch {
	case due.rank == rankHedge:
		w.hedge(l, due.key.Attempt)
	case !a.isLive(): // any more
	case due.rank == rankCommit:
		w.commit(a)
	case due.rank == rankFinish:
		w.finish(a)
	case due.rank == rankCancel:
		w.cancel(a, due.tied)
	}
}

// later puts something that concerns an attempt on the agenda.
func (w *world) later(a *attempt, rank rank, at fixed.Micros) {
	w.agenda.add(item{at: at, rank: rank, key: a.key(), slot: a.leaf.slot})
}
