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
	w.now = max(w.told, scenario.Workload.DurationMs)
	w.emit(Event{Type: RunCompleted})
}

// world is the state of a run: what is due, the leaves in flight, and the replicas.
type world struct {
	scenario *Scenario
	tell     func(Event) bool
	stopped  bool
	now      fixed.Ms // of the item played last, which may have been stale
	told     fixed.Ms // of the event told last
	seq      int64

	agenda   agenda
	crowded  int // the size at which the agenda is cleared of what does not matter
	arrivals arrivals
	leaves   pool
	hedging  hedging
	service  services
	cluster  *cluster // nil: capacity is unlimited
}

func newWorld(s *Scenario, tell func(Event) bool) *world {
	w := &world{
		scenario: s, tell: tell, arrivals: newArrivals(s), hedging: newHedging(s), service: newServices(s),
		leaves: pool{attempts: s.Policy.MaxAttempts()}, crowded: agendaRoom,
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

func (w *world) emit(e Event) {
	if w.stopped {
		return
	}
	w.seq++
	e.Seq, e.At, w.told = w.seq, w.now, w.now
	w.stopped = !w.tell(e)
}

// step plays what is to be played next; it says whether there was anything.
// Waiting work starts when nothing of a lower rank is due at this instant.
func (w *world) step() bool {
	if w.cluster != nil && w.cluster.canStart() {
		if len(w.agenda) == 0 || w.agenda[0].at > w.now || w.agenda[0].rank > rankStart {
			w.begin(w.cluster.first())
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

// agendaRoom is the size up to which nobody asks what of the agenda still matters.
const agendaRoom = 1 << 16

// matters says whether an item can still come to anything. Most that does not is
// timers of calls that are over.
func (w *world) matters(due *item) bool {
	if due.rank == rankArrival || due.key.Request == 0 {
		return true
	}
	leaf := w.leaves.at(due.slot)
	switch {
	case leaf.generation != due.generation:
		return false
	case due.rank == rankHedge || due.rank == rankDeadline:
		return !leaf.ended
	case due.rank == rankCancel:
		return leaf.attempt(due.key).isLive()
	default:
		return leaf.attempt(due.key).state == Running
	}
}

// expect puts the next arrival on the agenda, if there is one more.
func (w *world) expect() {
	if at, request, ok := w.arrivals.next(); ok {
		w.agenda.add(item{at: at, rank: rankArrival, key: Key{Request: request}})
	}
}

func (w *world) play(due item) {
	w.now = due.at
	switch {
	case due.rank == rankArrival:
		w.arrive(due.key)
		return
	case due.key.Request == 0:
		w.turn()
		return
	}
	leaf := w.leaves.at(due.slot)
	if leaf.generation != due.generation {
		return // the leaf is done, and its slot another's
	}
	switch due.rank {
	case rankCommit:
		w.commit(leaf.attempt(due.key))
	case rankFinish:
		w.finish(leaf.attempt(due.key))
	case rankCancel:
		w.cancel(leaf.attempt(due.key))
	case rankHedge:
		w.hedge(leaf, due.key)
	case rankDeadline:
		w.expire(leaf)
	}
	w.settle(leaf)
}

// later puts something that concerns a leaf, or an attempt of it, on the agenda.
func (w *world) later(leaf *leaf, key Key, rank rank, at fixed.Ms) {
	w.agenda.add(item{at: at, rank: rank, key: key, slot: leaf.slot, generation: leaf.generation})
}
