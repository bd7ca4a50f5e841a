package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// leaf is one unit of work that a request waits for, with its attempts so far. It is
// forgotten when it has ended and nothing of it is live.
type leaf struct {
	key       Key
	request   *request     // that waits for it; nil once the leaf has ended
	attempts  []*attempt   // that are remembered, in the order of sending
	dueAt     fixed.Micros // when the next attempt is
	due       int8         // its number; 0 when none is to come
	place     int32
	live      int32 // attempts
	lost      int32 // attempts that went down with their server, for which the client waits
	ended     Cause // what ended it, or would withdraw an attempt before that
	started   bool  // an attempt has been worked on
	committed bool  // a write has been made durable
	hedged    bool  // the budget has let it hedge
}

// keyOf is the key of an attempt of the leaf, whether it is ever sent or not.
func (l *leaf) keyOf(number int8) Key {
	key := l.key
	key.Attempt = number
	return key
}

func (w *world) newLeaf(r *request, number int) *leaf {
	place, l := w.leaves.take()
	key := r.hopKey()
	key.Leaf = int16(number)
	*l = leaf{key: key, request: r, place: place, attempts: l.attempts[:0], ended: ByStart}
	return l
}

// answer ends a leaf by its first answer, which perhaps is all that its hop still
// needed.
func (w *world) answer(l *leaf, winner Key) {
	r := l.request
	r.answered++
	r.answers++
	if !w.oneLeaf {
		w.emit(Event{Type: LeafAnswered, Key: winner, Took: w.now - r.began})
	}
	w.close(l, ByAnswer)
	if r.answered == w.scenario.Workload.FanOut.Needed() {
		w.endHop(r, ByQuorum, winner)
	}
}

// fail ends a leaf of which nothing is left that could answer. Its hop ends with it
// when the quorum is out of reach.
func (w *world) fail(l *leaf) {
	r, key := l.request, l.key
	if !w.oneLeaf {
		w.emit(Event{Type: LeafFailed, Key: key, Took: w.now - r.began})
	}
	w.close(l, ByFailure)
	if r.answered+r.open < w.scenario.Workload.FanOut.Needed() {
		w.endHop(r, ByFailure, key)
	}
}

// close is the one end of a leaf: nobody waits for it, it hedges no more, and its
// attempts are losers.
func (w *world) close(l *leaf, by Cause) {
	r := l.request
	r.leaves[l.key.Leaf-1] = nil
	r.open--
	l.request, l.due, l.ended = nil, 0, by
	if l.lost > 0 {
		w.forgetLost(l)
	}
	if l.live == 0 {
		w.leaves.put(l.place)
		return
	}
	if w.hedging.cancels() {
		w.message(l, dueCancel)
	}
}

// settle fails an open leaf that nothing can answer any more, and forgets one that has
// ended when nothing of it is live. The client cannot know that an attempt is lost: it
// waits for it.
func (w *world) settle(l *leaf) {
	switch {
	case l.live > 0:
	case l.request == nil:
		w.leaves.put(l.place)
	case !l.request.sending && l.lost == 0 && w.hedging.isHopeless(l, w.latest(l.request)):
		w.fail(l)
	}
}

// message sends a cancellation to each live attempt of a leaf but those that run
// when it is about a start.
func (w *world) message(l *leaf, kind kind) {
	at := w.now + w.hedging.cancel.CancelDelayMs
	for _, a := range l.attempts {
		if a.state == Waiting || a.state == Running && kind == dueCancel {
			w.agenda.add(newItem(at, kind, a.key, a.place))
		}
	}
}
