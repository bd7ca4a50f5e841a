package engine

// The life of a call as its client sees it: it arrives, sends attempts, hedges, and
// ends once, by an answer, by a failure, or by its deadline.

func (w *world) arrive(key Key) {
	w.emit(Event{Type: RequestArrived, Key: key})
	w.expect()
	leaf := w.leaves.take()
	leaf.key = key
	if deadline := w.scenario.Workload.DeadlineMs; deadline > 0 {
		w.later(leaf, key, rankDeadline, w.now+deadline)
	}
	w.send(&leaf.attempts[0])
	w.settle(leaf)
}

// hedge sends the backup that has fallen due, if its leaf is still unanswered,
// chance has it and the budget allows it.
func (w *world) hedge(leaf *leaf, key Key) {
	leaf.due = false
	if leaf.ended {
		return
	}
	a := leaf.attempt(key)
	reason := w.hedging.refuse(a)
	if reason == "" {
		w.send(a)
		return
	}
	w.emit(Event{Type: HedgeSuppressed, Key: key, Reason: reason})
	if reason == SuppressedByProbability {
		w.expectHedge(a)
	}
}

// expectHedge puts the turn after an attempt's on the agenda, if there is one.
func (w *world) expectHedge(a *attempt) {
	if delay, ok := w.hedging.next(a.number); ok {
		key := a.key()
		key.Attempt++
		a.leaf.due = true
		w.later(a.leaf, key, rankHedge, w.now+delay)
	}
}

// answer decides the race: the first answer of a leaf is the request's; what
// is still live then is a loser.
func (w *world) answer(a *attempt) {
	a.leaf.ended = true
	w.emit(Event{Type: RequestAnswered, Key: a.key()})
	w.withdraw(a.leaf)
}

// expire ends a call at its deadline.
func (w *world) expire(leaf *leaf) {
	if leaf.ended {
		return
	}
	leaf.ended = true
	w.emit(Event{Type: RequestExpired, Key: leaf.key})
	w.withdraw(leaf)
}

// withdraw sends a cancellation to each attempt that is live, if the policy does.
func (w *world) withdraw(leaf *leaf) {
	if !w.hedging.cancels() {
		return
	}
	for i := range leaf.attempts {
		if a := &leaf.attempts[i]; a.isLive() {
			w.later(leaf, a.key(), rankCancel, w.now+w.hedging.policy.CancelDelayMs)
		}
	}
}

// settle fails a call of which nothing is left that could answer, and gives the
// slot of a call back when it has ended and nothing of it is live. A lost attempt
// is gone for the server, but the client waits for it until the call ends.
func (w *world) settle(leaf *leaf) {
	if leaf.live > 0 {
		return
	}
	if !leaf.ended && leaf.lost == 0 && !leaf.due {
		leaf.ended = true
		w.emit(Event{Type: RequestFailed, Key: leaf.key})
	}
	if leaf.ended {
		w.leaves.release(leaf)
	}
}
