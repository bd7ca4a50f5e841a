package engine

import "github.com/hedgedrill/hedgedrill/internal/draw"

// Most of what happens in a cluster is that a request of one leaf arrives, and that its
// only attempt answers. For worlds in which nothing else can happen then, both are written
// out here, as one function each. They do what arrive and end do, in a third of the steps;
// everything else goes the long way, with the same state.
//
//	arrives ─► sent ─┬─► runs ─► answers ─► the next of the queue runs
//	                 └─► waits

// isShort says whether a world is one of those: requests have one leaf, each server has its
// queue without a limit, only an answer ends a request, and no contest follows how many
// attempts are outstanding.
func isShort(s *Scenario) bool {
	w, c := &s.Workload, s.Backend.Capacity.Servers()
	return c != nil && w.isPlain() && w.Operation == Read && c.Queue == PerServerQueue &&
		c.QueueLimit == 0 && len(c.Slow) == 0 && len(c.Down) == 0 && c.Balance != LeastOutstanding
}

// arriveShort begins a request, and sends its primary.
func (w *world) arriveShort(number int32) {
	leaf, place := w.leaves.take(), w.attempts.take()
	l, a := &w.leaves.guests[leaf], &w.attempts.guests[place]
	l.id, l.began, l.first, l.marks = hopID(number, 1).withLeaf(1), w.now, place, marks{live: 1}
	if w.live++; w.live > MaxInFlight {
		w.ending = Crowded
		return
	}
	if w.hedging.policy != nil {
		w.expectHedge(leaf, 1)
	}
	a.id, a.leaf, a.next, a.sent = l.id.withAttempt(1), leaf, none, w.now
	c := w.cluster
	server := 0
	if n := len(c.servers); c.choice.balance != RandomServer {
		server = c.choice.of(c, a, place)
	} else if n > 1 {
		server = draw.Below(a.id.word(c.choice.words, 0), n)
	}
	a.server = int16(server + 1)
	w.placeShort(place, a)
}

// placeShort sends an attempt to its server, where it starts or waits.
func (w *world) placeShort(place int32, a *attempt) {
	r := &w.cluster.servers[a.server-1]
	if w.heard {
		w.says(AttemptSent, a.id).Server = a.server
		w.tells()
	}
	if r.n == 0 && r.idle > 0 {
		r.idle--
		r.running++
		w.startShort(place, a)
		return
	}
	a.state = Waiting
	r.add(w.attempts.guests, place)
	if r.idle > 0 { // the head's start is due
		w.freed = append(w.freed, &r.queue)
	}
}

// startShort begins the work of an attempt that has its worker.
func (w *world) startShort(place int32, a *attempt) {
	l := &w.leaves.guests[a.leaf]
	a.service = w.service.of(a.id)
	a.state, a.started = Running, w.now
	if w.heard {
		e := w.says(AttemptStarted, a.id)
		e.Server, e.Took, e.Extra = a.server, w.now-a.sent, l.started
		w.tells()
	}
	w.agenda.add(newItem(a.finishes(), dueFinish, a.id, place))
	if !l.started && w.hedging.ties() && l.isOpen() {
		w.message(a.leaf, dueWithdraw)
	}
	l.started = true
}

// startNextShort starts the head of a server's queue, for which it has a worker.
func (w *world) startNextShort(place int32, q *queue) {
	q.remove(w.attempts.guests, place)
	r := &w.cluster.servers[q.server-1]
	r.idle--
	r.running++
	w.startShort(place, &w.attempts.guests[place])
}

// answerShort ends an attempt that answers, and its request with it, where no other attempt
// is live, or one that is cancelled at once; else it says false.
func (w *world) answerShort(place int32, a *attempt) bool {
	leaf := a.leaf
	l := &w.leaves.guests[leaf]
	if !l.isOpen() || l.live > 1 && !(l.live == 2 && w.atOnce && w.agenda.isQuiet()) {
		return false
	}
	if w.heard {
		w.saysEnd(a, exit{AttemptAnswered, OK, NoCause}).Won = true
		w.tells()
		e := w.says(RequestAnswered, a.id)
		e.Took, e.Answers = w.now-l.began, 1
		w.tells()
	}
	l.ended = ByAnswer
	r := &w.cluster.servers[a.server-1]
	r.idle++
	r.running--
	if r.n > 0 {
		w.freed = append(w.freed, &r.queue)
	}
	a.id, a.state = 0, NoState
	w.attempts.put(place)
	if l.live == 2 {
		loser := l.first
		if loser == place {
			loser = a.next
		}
		w.loseShort(loser)
	}
	w.live -= int(l.live)
	w.open--
	l.live = 0
	w.leaves.put(leaf)
	if l.due > 0 {
		l.due = 0
		w.trimHedges()
	}
	return true
}

// loseShort cancels the loser of a leaf that has been answered now.
func (w *world) loseShort(place int32) {
	a := &w.attempts.guests[place]
	if w.heard {
		w.saysEnd(a, exit{AttemptCancelled, NoStatus, ByAnswer})
		w.tells()
	}
	r := &w.cluster.servers[a.server-1]
	if a.state == Waiting {
		r.remove(w.attempts.guests, place)
	} else {
		r.idle++
		r.running--
	}
	if r.n > 0 && r.idle > 0 {
		w.freed = append(w.freed, &r.queue)
	}
	a.id, a.state = 0, NoState
	w.attempts.put(place)
}
