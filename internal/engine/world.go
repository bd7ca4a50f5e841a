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

// Player plays a run step by step, so that one can stop and go on later.
type Player struct {
	world *world
	over  bool
}

// NewPlayer begins a run, as Run does.
func NewPlayer(scenario *Scenario, tell func(*Event)) *Player {
	return &Player{world: newWorld(scenario, func(e *Event) bool {
		tell(e)
		return true
	})}
}

// Step plays what is due next, and tells its events: all those of an instant that one
// thing brings about, or none. It says false when the run is over.
func (p *Player) Step() bool {
	switch {
	case p.over:
		return false
	case p.world.step():
		return true
	}
	p.over = true
	return p.world.complete() == Completed
}

// Crowded says whether the run is over because more was in flight at once than
// MaxInFlight.
func (p *Player) Crowded() bool { return p.world.ending == Crowded }

// Bytes is about how much memory the run holds.
func (p *Player) Bytes() int {
	const record, tables = 64, 1 << 17 // of a request, a leaf, an attempt or a server; of the laws
	w := p.world
	n := cap(w.requests.guests) + cap(w.leaves.guests) + cap(w.attempts.guests) + w.agenda.room()
	if w.cluster != nil {
		n += len(w.cluster.servers)
	}
	return tables + record*n
}

// world is the state of a run: what is due, the requests, leaves and attempts in
// flight, and the servers.
type world struct {
	scenario *Scenario
	tell     func(*Event) bool
	heard    bool  // somebody hears events
	said     Event // told last
	ending   Ending
	now      fixed.Micros
	oneLeaf  bool
	writes   bool
	short    bool // what is common may go the short way
	atOnce   bool // losers are cancelled when their leaf is answered, also those that run
	needed   int  // leaves that a hop waits for

	agenda   agenda
	roomy    int // the size up to which nobody asks what of the agenda still matters
	arrivals arrivals
	arriving int32 // the number of the request that arrives next
	requests pool[request]
	leaves   pool[leaf]
	attempts pool[attempt]
	open     int      // leaves of open requests, each as many as a hop has
	room     int      // how many there may be
	live     int      // attempts
	sending  bool     // a request of one leaf
	freed    []*queue // whose heads may start, when what is being played is over
	hedging  hedging
	service  services
	cluster  *cluster // nil: capacity is unlimited
}

// agendaRoom is the size up to which an agenda is left alone.
const agendaRoom = 1 << 16

func newWorld(s *Scenario, tell func(*Event) bool) *world {
	w := &world{
		scenario: s, tell: tell, oneLeaf: s.Workload.Leaves() == 1, writes: s.Workload.Operation != Read, short: isShort(s),
		needed:   s.Workload.FanOut.Needed(),
		arrivals: newArrivals(s), hedging: newHedging(s), service: newServices(s), roomy: agendaRoom,
		room: 2 * MaxInFlight / max(2, s.Policy.MaxAttempts()),
	}
	w.atOnce = w.hedging.cancels() && w.hedging.cancel.CancelReach == ReachRunning && w.hedging.cancel.CancelDelayMs == 0
	w.heard = tell != nil || len(w.hedging.listeners) > 0
	if s.Backend.Capacity.Servers() != nil {
		w.cluster = newCluster(s, &w.attempts)
		for _, at := range w.cluster.turns() {
			w.agenda.add(newItem(at, dueServers, 0, 0))
		}
	}
	w.expectArrival()
	return w
}

// says begins the next event. Its fields are set by the caller, who then tells it. Where
// nobody hears events, nobody begins one.
func (w *world) says(what EventType, of id) *Event {
	e := &w.said
	seq := e.Seq + 1
	*e = Event{} // and its fields one by one: a literal with fields would be made aside, and copied
	e.Seq, e.At, e.Key, e.Type, e.OneLeaf = seq, w.now, of.key(), what, w.oneLeaf
	return e
}

// tells tells the event that was begun, to the policy's listeners first.
func (w *world) tells() {
	if w.ending != Completed {
		return
	}
	for _, l := range w.hedging.listeners {
		l.hear(&w.said)
	}
	if w.tell != nil && !w.tell(&w.said) {
		w.ending = Stopped
	}
}

// step plays what is due next; it says whether there was anything.
func (w *world) step() bool {
	due, any := w.agenda.next()
	if !any || w.ending != Completed || w.open == 0 && w.isOver(&due) {
		return false
	}
	if due.kind == dueArrival {
		w.now = due.at
		w.arrive()
	} else if !w.isStale(&due) {
		w.now = due.at
		w.play(&due)
	}
	if len(w.freed) > 0 {
		w.startFreed()
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
	if w.heard {
		w.now = max(w.said.At, w.scenario.Workload.DurationMs)
		w.says(RunCompleted, 0)
		w.tells()
	}
	return w.ending
}

// isStale says whether an item has come to nothing: what it concerns has ended, or
// expects something else by now.
func (w *world) isStale(due *item) bool {
	switch due.kind {
	case dueArrival, dueServers:
		return false
	case dueDeadline:
		return due.of().request() != w.requestAt(due.place)
	case dueTimeout:
		if w.oneLeaf {
			return due.of().request() != w.requestAt(due.place)
		}
		fallthrough
	case dueHop:
		return due.of() != w.requests.guests[due.place].hopID()
	case dueHedge:
		return w.isStaleHedge(due)
	}
	a := &w.attempts.guests[due.place]
	switch {
	case due.of() != a.id || a.state == NoState:
		return true
	case due.kind == dueCommit:
		return a.state != Running
	case due.kind == dueFinish:
		return a.state != Running || a.finishes() != due.at
	case due.kind == dueStart:
		return w.cluster.next(w.cluster.queueOf(a)) != due.place
	default:
		return !w.hedging.reaches(due.kind, a.state)
	}
}

func (w *world) isStaleHedge(due *item) bool {
	l := &w.leaves.guests[due.place]
	return l.due == 0 || l.dueAt != due.at || due.of() != l.id.withAttempt(l.due)
}

// requestAt is the number of the request at a place, which has not ended; 0 if there is
// none.
func (w *world) requestAt(place int32) int32 {
	if !w.oneLeaf {
		return w.requests.guests[place].number
	}
	if l := &w.leaves.guests[place]; l.isOpen() {
		return l.id.request()
	}
	return 0
}

// endByTime ends a request, or its hop, that has waited long enough.
func (w *world) endByTime(place int32, by Cause, how EventType, last id) {
	if w.oneLeaf {
		w.endOnly(place, by, how, last)
	} else {
		w.endHop(place, by, last)
	}
}

// play has an item happen.
func (w *world) play(due *item) {
	switch due.kind {
	case dueServers:
		w.turn()
	case dueHop:
		w.fanOut(due.place)
	case dueTimeout:
		w.endByTime(due.place, ByTime, RequestAnswered, requestID(due.of().request()))
	case dueDeadline:
		w.endByTime(due.place, ByDeadline, RequestExpired, due.of())
	case dueHedge:
		w.hedge(due.place)
	case dueStart:
		w.startNext(due.place)
	case dueCommit:
		w.commit(&w.attempts.guests[due.place])
	case dueFinish:
		if !w.short || !w.answerShort(due.place, &w.attempts.guests[due.place]) {
			w.end(due.place, exit{AttemptAnswered, OK, NoCause})
		}
	case dueWithdraw:
		w.end(due.place, exit{AttemptCancelled, NoStatus, ByStart})
	case dueCancel:
		w.end(due.place, exit{AttemptCancelled, NoStatus, w.leaves.guests[w.attempts.guests[due.place].leaf].ended})
	}
}
