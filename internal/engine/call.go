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
	key.Attempt = 1
	w.send(leaf, key)
	w.settle(leaf)
}

// hedge sends the backup that has fallen due, if its leaf is still unanswered,
// chance has it and the budget allows it.
func (w *world) hedge(leaf *leaf, key Key) {
	leaf.due = false
	if leaf.ended {
		return
	}
	switch reason := w.hedging.refuse(leaf, key); reason {
	case "":
		w.send(leaf, key)
	case SuppressedByProbability:
		w.emit(Event{Type: HedgeSuppressed, Key: key, Reason: reason})
		w.expectHedge(leaf, key)
	default:
		w.emit(Event{Type: HedgeSuppressed, Key: key, Reason: reason})
	}
}

// expectHedge puts the turn after an attempt's on the agenda, if there is one.
func (w *world) expectHedge(leaf *leaf, key Key) {
	if delay, ok := w.hedging.next(key.Attempt); ok {
		key.Attempt++
		leaf.due = true
		w.later(leaf, key, rankHedge, w.now+delay)
	}
}

// answer decides the race: the first answer of a leaf is the request's; what
// is still live then is a loser.
func (w *world) answer(leaf *leaf, key Key) {
	leaf.ended = true
	w.emit(Event{Type: RequestAnswered, Key: key})
	w.withdraw(leaf)
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
	key := leaf.key
	for i := range leaf.attempts {
		if leaf.attempts[i].isLive() {
			key.Attempt = i + 1
			w.later(leaf, key, rankCancel, w.now+w.hedging.policy.CancelDelayMs)
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
