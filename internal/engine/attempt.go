package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// The life of an attempt at its server: it falls due, is sent, waits, runs, and ends
// once, by an answer, a cancellation, a refusal, or with its server.

// hedge sends the backup that has fallen due, if its leaf is still unanswered and no
// tied sibling has started, chance has it and the budget allows it.
func (w *world) hedge(l *leaf, number int) {
	l.due = false
	if l.call == nil || w.hedging.ties() && l.started {
		return
	}
	reason := w.hedging.refuse(l, number)
	if reason == "" {
		w.send(l, number)
		return
	}
	w.emit(Event{Type: HedgeSuppressed, Key: l.keyOf(number), Reason: reason})
	if reason == SuppressedByProbability {
		w.expectHedge(l, number)
	}
}

// expectHedge puts the turn after an attempt's on the agenda, if there is one.
func (w *world) expectHedge(l *leaf, number int) {
	if delay, ok := w.hedging.next(number); ok {
		l.due = true
		w.agenda.add(item{at: w.now + delay, rank: rankHedge, key: l.keyOf(number + 1), slot: l.slot})
	}
}

// send sends an attempt, says when the next is due, and starts it where there is
// room.
func (w *world) send(l *leaf, number int) {
	w.expectHedge(l, number)
	a := w.remember(l, number)
	if w.cluster == nil {
		w.emit(Event{Type: AttemptSent, Key: a.key()})
		l.live++
		w.start(a, w.service.of(a.key()))
		return
	}
	w.cluster.send(w, a)
}

// start begins the work of an attempt, and says when it commits and ends.
func (w *world) start(a *attempt, service fixed.Micros) {
	a.state, a.started = Running, w.now
	w.emit(Event{Type: AttemptStarted, Key: a.key(), Server: a.server})
	if w.scenario.Workload.Operation != Read {
		w.later(a, rankCommit, w.now+min(w.scenario.Workload.CommitMs, service))
	}
	w.later(a, rankFinish, w.now+service)
	if w.hedging.ties() && !a.leaf.started {
		w.withdraw(a.leaf, a)
	}
	a.leaf.started = true
}

// commit makes a running attempt's write durable: the leaf's first commit is the
// write, every further one the same write again.
func (w *world) commit(a *attempt) {
	again := a.leaf.committed
	a.leaf.committed = true
	if again && w.scenario.Workload.Operation == IdempotentWrite {
		w.emit(Event{Type: WriteDeduplicated, Key: a.key(), Server: a.server})
		return
	}
	w.emit(Event{Type: WriteCommitted, Key: a.key(), Server: a.server, Duplicate: again})
}

// finish ends an attempt's work with an answer.
func (w *world) finish(a *attempt) {
	w.leave(a)
	w.emit(Event{Type: AttemptAnswered, Key: a.key(), Server: a.server, Status: OK})
	if a.leaf.call != nil {
		w.answer(a)
	}
	w.forget(a)
}

// withdraw sends a cancellation to each attempt of a leaf that is live, if the policy
// does: when the leaf is over, or from the first of tied siblings when it starts.
func (w *world) withdraw(l *leaf, first *attempt) {
	if !w.hedging.cancels() {
		return
	}
	at := w.now + w.hedging.policy.CancelDelayMs
	for _, a := range l.attempts {
		if a.isLive() && a != first {
			w.agenda.add(item{at: at, rank: rankCancel, key: a.key(), slot: l.slot, tied: first != nil})
		}
	}
}

// cancel stops a loser that the message still finds at its server, if its reach
// is far enough. A tied sibling's word reaches only those that wait. It does not undo
// a commit.
func (w *world) cancel(a *attempt, tied bool) {
	if a.state == Running && (tied || w.hedging.policy.CancelReach == ReachQueued) {
		return
	}
	e := Event{Type: AttemptCancelled, Key: a.key(), Server: a.server, State: a.state, Work: a.work(w.now)}
	w.leave(a)
	w.emit(e)
	w.forget(a)
}

// leave takes a live attempt from its server.
func (w *world) leave(a *attempt) {
	if w.cluster != nil {
		w.cluster.leave(a)
	}
	a.state = ""
	a.leaf.live--
}
