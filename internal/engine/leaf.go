package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// leaf is one unit of work that a request waits for, with its attempts so far. It is
// forgotten when it has ended and nothing of it is live. A request of one leaf has no
// record of its own: the leaf is all that there is of it.
type leaf struct {
	id      id
	began   fixed.Micros // its hop
	dueAt   fixed.Micros // when the next attempt is
	request int32        // where its request is, which has more leaves
	before  int32        // the open leaf of its hop before it
	after   int32        // the one after it
	first   int32        // attempt that is remembered; the others follow in the order of sending
	marks
	_ [16]byte // 64 in all, as an attempt
}

// marks are what a leaf starts without.
type marks struct {
	due       int8  // the number of the next attempt; 0 when none is to come
	live      int8  // attempts
	lost      int8  // attempts that went down with their server, for which the client waits
	ended     Cause // what ended it, if something has
	started   bool  // an attempt has been worked on
	committed bool  // a write has been made durable
	hedged    bool  // the budget has let it hedge
}

// isOpen says whether somebody waits for a leaf.
func (l *leaf) isOpen() bool { return l.ended == NoCause }

// newLeaf makes a leaf, and gives its place.
func (w *world) newLeaf(name id) int32 {
	place := w.leaves.take()
	l := &w.leaves.guests[place]
	l.id, l.began, l.first, l.marks = name, w.now, none, marks{}
	return place
}

// answer ends a leaf by its first answer, which perhaps is all that its hop still
// needed.
func (w *world) answer(place int32, winner id) {
	if w.oneLeaf {
		w.endOnly(place, ByAnswer, RequestAnswered, winner)
		return
	}
	request := w.leaves.guests[place].request
	r := &w.requests.guests[request]
	r.answered++
	r.answers++
	if w.heard {
		w.says(LeafAnswered, winner).Took = w.now - r.began
		w.tells()
	}
	w.close(place, ByAnswer)
	if int(r.answered) == w.needed {
		w.endHop(request, ByQuorum, winner)
	}
}

// fail ends a leaf of which nothing is left that could answer. Its hop ends with it
// when the quorum is out of reach.
func (w *world) fail(place int32) {
	l := &w.leaves.guests[place]
	if w.oneLeaf {
		w.endOnly(place, ByFailure, RequestFailed, l.id)
		return
	}
	request, name := l.request, l.id
	r := &w.requests.guests[request]
	if w.heard {
		w.says(LeafFailed, name).Took = w.now - r.began
		w.tells()
	}
	w.close(place, ByFailure)
	if int(r.answered+r.open) < w.needed {
		w.endHop(request, ByFailure, name)
	}
}

// close ends a leaf, and takes it out of its hop.
func (w *world) close(place int32, by Cause) {
	l := &w.leaves.guests[place]
	r := &w.requests.guests[l.request]
	if l.before == none {
		r.first = l.after
	} else {
		w.leaves.guests[l.before].after = l.after
	}
	if l.after == none {
		r.last = l.before
	} else {
		w.leaves.guests[l.after].before = l.before
	}
	r.open--
	w.endLeaf(place, by)
}

// endLeaf is the one end of a leaf, but for answerShort: nobody waits for it, it hedges no
// more, and its attempts are losers.
func (w *world) endLeaf(place int32, by Cause) {
	l := &w.leaves.guests[place]
	l.ended = by
	if l.due > 0 {
		l.due = 0
		w.trimHedges()
	}
	if l.lost > 0 {
		w.forgetLost(place)
	}
	switch {
	case l.live == 0:
		w.leaves.put(place)
	case w.hedging.cancels():
		w.message(place, dueCancel)
	}
}

// trimHedges drops hedges that are next to fall due and have come to nothing. Most do,
// and so they cost no more than this.
func (w *world) trimHedges() {
	line := &w.agenda.lines[dueHedge]
	for line.n > 0 && w.isStaleHedge(line.head()) {
		w.agenda.dropFrom(dueHedge)
	}
}

// settle fails an open leaf that nothing can answer any more, and forgets one that has
// ended when nothing of it is live. The client cannot know that an attempt is lost: it
// waits for it.
func (w *world) settle(place int32) {
	l := &w.leaves.guests[place]
	switch {
	case l.live > 0:
	case !l.isOpen():
		w.leaves.put(place)
	case l.lost == 0 && !w.isSending(l) && w.hedging.isHopeless(l, w.latest(l)):
		w.fail(place)
	}
}

// isSending says whether the leaves of a leaf's hop are being sent.
func (w *world) isSending(l *leaf) bool {
	if w.oneLeaf {
		return w.sending
	}
	return w.requests.guests[l.request].sending
}

// message sends a cancellation to each live attempt of a leaf but those that run
// when it is about a start.
func (w *world) message(place int32, kind kind) {
	at := w.now + w.hedging.cancel.CancelDelayMs
	for place := w.leaves.guests[place].first; place != none; {
		a := &w.attempts.guests[place]
		if a.state == Waiting || a.state == Running && kind == dueCancel {
			w.agenda.add(newItem(at, kind, a.id, place))
		}
		place = a.next
	}
}
