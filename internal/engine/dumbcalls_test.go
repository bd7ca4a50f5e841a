package engine_test

import "github.com/hedgedrill/hedgedrill/internal/engine"

// The requests of the dumb engine: their hops, and how hops and requests end.

func (d *dumb) arrive(request int) {
	c := &call{request: request}
	d.calls = append(d.calls, c)
	d.tell(engine.Event{Type: engine.RequestArrived, Key: c.key()})
	if deadline := d.s.Workload.DeadlineMs; deadline > 0 {
		d.later(deadline, 7, c.key(), func() {
			if !c.over {
				d.tell(engine.Event{Type: engine.RequestExpired, Key: c.key()})
				d.end(c)
			}
		})
	}
	d.ask(c)
}

// ask sends all leaves of the next hop.
func (d *dumb) ask(c *call) {
	c.hop++
	hop := c.hop
	c.asks, c.leaves = true, nil
	if after := d.s.Workload.FanOut.AfterMs; after > 0 {
		d.later(after, 7, engine.Key{Request: c.request, Hop: hop}, func() {
			if c.hop == hop && c.asks {
				d.goOn(c, 0)
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

// answer is told to the client: the first of a leaf counts.
func (d *dumb) answer(a *try) {
	d.tell(engine.Event{Type: engine.AttemptAnswered, Key: a.key(), Server: a.server, Status: engine.OK})
	l := a.leaf
	if !l.open {
		return
	}
	if d.fans() {
		d.tell(engine.Event{Type: engine.LeafAnswered, Key: a.key()})
	}
	l.answered = true
	d.close(l)
	answers := 0
	for _, l := range l.call.leaves {
		if l.answered {
			answers++
		}
	}
	if answers == d.quorum() {
		d.goOn(l.call, a.number)
	}
}

// goOn ends a hop with what it has, by an attempt (0 if by the clock): what follows is
// the next, or the answer.
func (d *dumb) goOn(c *call, by int) {
	if c.hop == d.s.Workload.Hops {
		d.tell(engine.Event{Type: engine.RequestAnswered, Key: engine.Key{Request: c.request, Attempt: by}})
		d.end(c)
		return
	}
	d.stopAsking(c)
	d.later(0, 6, engine.Key{Request: c.request, Hop: c.hop + 1}, func() { d.ask(c) })
}

// judge fails a request whose hop can no more come to its quorum. A leaf has failed
// when nothing of it is live, or lost for all that the client knows, and no hedge can
// come.
func (d *dumb) judge(c *call) {
	if c.over || !c.asks {
		return
	}
	possible := len(c.leaves)
	for _, l := range c.leaves {
		if l.open && !l.awaits && len(d.of(l, "waiting", "running", "lost")) == 0 {
			possible--
		}
	}
	if possible < d.quorum() {
		d.tell(engine.Event{Type: engine.RequestFailed, Key: c.key()})
		d.end(c)
	}
}

func (d *dumb) end(c *call) {
	c.over = true
	d.stopAsking(c)
}

func (d *dumb) stopAsking(c *call) {
	c.asks = false
	for _, l := range c.leaves {
		if l.open {
			d.close(l)
		}
	}
}
