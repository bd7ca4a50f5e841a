package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// Ending is how a run ended.
type Ending uint8

// The endings: run.completed was told; tell returned false; more was in flight at once
// than MaxInFlight.
const (
	Completed Ending = iota
	Stopped
	Crowded
)

// MaxInFlight is the most leaves that open requests may have at once in a run of at
// most two attempts, and the most attempts that may be live: it bounds a run's memory.
// Where a leaf may have more attempts, fewer may be open. A request counts as the
// leaves of a hop.
const MaxInFlight = 1_000_000

// Run plays the scenario and tells each event in order of time; the last is
// run.completed, at the later of the last event and the scenario's duration. When tell
// returns false the run stops there. The event is the engine's: it is another thing
// after tell has returned. With a nil tell no event is told.
//
// It takes time in proportion to the events, and memory in proportion to what is
// in flight at once. On a scenario that package intake has checked it is total.
func Run(scenario *Scenario, tell func(*Event) bool) Ending {
	w := newWorld(scenario, tell)
	for w.step() {
	}
	return w.complete()
}

// world is the state of a run: what is due, the requests, leaves and attempts in
// flight, and the servers.
type world struct {
	scenario *Scenario
	tell     func(*Event) bool
	event    Event // told last
	ending   Ending
	now      fixed.Micros
	oneLeaf  bool
	writes   bool

	agenda   agenda
	roomy    int // the size up to which nobody asks what of the agenda still matters
	arrivals arrivals
	arriving int32 // the number of the request that arrives next
	requests pool[request]
	leaves   pool[leaf]
	attempts pool[attempt]
	open     int // leaves of open requests, each as many as a hop has
	room     int // how many there may be
	live     int // attempts
	hedging  hedging
	service  services
	cluster  *cluster // nil: capacity is unlimited
}

// agendaRoom is the size up to which an agenda is left alone.
const agendaRoom = 1 << 16

func newWorld(s *Scenario, tell func(*Event) bool) *world {
	w := &world{
		scenario: s, tell: tell, oneLeaf: s.Workload.Leaves() == 1, writes: s.Workload.Operation != Read,
		arrivals: newArrivals(s), hedging: newHedging(s), service: newServices(s), roomy: agendaRoom,
		room: 2 * MaxInFlight / max(2, s.Policy.MaxAttempts()),
	}
	if s.Backend.Capacity.Servers() != nil {
		w.cluster = newCluster(s)
		for _, at := range w.cluster.turns() {
			w.agenda.add(newItem(at, dueServers, Key{}, 0))
		}
	}
	w.expectArrival()
	return w
}

// emit tells an event, to the policy's listeners first.
func (w *world) emit(e Event) {
	if w.ending != Completed {
		return
	}
	e.Seq, e.At, e.OneLeaf = w.event.Seq+1, w.now, w.oneLeaf
	w.event = e
	for _, l := range w.hedging.listeners {
		l.hear(&w.event)
	}
	if w.tell != nil && !w.tell(&w.event) {
		w.ending = Stopped
	}
}

// step plays what is due next; it says whether there was anything.
func (w *world) step() bool {
	due, any := w.agenda.next()
	if !any || w.ending != Completed || w.isOver(&due) {
		return false
	}
	if !w.isStale(&due) {
		w.now = due.at
		w.play(&due)
	}
	if w.agenda.size > w.roomy {
		w.agenda.keep(func(x *item) bool { return !w.isStale(x) })
		w.roomy = max(agendaRoom, 2*w.agenda.size)
	}
	return true
}

// isOver says whether nothing can happen any more when an item falls due: every
// request has arrived and ended, no attempt is live, and the duration is over.
func (w *world) isOver(due *item) bool {
	return due.at > w.scenario.Workload.DurationMs && w.open == 0 && w.live == 0 &&
		due.kind != dueArrival && w.agenda.arrival.at == never
}

// complete ends the run, after all that was due.
func (w *world) complete() Ending {
	w.now = max(w.event.At, w.scenario.Workload.DurationMs)
	w.emit(Event{Type: RunCompleted})
	return w.ending
}

// isStale says whether an item has come to nothing: what it concerns has ended, or
// expects something else by now.
func (w *world) isStale(due *item) bool {
	switch due.kind {
	case dueArrival, dueServers:
		return false
	case dueDeadline:
		return !due.concerns(Key{Request: w.requests.guests[due.place].number})
	case dueHop, dueTimeout:
		return !due.concerns(w.requests.guests[due.place].hopKey())
	case dueHedge:
		l := w.leaves.guests[due.place]
		return l.dueAt != due.at || !due.concerns(l.keyOf(l.due))
	}
	a := w.attempts.guests[due.place]
	switch {
	case !due.concerns(a.key) || a.state == NoState:
		return true
	case due.kind == dueCommit:
		return a.state != Running
	case due.kind == dueFinish:
		return a.state != Running || a.finishes() != due.at
	case due.kind == dueStart:
		return w.cluster.next(w.cluster.queueOf(a)) != a
	default:
		return !w.hedging.reaches(due.kind, a.state)
	}
}

// play has an item happen.
func (w *world) play(due *item) {
	switch due.kind {
	case dueArrival:
		w.arrive()
	case dueServers:
		w.turn()
	case dueHop:
		w.fanOut(w.requests.guests[due.place])
	case dueTimeout:
		w.endHop(w.requests.guests[due.place], ByTime, Key{})
	case dueDeadline:
		w.endHop(w.requests.guests[due.place], ByDeadline, Key{})
	case dueHedge:
		w.hedge(w.leaves.guests[due.place])
	case dueStart:
		w.startNext(w.attempts.guests[due.place])
	case dueCommit:
		w.commit(w.attempts.guests[due.place])
	case dueFinish:
		w.end(w.attempts.guests[due.place], Event{Type: AttemptAnswered, Status: OK})
	case dueWithdraw:
		w.end(w.attempts.guests[due.place], Event{Type: AttemptCancelled, By: ByStart})
	case dueCancel:
		a := w.attempts.guests[due.place]
		w.end(a, Event{Type: AttemptCancelled, By: a.leaf.ended})
	}
}
