package engine

import (
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// attempt is one try to serve a leaf. It is remembered while it is live and, if it is
// lost, for as long as its leaf is waited for.
type attempt struct {
	key     Key // zero when it is forgotten
	leaf    *leaf
	sent    fixed.Micros
	started fixed.Micros
	service fixed.Micros // how long it is to be worked on; once it has started, as slow windows stretch it
	place   int32
	server  int16     // where, from 1; 0 where there is no cluster, or none yet
	state   WorkState // none when it is lost
	links             // in its server's queue, or among those that run there
}

// finishes is when an attempt that runs is to answer.
func (a *attempt) finishes() fixed.Micros { return a.started + a.service }

// expectHedge puts the turn after an attempt's on the agenda, if there is one.
func (w *world) expectHedge(l *leaf, number int8) {
	if delay, ok := w.hedging.next(number); ok {
		l.due, l.dueAt = number+1, w.now+delay
		w.agenda.add(newItem(l.dueAt, dueHedge, l.keyOf(l.due), l.place))
	}
}

// hedge sends the backup that has fallen due, unless a tied sibling has started,
// chance is against it or the budget does not allow it.
func (w *world) hedge(l *leaf) {
	number := l.due
	l.due = 0
	if w.hedging.ties() && l.started {
		w.settle(l)
		return
	}
	reason := w.hedging.admit(l, number)
	if reason == NoReason {
		w.send(l, number)
		return
	}
	w.emit(Event{Type: HedgeSuppressed, Key: l.keyOf(number), Reason: reason})
	if reason == SuppressedByProbability {
		w.expectHedge(l, number)
	}
	w.settle(l)
}

// send sends an attempt and says when the next is due. Its server takes it, or not.
func (w *world) send(l *leaf, number int8) {
	w.expectHedge(l, number)
	a := w.remember(l, number)
	if w.live > MaxInFlight {
		w.ending = Crowded
		return
	}
	if w.cluster == nil {
		w.emit(Event{Type: AttemptSent, Key: a.key})
		w.start(a)
		return
	}
	w.cluster.choose(a)
	w.emit(Event{Type: AttemptSent, Key: a.key, Server: a.server})
	switch w.cluster.place(a) {
	case starts:
		w.start(a)
	case waits:
		w.offer(w.cluster.queueOf(a))
	case refused:
		w.end(a, Event{Type: AttemptRefused, Status: ResourceExhausted})
	case lost:
		w.end(a, Event{Type: AttemptLost})
	}
}

// offer puts the start of a queue's head on the agenda, if a worker is free for it.
func (w *world) offer(q *queue) {
	if a := w.cluster.next(q); a != nil {
		w.agenda.add(newItem(w.now, dueStart, a.key, a.place))
	}
}

// startNext starts the head of a queue, for which a worker is free.
func (w *world) startNext(a *attempt) {
	q := w.cluster.queueOf(a)
	w.cluster.run(a)
	w.start(a)
	w.offer(q)
}

// start begins the work of an attempt, and says when it commits and ends.
func (w *world) start(a *attempt) {
	if w.cluster != nil {
		a.service = w.cluster.slowed(a.server, w.now, a.service)
	}
	a.state, a.started = Running, w.now
	w.emit(Event{Type: AttemptStarted, Key: a.key, Server: a.server, Took: w.now - a.sent, Extra: a.leaf.started})
	if w.writes {
		w.agenda.add(newItem(w.now+min(w.scenario.Workload.CommitMs, a.service), dueCommit, a.key, a.place))
	}
	w.agenda.add(newItem(a.finishes(), dueFinish, a.key, a.place))
	if !a.leaf.started && a.leaf.request != nil && w.hedging.ties() {
		w.message(a.leaf, dueWithdraw)
	}
	a.leaf.started = true
}

// commit makes a running attempt's write durable: the leaf's first commit is the
// write, every further one the same write again.
func (w *world) commit(a *attempt) {
	again := a.leaf.committed
	a.leaf.committed = true
	e := Event{Type: WriteCommitted, Key: a.key, Server: a.server, Duplicate: again}
	if again && w.scenario.Workload.Operation == IdempotentWrite {
		e.Type, e.Duplicate = WriteDeduplicated, false
	}
	w.emit(e)
}

// end is the one end of an attempt, whatever ends it, of the event's type: it leaves
// its server, its end is told, and its leaf goes on without it, or with its answer.
func (w *world) end(a *attempt, e Event) {
	l := a.leaf
	e.Key, e.Server, e.State, e.Service, e.Took = a.key, a.server, a.state, a.service, w.now-a.sent
	switch {
	case a.state == Running:
		e.Work = w.now - a.started
	case w.cluster != nil:
		e.Service = w.cluster.slowed(a.server, w.now, a.service)
	}
	e.Won = e.Type == AttemptAnswered && l.request != nil
	var freed *queue
	if w.cluster != nil && a.state != Sent {
		freed = w.cluster.leave(a)
	}
	a.state = NoState
	w.live--
	l.live--
	if e.Type == AttemptLost && l.request != nil {
		l.lost++ // its server is avoided
	} else {
		w.forget(a)
	}
	w.emit(e)
	if freed != nil {
		w.offer(freed)
	}
	if e.Won {
		w.answer(l, e.Key)
		return
	}
	w.settle(l)
}

// remember makes an attempt of a leaf.
func (w *world) remember(l *leaf, number int8) *attempt {
	place, a := w.attempts.take()
	*a = attempt{key: l.keyOf(number), leaf: l, sent: w.now, place: place, state: Sent}
	a.service = w.service.of(a.key)
	l.attempts = append(l.attempts, a)
	l.live++
	w.live++
	return a
}

// forget gives the place of an attempt to others.
func (w *world) forget(a *attempt) {
	l := a.leaf
	i := slices.Index(l.attempts, a)
	l.attempts = slices.Delete(l.attempts, i, i+1)
	a.key, a.leaf = Key{}, nil
	w.attempts.put(a.place)
}

// forgetLost forgets the lost attempts of a leaf: it will choose no server again.
func (w *world) forgetLost(l *leaf) {
	for i := len(l.attempts) - 1; i >= 0; i-- {
		if a := l.attempts[i]; a.state == NoState {
			w.forget(a)
		}
	}
	l.lost = 0
}
