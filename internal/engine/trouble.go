package engine

import (
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
	for i := range c.servers {
		r := &c.servers[i]
		down := slices.ContainsFunc(c.settings.Down, func(d Down) bool { return d.covers(i+1, w.now) })
		if down == r.down {
			continue
		}
		r.down = down
		c.changed(r)
		if !down {
			w.emit(Event{Type: ServerUp, Server: r.number})
			w.offer(r.queue)
			continue
		}
		w.emit(Event{Type: ServerDown, Server: r.number})
		for _, a := range c.held(r) {
			w.end(a, Event{Type: AttemptLost})
		}
	}
}

// held are the attempts at a server, by key.
func (c *cluster) held(r *server) (all []*attempt) {
	chains := []*chain{&r.running}
	if !c.shared {
		chains = append(chains, &r.queue.chain, &r.queue.backups)
	}
	for _, c := range chains {
		for a := c.head; a != nil; a = a.after {
			all = append(all, a)
		}
	}
	slices.SortFunc(all, func(a, b *attempt) int { return a.key.Compare(b.key) })
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
