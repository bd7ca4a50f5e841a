package engine_test

import (
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// The servers of the dumb engine: what is where, who may start, and who goes where.

func (d *dumb) planTurns() {
	if d.cluster() == nil {
		return
	}
	for _, outage := range d.cluster().Down {
		d.later(outage.FromMs, 3, engine.Key{}, d.turn)
		d.later(outage.ToMs, 3, engine.Key{}, d.turn)
	}
}

func (d *dumb) cluster() *engine.Cluster { return d.s.Backend.Capacity.Cluster }
func (d *dumb) shared() bool             { return d.cluster().Queue == engine.SharedQueue }

func in(w engine.Window, server int, at fixed.Micros) bool {
	return (w.Server == 0 || w.Server == server) && at >= w.FromMs && at < w.ToMs
}

func (d *dumb) isDown(server int) bool {
	return slices.ContainsFunc(d.cluster().Down, func(o engine.Down) bool { return in(o.Window, server, d.now) })
}

// turn lets servers go down, with all that they hold, and come back.
func (d *dumb) turn() {
	if d.isOver() && d.now > d.s.Workload.DurationMs {
		return
	}
	for server := 1; server <= d.cluster().Servers; server++ {
		down := d.isDown(server)
		if down == d.down[server] {
			continue
		}
		d.down[server] = down
		if !down {
			d.tell(engine.Event{Type: engine.ServerUp, Server: int16(server)})
			continue
		}
		d.tell(engine.Event{Type: engine.ServerDown, Server: int16(server)})
		held := slices.Concat(d.at(server, "waiting"), d.at(server, "running"))
		slices.SortFunc(held, func(a, b *try) int { return byKey(a.key(), b.key()) })
		for _, a := range held {
			d.over(a, "lost", engine.Event{Type: engine.AttemptLost})
		}
	}
}

func (d *dumb) at(server int, state string) (found []*try) {
	for _, a := range d.tries {
		if a.server == server && a.state == state {
			found = append(found, a)
		}
	}
	return found
}

func (d *dumb) isFree(server int) bool {
	return !d.isDown(server) && len(d.at(server, "running")) < d.cluster().Workers
}

// startable is the attempt with the lowest key that could start, and where.
func (d *dumb) startable() (first *try, where int) {
	if d.cluster() == nil {
		return nil, 0
	}
	for server := 1; server <= d.cluster().Servers; server++ {
		queue := d.at(server, "waiting")
		if d.shared() {
			queue = d.at(0, "waiting")
		}
		if len(queue) == 0 || !d.isFree(server) {
			continue
		}
		head := queue[0]
		switch d.cluster().Order {
		case engine.LIFO:
			head = queue[len(queue)-1]
		case engine.HedgesLast:
			if i := slices.IndexFunc(queue, func(a *try) bool { return a.number == 1 }); i >= 0 {
				head = queue[i]
			}
		}
		if first == nil || byKey(head.key(), first.key()) < 0 {
			first, where = head, server
		}
	}
	return first, where
}

// send sends an attempt, which starts, waits, is refused or is lost.
func (d *dumb) send(a *try) {
	a.state, a.sent = "sent", d.now
	d.tries = append(d.tries, a)
	d.awaitHedge(a.leaf, a.number+1)
	sent := engine.Event{Type: engine.AttemptSent, Key: a.key()}
	free := 0
	switch {
	case d.cluster() == nil:
		d.tell(sent)
		d.run(a, 0)
		return
	case d.shared():
		d.tell(sent)
		for server := d.cluster().Servers; server > 0; server-- {
			if d.isFree(server) {
				free = server
			}
		}
	default:
		a.server = d.choose(a)
		sent.Server = int16(a.server)
		d.tell(sent)
		if d.isDown(a.server) {
			d.over(a, "lost", engine.Event{Type: engine.AttemptLost})
			return
		}
		if d.isFree(a.server) {
			free = a.server
		}
	}
	switch limit := d.cluster().QueueLimit; {
	case free > 0:
		d.run(a, free)
	case limit > 0 && len(d.at(a.server, "waiting")) >= limit:
		d.over(a, "gone", engine.Event{Type: engine.AttemptRefused, Status: engine.ResourceExhausted})
	default:
		a.state = "waiting"
	}
}

// choose chooses a server among those that hold nothing of the leaf, or among all.
func (d *dumb) choose(a *try) int {
	var others, all []int
	held := d.of(a.leaf, "waiting", "running", "lost")
	for server := 1; server <= d.cluster().Servers; server++ {
		all = append(all, server)
		if !slices.ContainsFunc(held, func(b *try) bool { return b.server == server }) {
			others = append(others, server)
		}
	}
	if len(others) == 0 {
		others = all
	}
	outstanding := func(server int) int { return len(d.at(server, "waiting")) + len(d.at(server, "running")) }
	fewest := func(a, b int) int { return outstanding(a) - outstanding(b) }
	source := draw.New(d.s.Seed, draw.Balance)
	pick := func(n int) int { // the n-th draw; it takes what it picks
		i := draw.Below(source.Word(draw.At(a.leaf.call.request, a.leaf.hop, a.leaf.number, a.number), n), len(others))
		server := others[i]
		others = slices.Delete(others, i, i+1)
		return server
	}
	switch d.cluster().Balance {
	case engine.RoundRobin:
		for {
			server := all[d.chosen%len(all)]
			d.chosen++
			if slices.Contains(others, server) {
				return server
			}
		}
	case engine.LeastOutstanding:
		return slices.MinFunc(others, fewest) // the first of several
	case engine.PowerOfTwo:
		if len(others) > 1 {
			return slices.MinFunc([]int{pick(0), pick(1)}, fewest)
		}
		return others[0]
	default:
		return pick(0)
	}
}
