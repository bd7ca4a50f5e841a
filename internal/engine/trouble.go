package engine

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// turns are the instants at which a server may go down or come back.
func (c *cluster) turns() []fixed.Micros {
	var at []fixed.Micros
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
	held := w.heldByThoseWhoFall()
	for i := range c.servers {
		r := &c.servers[i]
		down := c.falls(i, w.now)
		if down == r.down {
			continue
		}
		r.down = down
		c.changed(r)
		if w.heard {
			w.says(serverEvent(down), 0).Server = int16(i + 1)
			w.tells()
		}
		if !down {
			w.freed = append(w.freed, c.waitsFor(r))
			continue
		}
		for ; len(held) > 0 && int(w.attempts.guests[held[0]].server) == i+1; held = held[1:] {
			w.end(held[0], exit{AttemptLost, NoStatus, NoCause})
		}
	}
}

// waitsFor is the queue whose attempts start on a server.
func (c *cluster) waitsFor(r *server) *queue {
	if c.shared != nil {
		return c.shared
	}
	return &r.queue
}

func serverEvent(down bool) EventType {
	if down {
		return ServerDown
	}
	return ServerUp
}

// falls says whether a server is down at an instant.
func (c *cluster) falls(i int, at fixed.Micros) bool {
	return slices.ContainsFunc(c.settings.Down, func(d Down) bool { return d.covers(i+1, at) })
}

// heldByThoseWhoFall are the attempts at servers that go down now, by server and key.
func (w *world) heldByThoseWhoFall() (all []int32) {
	c := w.cluster
	fallen := make([]bool, len(c.servers)+1)
	for i := range c.servers {
		fallen[i+1] = !c.servers[i].down && c.falls(i, w.now)
	}
	if !slices.Contains(fallen, true) {
		return nil
	}
	for place := range w.attempts.guests {
		if a := &w.attempts.guests[place]; a.state != NoState && fallen[a.server] {
			all = append(all, int32(place))
		}
	}
	slices.SortFunc(all, func(x, y int32) int {
		a, b := &w.attempts.guests[x], &w.attempts.guests[y]
		return cmp.Or(cmp.Compare(a.server, b.server), cmp.Compare(a.id, b.id))
	})
	return all
}

// slowed is a service that starts at an instant, as the slow windows around it
// stretch it: by the product of their factors, rounded once, half away from zero,
// and at most a day.
func (c *cluster) slowed(server int16, now, service fixed.Micros) fixed.Micros {
	if len(c.settings.Slow) == 0 {
		return service
	}
	c.factors = c.factors[:0]
	for i := range c.settings.Slow {
		if s := &c.settings.Slow[i]; s.covers(int(server), now) {
			c.factors = append(c.factors, s.Factor)
		}
	}
	const one, day = 1_000_000, 86_400_000 * fixed.Millisecond
	switch len(c.factors) {
	case 0:
		return service
	case 1:
		return min(day, fixed.Micros(fixed.Ratio(int64(service), int64(c.factors[0]), one)))
	}
	product, unit := big.NewInt(int64(service)), big.NewInt(1)
	for _, factor := range c.factors {
		product.Mul(product, big.NewInt(int64(factor)))
		unit.Mul(unit, big.NewInt(one))
	}
	product.Add(product.Lsh(product, 1), unit).Quo(product, unit.Lsh(unit, 1))
	if product.Cmp(big.NewInt(int64(day))) > 0 {
		return day
	}
	return fixed.Micros(product.Int64())
}
