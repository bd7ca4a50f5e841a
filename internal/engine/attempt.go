package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// attempt is one try to serve a leaf. It is remembered while it is live and, if it is
// lost, for as long as its leaf is waited for.
type attempt struct {
	id      id // 0 when it is forgotten
	sent    fixed.Micros
	started fixed.Micros
	service fixed.Micros // once it has started: how long it is worked on, as slow windows stretch it
	leaf    int32
	next    int32     // attempt of its leaf that is remembered
	before  int32     // in its server's queue
	after   int32     // likewise
	server  int16     // where, from 1; 0 where there is no cluster, or none yet
	state   WorkState // none when it is lost
	_       [8]byte   // 64 in all: a place is found by a shift
}

// finishes is when an attempt that runs is to answer.
func (a *attempt) finishes() fixed.Micros { return a.started + a.service }

// expectHedge puts the turn after an attempt's on the agenda, if there is one.
func (w *world) expectHedge(place int32, number int8) {
	if delay, ok := w.hedging.next(number); ok {
		l := &w.leaves.guests[place]
		l.due, l.dueAt = number+1, w.now+delay
		w.agenda.add(newItem(l.dueAt, dueHedge, l.id.withAttempt(l.due), place))
	}
}

// hedge sends the backup that has fallen due, unless a tied sibling has started,
// chance is against it or the budget does not allow it.
func (w *world) hedge(place int32) {
	l := &w.leaves.guests[place]
	number := l.due
	l.due = 0
	w.trimHedges()
	if w.hedging.ties() && l.started {
		w.settle(place)
		return
	}
	reason := w.hedging.admit(l, number)
	if reason == NoReason {
		w.send(place, number)
		return
	}
	if w.heard {
		w.says(HedgeSuppressed, l.id.withAttempt(number)).Reason = reason
		w.tells()
	}
	if reason == SuppressedByProbability {
		w.expectHedge(place, number)
	}
	w.settle(place)
}

// send sends an attempt and says when the next is due. Its server takes it, or not.
func (w *world) send(leaf int32, number int8) {
	w.expectHedge(leaf, number)
	place := w.remember(leaf, number)
	if w.live > MaxInFlight {
		w.ending = Crowded
		return
	}
	a := &w.attempts.guests[place]
	if w.cluster != nil {
		w.cluster.choose(a, w.leaves.guests[leaf].first)
	}
	if w.short {
		w.placeShort(place, a)
		return
	}
	if w.heard {
		w.says(AttemptSent, a.id).Server = a.server
		w.tells()
	}
	if w.cluster == nil {
		w.start(place)
		return
	}
	switch w.cluster.place(place) {
	case starts:
		w.start(place)
	case waits:
		w.freed = append(w.freed, w.cluster.queueOf(a))
	case refused:
		w.end(place, exit{AttemptRefused, ResourceExhausted, NoCause})
	case lost:
		w.end(place, exit{AttemptLost, NoStatus, NoCause})
	}
}

// startFreed starts the heads of queues for which workers have become free: one after the
// other, the lowest key first, for as long as nothing else comes before them at this instant.
// Else the agenda decides.
func (w *world) startFreed() {
	for len(w.freed) > 0 && w.agenda.isQuiet() {
		i, place := w.lowestHead()
		if place == none {
			w.freed = w.freed[:0]
			return
		}
		if w.short {
			w.startNextShort(place, w.freed[i])
		} else {
			w.cluster.run(place)
			w.start(place)
		}
	}
	for _, q := range w.freed {
		if place := w.cluster.next(q); place != none {
			w.agenda.add(newItem(w.now, dueStart, w.attempts.guests[place].id, place))
		}
	}
	w.freed = w.freed[:0]
}

// lowestHead is the attempt that starts first of those at the heads of freed queues, and the
// index of its queue; none if none can start.
func (w *world) lowestHead() (at int, place int32) {
	at, place = 0, w.cluster.next(w.freed[0])
	for i := 1; i < len(w.freed); i++ {
		head := w.cluster.next(w.freed[i])
		if head != none && (place == none || w.attempts.guests[head].id < w.attempts.guests[place].id) {
			at, place = i, head
		}
	}
	return at, place
}

// startNext starts the head of a queue, for which a worker is free.
func (w *world) startNext(place int32) {
	w.freed = append(w.freed, w.cluster.queueOf(&w.attempts.guests[place]))
	w.cluster.run(place)
	w.start(place)
}

// start begins the work of an attempt, and says when it commits and ends.
func (w *world) start(place int32) {
	a := &w.attempts.guests[place]
	l := &w.leaves.guests[a.leaf]
	a.service = w.serviceOf(a)
	a.state, a.started = Running, w.now
	if w.heard {
		e := w.says(AttemptStarted, a.id)
		e.Server, e.Took, e.Extra = a.server, w.now-a.sent, l.started
		w.tells()
	}
	if w.writes {
		w.agenda.add(newItem(w.now+min(w.scenario.Workload.CommitMs, a.service), dueCommit, a.id, place))
	}
	w.agenda.add(newItem(a.finishes(), dueFinish, a.id, place))
	if !l.started && l.isOpen() && w.hedging.ties() {
		w.message(a.leaf, dueWithdraw)
	}
	l.started = true
}

// serviceOf is how long an attempt is worked on if it starts now and nothing stops it.
func (w *world) serviceOf(a *attempt) fixed.Micros {
	service := w.service.of(a.id)
	if w.cluster == nil {
		return service
	}
	return w.cluster.slowed(a.server, w.now, service)
}

// commit makes a running attempt's write durable: the leaf's first commit is the
// write, every further one the same write again.
func (w *world) commit(a *attempt) {
	l := &w.leaves.guests[a.leaf]
	again := l.committed
	l.committed = true
	if !w.heard {
		return
	}
	e := w.says(WriteCommitted, a.id)
	e.Server, e.Duplicate = a.server, again
	if again && w.scenario.Workload.Operation == IdempotentWrite {
		e.Type, e.Duplicate = WriteDeduplicated, false
	}
	w.tells()
}

// exit is how an attempt ends.
type exit struct {
	how    EventType
	status Status
	by     Cause
}

// end is the one end of an attempt, whatever ends it, but for answerShort: it leaves its
// server, its end is told, and its leaf goes on without it, or with its answer.
func (w *world) end(place int32, by exit) {
	a := &w.attempts.guests[place]
	name, leaf, state := a.id, a.leaf, a.state
	l := &w.leaves.guests[leaf]
	won := by.how == AttemptAnswered && l.isOpen()
	if w.heard {
		w.saysEnd(a, by).Won = won
	}
	if w.cluster != nil && state != Sent {
		w.freed = append(w.freed, w.cluster.leave(place))
	}
	a.state = NoState
	w.live--
	l.live--
	if by.how == AttemptLost && l.isOpen() {
		l.lost++ // its server is avoided
	} else {
		w.forget(place)
	}
	if w.heard {
		w.tells()
	}
	if won {
		w.answer(leaf, name)
		return
	}
	w.settle(leaf)
}

// saysEnd begins the event of an attempt's end.
func (w *world) saysEnd(a *attempt, by exit) *Event {
	e := w.says(by.how, a.id)
	e.Server, e.Took, e.Status, e.By, e.State = a.server, w.now-a.sent, by.status, by.by, a.state
	if a.state == Running {
		e.Service, e.Work = a.service, w.now-a.started
	} else {
		e.Service = w.serviceOf(a)
	}
	return e
}

// remember makes an attempt of a leaf, and gives its place.
func (w *world) remember(leaf int32, number int8) int32 {
	place := w.attempts.take()
	l := &w.leaves.guests[leaf]
	a := &w.attempts.guests[place]
	a.id, a.leaf, a.next, a.sent, a.server, a.state = l.id.withAttempt(number), leaf, none, w.now, 0, Sent
	to := &l.first
	for *to != none {
		to = &w.attempts.guests[*to].next
	}
	*to = place
	l.live++
	w.live++
	return place
}

// forget gives the place of an attempt to others.
func (w *world) forget(place int32) {
	a := &w.attempts.guests[place]
	to := &w.leaves.guests[a.leaf].first
	for *to != place {
		to = &w.attempts.guests[*to].next
	}
	*to = a.next
	a.id = 0
	w.attempts.put(place)
}

// forgetLost forgets the lost attempts of a leaf: it will choose no server again.
func (w *world) forgetLost(leaf int32) {
	l := &w.leaves.guests[leaf]
	for place := l.first; place != none; {
		a := &w.attempts.guests[place]
		next := a.next
		if a.state == NoState {
			w.forget(place)
		}
		place = next
	}
	l.lost = 0
}
