package engine

// Due is an item of a run's agenda, for tests: what falls due, whom it concerns, and what
// the engine makes of it.
type Due struct {
	Kind   string // hedge, hop, timeout, deadline, finish, commit, cancel, withdraw or start
	Key    Key
	Stale  bool
	Reused bool // its place has another guest
}

var kindNames = map[kind]string{
	dueCommit: "commit", dueFinish: "finish", dueCancel: "cancel", dueWithdraw: "withdraw", dueStart: "start",
	dueHedge: "hedge", dueHop: "hop", dueTimeout: "timeout", dueDeadline: "deadline",
}

// RunWatched is Run; after each step it shows what is on the agenda, but the turns of
// servers, which are never stale.
func RunWatched(s *Scenario, tell func(*Event) bool, watch func(Due)) {
	w := newWorld(s, tell)
	for w.step() {
		for _, x := range w.agenda.items() {
			if x.kind != dueServers {
				key := x.of().key()
				watch(Due{kindNames[x.kind], key, w.isStale(&x), w.isReused(&x, key)})
			}
		}
	}
	w.complete()
}

// isReused says whether the place of what an item concerned has another guest.
func (w *world) isReused(x *item, key Key) bool {
	var guest Key
	switch x.kind {
	case dueHop, dueTimeout, dueDeadline:
		key = Key{Request: key.Request}
		guest.Request = w.requestAt(x.place)
	case dueHedge:
		key.Attempt = 0
		guest = w.leaves.guests[x.place].id.key()
	default:
		guest = w.attempts.guests[x.place].id.key()
	}
	return guest.Request > 0 && guest != key
}

// items are all that an agenda holds, without the next arrival, in no order.
func (g *agenda) items() (all []item) {
	all = append(all, g.heap...)
	for _, l := range append(g.lines[:], g.soon) {
		for i := range l.n {
			all = append(all, *l.at(i))
		}
	}
	return all
}

// RunRoomy is Run with an agenda that is cleaned whenever it holds more than some items.
// It says how many items came up, stale or not, and how many stale ones a cleaning left.
func RunRoomy(s *Scenario, room int, tell func(*Event) bool) (items, left int) {
	w := newWorld(s, tell)
	for more := true; more; items++ {
		w.roomy = room
		if more = w.step(); !more || w.agenda.size <= room {
			continue
		}
		for _, x := range w.agenda.items() {
			if w.isStale(&x) {
				left++
			}
		}
	}
	w.complete()
	return items, left
}

// RunHeard is Run with a budget that hears events.
func RunHeard(s *Scenario, hear func(*Event), tell func(*Event) bool) Ending {
	w := newWorld(s, tell)
	w.hedging.listeners, w.heard = append(w.hedging.listeners, listening{hear}), true
	for w.step() {
	}
	return w.complete()
}

// listening is a budget's account that hears events.
type listening struct{ to func(*Event) }

func (l listening) hear(e *Event) { l.to(e) }
