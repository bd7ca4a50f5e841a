package engine

// The life of a call as its client sees it: it arrives, goes from hop to hop, and
// ends once, by an answer, by a failure, or by its deadline.

// call is a request that its client waits for, with the hop that it is at. It lives
// in a slot until it ends; what losers still do for it does not need it.
type call struct {
	slot
	request  int
	hop      int     // from 1
	leaves   []*leaf // of the hop, by number; nil where it is not open any more
	open     int
	answered int // leaves of the hop
}

// drop takes a leaf from those that a call waits for.
func (c *call) drop(l *leaf) {
	c.leaves[l.key.Leaf-1] = nil
	c.open--
}

func (w *world) arrive(request int) {
	w.emit(Event{Type: RequestArrived, Key: Key{Request: request}})
	w.expect()
	s, c := w.calls.take()
	*c = call{slot: s, request: request, hop: 1, leaves: c.leaves}
	if deadline := w.scenario.Workload.DeadlineMs; deadline > 0 {
		w.agenda.add(item{at: w.now + deadline, rank: rankDeadline, key: Key{Request: request}, slot: s})
	}
	w.fanOut(c)
}

// fanOut sends the leaves of a call's hop, all at once, and says when the hop has
// waited long enough for them.
func (w *world) fanOut(c *call) {
	shape := &w.scenario.Workload.FanOut
	key := Key{Request: c.request, Hop: c.hop}
	if shape.AfterMs > 0 {
		w.agenda.add(item{at: w.now + shape.AfterMs, rank: rankDeadline, key: key, slot: c.slot})
	}
	for key.Leaf = 1; key.Leaf <= shape.Leaves; key.Leaf++ {
		s, l := w.leaves.take()
		l.open(s, key, c)
		c.leaves = append(c.leaves, l)
		w.send(l, 1)
	}
	c.open, c.answered = shape.Leaves, 0
	leaves := c.leaves
	for i := range leaves {
		if leaves[i] != nil { // until the call fails, which closes them all
			w.settle(leaves[i])
		}
	}
}

// answer decides the race of a leaf: its first answer is the leaf's, and perhaps all
// that the hop still needed. What is live then is a loser.
func (w *world) answer(a *attempt) {
	c := a.leaf.call
	c.drop(a.leaf)
	w.abandon(a.leaf)
	c.answered++
	if w.scenario.Workload.Leaves() > 1 {
		w.emit(Event{Type: LeafAnswered, Key: a.key()})
	}
	w.withdraw(a.leaf, nil)
	if c.answered == w.scenario.Workload.FanOut.Needed() {
		w.advance(c, a.number)
	}
}

// advance ends a hop: by the attempt that completed it, or 0 when it has waited long
// enough. The next hop is sent at this instant; after the last the call is answered.
func (w *world) advance(c *call, winner int) {
	if c.hop == w.scenario.Workload.Hops {
		w.end(c, Event{Type: RequestAnswered, Key: Key{Attempt: winner}})
		return
	}
	w.close(c)
	c.hop++
	w.agenda.add(item{at: w.now, rank: rankArrival, key: Key{Request: c.request, Hop: c.hop}, slot: c.slot})
}

// end tells how a call ends.
func (w *world) end(c *call, e Event) {
	e.Key.Request = c.request
	w.emit(e)
	w.close(c)
	w.calls.put(c.slot)
}

// close ends the waiting for what is left of a hop.
func (w *world) close(c *call) {
	for i, l := range c.leaves {
		if l == nil {
			continue
		}
		c.leaves[i] = nil
		w.abandon(l)
		w.withdraw(l, nil)
		w.settle(l)
	}
	c.leaves, c.open = c.leaves[:0], 0
}

// settle fails a leaf of which nothing is left that could answer, and gives the
// slot of a leaf back when nobody waits for it and nothing of it is live. A lost
// attempt is gone for the server, but the client waits for it until the call ends.
func (w *world) settle(l *leaf) {
	if l.live > 0 {
		return
	}
	if l.call != nil && l.lost == 0 && !l.due {
		w.fail(l)
	}
	if l.call == nil {
		w.leaves.put(l.slot)
	}
}

// fail takes a leaf that cannot be answered from its call, which fails with it when
// a quorum is out of reach.
func (w *world) fail(l *leaf) {
	c := l.call
	c.drop(l)
	w.abandon(l)
	if c.answered+c.open < w.scenario.Workload.FanOut.Needed() {
		w.end(c, Event{Type: RequestFailed})
	}
}
