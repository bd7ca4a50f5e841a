package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// The life of an attempt at its replica: it is sent, waits, runs, and ends once,
// by an answer, a cancellation, a refusal, or with its server.

// send sends an attempt, says when the next is due, and starts it where there is
// room.
func (w *world) send(leaf *leaf, key Key) {
	leaf.sent++
	w.expectHedge(leaf, key)
	if w.cluster == nil {
		w.emit(Event{Type: AttemptSent, Key: key})
		leaf.live++
		w.start(leaf, key, w.service.of(key))
		return
	}
	w.cluster.send(w, leaf, key)
}

// start begins the work of an attempt, and says when it commits and ends.
func (w *world) start(leaf *leaf, key Key, service fixed.Ms) {
	a := &leaf.attempts[key.Attempt-1]
	a.state, a.started = Running, w.now
	w.emit(Event{Type: AttemptStarted, Key: key, Replica: a.replica})
	if w.scenario.Workload.Operation != Read {
		w.later(leaf, key, rankCommit, w.now+min(w.scenario.Workload.CommitMs, service))
	}
	w.later(leaf, key, rankFinish, w.now+service)
}

// commit makes a running attempt's write durable: the leaf's first commit is the
// write, every further one the same write again.
func (w *world) commit(leaf *leaf, key Key) {
	a := &leaf.attempts[key.Attempt-1]
	if a.state != Running {
		return
	}
	again := leaf.committed
	leaf.committed = true
	if again && w.scenario.Workload.Operation == IdempotentWrite {
		w.emit(Event{Type: WriteDeduplicated, Key: key, Replica: a.replica})
		return
	}
	w.emit(Event{Type: WriteCommitted, Key: key, Replica: a.replica, Duplicate: again})
}

// finish ends an attempt's work with an answer.
func (w *world) finish(leaf *leaf, key Key) {
	a := &leaf.attempts[key.Attempt-1]
	if a.state != Running {
		return
	}
	w.leave(leaf, key)
	w.emit(Event{Type: AttemptAnswered, Key: key, Replica: a.replica, Status: OK})
	if !leaf.ended {
		w.answer(leaf, key)
	}
}

// cancel stops a loser that the message still finds at its replica, if its reach
// is far enough. It does not undo a commit.
func (w *world) cancel(leaf *leaf, key Key) {
	a := &leaf.attempts[key.Attempt-1]
	if !a.isLive() || a.state == Running && w.hedging.policy.CancelReach == ReachQueued {
		return
	}
	e := Event{Type: AttemptCancelled, Key: key, Replica: a.replica, State: a.state}
	if a.state == Running {
		e.Work = w.now - a.started
	}
	w.leave(leaf, key)
	w.emit(e)
}

// leave takes a live attempt from its replica.
func (w *world) leave(leaf *leaf, key Key) {
	a := &leaf.attempts[key.Attempt-1]
	if w.cluster != nil {
		w.cluster.leave(a)
	}
	a.state = ""
	leaf.live--
}
