package engine

import (
	"math/big"
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// cluster is the replicas of a run, with their queues.
type cluster struct {
	settings *Cluster
	replicas []replica // by number, less 1
	queues   []queue   // one a replica, or one for all
	choice   choice
	factors  []fixed.Millionths // of the slow windows around a start; used again
	ready    []int              // queues from which an attempt may start: by index, without order
}

// replica is a server: so many workers, each of which runs an attempt at a time.
type replica struct {
	number  int
	idle    int    // workers
	queue   *queue // its own, or the one of all
	running chain
	down    bool
}

// outstanding counts the attempts that wait and run at a replica with a queue of
// its own.
func (r *replica) outstanding() int { return r.queue.n() + r.running.n }

func newCluster(s *Scenario) *cluster {
	settings := s.Backend.Capacity.Cluster
	c := &cluster{
		settings: settings, replicas: make([]replica, settings.Servers), queues: make([]queue, settings.Servers),
		choice: choice{balance: settings.Balance, words: draw.New(s.Seed, draw.Balance)},
	}
	if settings.Queue == SharedQueue {
		c.queues = c.queues[:1]
	}
	for i := range c.queues {
		c.queues[i].order = settings.Order
	}
	for i := range c.replicas {
		c.replicas[i] = replica{number: i + 1, idle: settings.Workers, queue: &c.queues[c.queueOf(i+1)]}
	}
	return c
}

// queueOf is the queue of a server's: its own, or the one of all.
func (c *cluster) queueOf(server int) int {
	if c.settings.Queue == SharedQueue {
		return 0
	}
	return server - 1
}

// freed notes that an attempt of a queue may start now.
func (c *cluster) freed(queue int) {
	if !slices.Contains(c.ready, queue) {
		c.ready = append(c.ready, queue)
	}
}

// send brings an attempt to a replica, where it starts, waits, or is turned away.
func (c *cluster) send(w *world, a *attempt) {
	var r *replica
	if c.settings.Queue == SharedQueue {
		r = c.free()
	} else {
		r = c.choice.of(c.replicas, a)
		a.replica = r.number
	}
	w.emit(Event{Type: AttemptSent, Key: a.key(), Replica: a.replica})
	if r != nil && r.down {
		a.lost = true
		a.leaf.lost++
		w.emit(Event{Type: AttemptLost, Key: a.key(), Replica: a.replica})
		return
	}
	q := &c.queues[c.queueOf(max(a.replica, 1))]
	switch {
	case r != nil && r.idle > 0 && q.n() == 0:
		a.leaf.live++
		c.run(w, r, a)
	case c.settings.QueueLimit > 0 && q.n() >= c.settings.QueueLimit:
		w.emit(Event{Type: AttemptRefused, Key: a.key(), Replica: a.replica, Status: ResourceExhausted})
	default:
		a.leaf.live++
		a.state = Waiting
		q.add(a)
	}
}

// free is the free server with the lowest number, nil if there is none.
func (c *cluster) free() *replica {
	for i := range c.replicas {
		if r := &c.replicas[i]; r.idle > 0 && !r.down {
			return r
		}
	}
	return nil
}

// run starts an attempt on a replica that has a worker for it.
func (c *cluster) run(w *world, r *replica, a *attempt) {
	r.idle--
	a.replica = r.number
	r.running.append(a)
	w.start(a, c.slowed(r.number, w.now, w.service.of(a.key())))
}

// leave takes an attempt out of its queue or from its worker; the worker is then
// free for the next.
func (c *cluster) leave(a *attempt) {
	if a.state == Waiting {
		c.queues[c.queueOf(max(a.replica, 1))].remove(a)
		return
	}
	r := &c.replicas[a.replica-1]
	r.running.remove(a)
	r.idle++
	c.freed(c.queueOf(a.replica))
}

// canStart says whether an attempt waits and a worker is free for it. Queues of
// which that is not true are forgotten.
func (c *cluster) canStart() bool {
	c.ready = slices.DeleteFunc(c.ready, func(at int) bool { return c.queues[at].n() == 0 || c.server(at) == nil })
	return len(c.ready) > 0
}

// server is the replica on which the next attempt of a queue would start, nil if
// none is free.
func (c *cluster) server(queue int) *replica {
	if c.settings.Queue == SharedQueue {
		return c.free()
	}
	if r := &c.replicas[queue]; r.idle > 0 && !r.down {
		return r
	}
	return nil
}

// first is, of the attempts that could start, the one with the lowest key, and the
// replica on which it would.
func (c *cluster) first() (*replica, *attempt) {
	var at int
	var first *attempt
	for _, queue := range c.ready {
		if a := c.queues[queue].peek(); first == nil || a.key().before(first.key()) {
			at, first = queue, a
		}
	}
	return c.server(at), first
}

// begin starts an attempt that has waited.
func (w *world) begin(r *replica, a *attempt) {
	w.cluster.queues[w.cluster.queueOf(r.number)].remove(a)
	w.cluster.run(w, r, a)
}

// slowed is a service that starts at an instant, as the slow windows around it
// stretch it: by the product of their factors, rounded once, half away from zero,
// and at most a day.
func (c *cluster) slowed(server int, now, service fixed.Ms) fixed.Ms {
	c.factors = c.factors[:0]
	for i := range c.settings.Slow {
		if s := &c.settings.Slow[i]; s.covers(server, now) {
			c.factors = append(c.factors, s.Factor)
		}
	}
	const one, day = 1_000_000, 86_400_000 * fixed.Millisecond
	switch len(c.factors) {
	case 0:
		return service
	case 1:
		return min(day, fixed.Ms(fixed.Ratio(int64(service), int64(c.factors[0]), one)))
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
	return fixed.Ms(product.Int64())
}
