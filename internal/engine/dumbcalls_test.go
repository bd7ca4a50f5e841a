package engine_test

import "github.com/hedgedrill/hedgedrill/internal/engine"

// The requests of the dumb engine: their hops and leaves, and how each ends.

func (d *dumb) arrive(request int) {
	c := &call{request: request, arrived: d.now}
	d.calls = append(d.calls, c)
	d.tell(engine.Event{Type: engine.RequestArrived, Key: c.key()})
	if deadline := d.s.Workload.DeadlineMs; deadline > 0 {
		d.later(deadline, 7, c.key(), func() {
			if !c.over {
				d.endHop(c, engine.ByDeadline)
				d.end(c, engine.Event{Type: engine.RequestExpired, Key: c.key()})
			}
		})
	}
	d.ask(c)
}

// ask sends all leaves of the next hop.
func (d *dumb) ask(c *call) {
	c.hop++
	hop := c.hop
	c.asks, c.began, c.leaves = true, d.now, nil
	if after := d.s.Workload.FanOut.AfterMs; after > 0 {
		d.later(after, 7, c.hopKey(), func() {
			if c.hop == hop && c.asks {
				c.partial = true
				d.endHop(c, engine.ByTime)
				d.goOn(c, c.key())
			}
		})
	}
	for number := 1; number <= d.s.Workload.FanOut.Leaves; number++ {
		l := &branch{call: c, hop: hop, number: number, open: true}
		c.leaves = append(c.leaves, l)
		d.send(&try{leaf: l, number: 1})
	}
}

func (d *dumb) quorum() int {
	if q := d.s.Workload.FanOut.Quorum; q > 0 {
		return q
	}
	return d.s.Workload.FanOut.Leaves
}

// answered is the number of leaves of the hop that have answered.
func (c *call) answered() (n int) {
	for _, l := range c.leaves {
		if l.answered {
			n++
		}
	}
	return n
}

// answer answers the client: the first of an open leaf counts.
func (d *dumb) answer(a *try) {
	l := a.leaf
	c := l.call
	d.over(a, "gone", engine.Event{Type: engine.AttemptAnswered, Status: engine.OK, Won: l.open})
	if !l.open {
		return
	}
	l.answered = true
	if d.fans() {
		d.tell(engine.Event{Type: engine.LeafAnswered, Key: a.key(), Took: d.now - c.began})
	}
	d.close(l, engine.ByAnswer)
	c.answers++
	if c.answered() == d.quorum() {
		d.endHop(c, engine.ByQuorum)
		d.goOn(c, a.key())
	}
}

// goOn follows a hop that has ended with what it has: by the next, or by the answer,
// with the key of the attempt that made it.
func (d *dumb) goOn(c *call, by engine.Key) {
	if c.hop == d.s.Workload.Hops {
		d.end(c, engine.Event{Type: engine.RequestAnswered, Key: by, Partial: c.partial})
		return
	}
	d.later(0, 6, keyOf(c.request, c.hop+1, 0, 0), func() { d.ask(c) })
}

// judge fails leaves, and a request whose hop can no more come to its quorum. A leaf
// fails when an attempt of it ends or its hedge falls due, if then nothing of it is live,
// or lost for all that the client knows, and no hedge can be sent.
func (d *dumb) judge(c *call) {
	for _, l := range c.leaves {
		if !c.asks || !l.open || l.judged {
			continue
		}
		if l.judged = true; d.mayHedge(l) || len(d.of(l, "waiting", "running", "lost")) > 0 {
			continue
		}
		l.open, l.failed = false, true
		if d.fans() {
			d.tell(engine.Event{Type: engine.LeafFailed, Key: l.key(), Took: d.now - c.began})
		}
		possible := 0
		for _, l := range c.leaves {
			if !l.failed {
				possible++
			}
		}
		if possible < d.quorum() {
			d.endHop(c, engine.ByFailure)
			d.end(c, engine.Event{Type: engine.RequestFailed, Key: l.key()})
		}
	}
}

func (d *dumb) endHop(c *call, by engine.Cause) {
	c.asks = false
	if d.fans() {
		d.tell(engine.Event{Type: engine.HopEnded, Key: c.hopKey(), By: by, Took: d.now - c.began, Answers: int32(c.answered())})
	}
	for _, l := range c.leaves {
		if l.open {
			d.close(l, by)
		}
	}
}

func (d *dumb) end(c *call, e engine.Event) {
	c.over = true
	e.Took, e.Answers = d.now-c.arrived, int32(c.answers)
	d.tell(e)
}
