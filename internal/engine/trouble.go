package engine

import (
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// turns are the instants at which a server may go down or come back.
func (c *cluster) turns() []fixed.Ms {
	var at []fixed.Ms
	for _, d := range c.settings.Down {
		at = append(at, d.FromMs, d.ToMs)
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// turn brings the servers down, and back, whose windows begin or end now. What a
// server holds when it goes down is lost: it never answers.
func (w *world) turn() {
	c := w.cluster
	for i := range c.replicas {
		r := &c.replicas[i]
		was := r.down
		r.down = slices.ContainsFunc(c.settings.Down, func(d Down) bool { return d.covers(r.number, w.now) })
		c.serves(r)
		if r.down && !was {
			w.lose(r)
		}
	}
}

// lose ends every attempt at a replica, by key.
func (w *world) lose(r *replica) {
	var held []*attempt
	chains := []*chain{&r.running}
	if w.cluster.settings.Queue == PerServerQueue {
		chains = append(chains, &r.queue.chain, &r.queue.backups)
	}
	for _, c := range chains {
		for a := c.head; a != nil; a = a.after {
			held = append(held, a)
		}
	}
	slices.SortFunc(held, func(a, b *attempt) int {
		if a.key().before(b.key()) {
			return -1
		}
		return 1
	})
	for _, a := range held {
		e := Event{Type: AttemptLost, Key: a.key(), Replica: a.replica, Work: a.work(w.now)}
		w.leave(a)
		a.lost = true
		a.leaf.lost++
		w.emit(e)
		l := a.leaf
		if l.call == nil {
			w.forget(a)
		}
		w.settle(l)
	}
}
