package engine

import (
	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// cluster is the servers of a run, with their queues. It places attempts and says what
// happened to them.
type cluster struct {
	settings *Cluster
	attempts *pool[attempt]
	servers  []server // by number, less 1
	shared   *queue   // of all servers; nil where each has its own
	choice   choice
	free     numbers            // of the servers that are, where a queue is shared
	factors  []fixed.Millionths // of the slow windows around a start; used again
}

// server has so many workers, each of which runs an attempt at a time.
type server struct {
	queue         // of its own
	idle    int16 // workers
	running int16 // attempts
	down    bool
}

// isFree says whether a server has a worker for what waits.
func (r *server) isFree() bool { return r.idle > 0 && !r.down }

// outstanding counts the attempts that wait and run at a server with a queue of its
// own.
func (r *server) outstanding() int { return int(r.n) + int(r.running) }

// placement is what became of an attempt that was sent.
type placement uint8

const (
	starts placement = iota
	waits
	refused
	lost
)

func newCluster(s *Scenario, all *pool[attempt]) *cluster {
	settings := s.Backend.Capacity.Servers()
	c := &cluster{
		settings: settings, attempts: all, servers: make([]server, settings.Servers), free: newNumbers(settings.Servers),
		choice: choice{balance: settings.Balance, words: draw.New(s.Seed, draw.Balance), contest: newContest(settings.Servers)},
	}
	if settings.Queue == SharedQueue {
		shared := newQueue(settings.Order, 0)
		c.shared = &shared
	}
	for i := range c.servers {
		c.servers[i] = server{queue: newQueue(settings.Order, int16(i+1)), idle: int16(settings.Workers)}
		c.changed(&c.servers[i])
	}
	return c
}

// changed notes that a server has become free, or is so no more, and how many are
// outstanding there.
func (c *cluster) changed(r *server) {
	if c.shared != nil {
		c.free.set(int(r.server), r.isFree())
	} else if c.choice.balance == LeastOutstanding {
		c.choice.contest.set(int(r.server)-1, r.outstanding())
	}
}

// choose gives an attempt its server; first is the first that is remembered of its leaf.
// Where a queue is shared nothing is chosen before it starts.
func (c *cluster) choose(a *attempt, first int32) {
	if c.shared == nil {
		a.server = int16(c.choice.of(c, a, first) + 1)
	}
}

// place brings an attempt to its server, or into the shared queue.
func (c *cluster) place(place int32) placement {
	a := &c.attempts.guests[place]
	q := c.queueOf(a)
	r := c.serverFor(q)
	switch {
	case q.n == 0 && r != nil:
		c.take(a, r)
		return starts
	case q.server > 0 && c.servers[q.server-1].down:
		return lost
	case c.settings.QueueLimit > 0 && int(q.n) >= c.settings.QueueLimit:
		return refused
	}
	a.state = Waiting
	q.add(c.attempts.guests, place)
	c.touched(q)
	return waits
}

// touched notes that a queue has become longer or shorter.
func (c *cluster) touched(q *queue) {
	if q.server > 0 {
		c.changed(&c.servers[q.server-1])
	}
}

// queueOf is where an attempt waits, if it does: at its server, if one was chosen.
func (c *cluster) queueOf(a *attempt) *queue {
	if c.shared != nil {
		return c.shared
	}
	return &c.servers[a.server-1].queue
}

// serverFor is the server on which the next attempt of a queue would start, nil if none
// is free: of those that share it the one with the lowest number.
func (c *cluster) serverFor(q *queue) *server {
	at := int(q.server)
	if at == 0 {
		if at = c.free.least(); at == 0 {
			return nil
		}
	}
	if r := &c.servers[at-1]; r.isFree() {
		return r
	}
	return nil
}

// next is the attempt of a queue that may start now, none if there is none.
func (c *cluster) next(q *queue) int32 {
	if q.n == 0 || c.serverFor(q) == nil {
		return none
	}
	return q.peek()
}

// run gives an attempt that waits a worker that is free for its queue.
func (c *cluster) run(place int32) {
	a := &c.attempts.guests[place]
	q := c.queueOf(a)
	r := c.serverFor(q)
	q.remove(c.attempts.guests, place)
	c.take(a, r)
}

// take has an attempt run on a server.
func (c *cluster) take(a *attempt, r *server) {
	r.idle--
	r.running++
	a.server, a.state = r.server, Running
	c.changed(r)
}

// leave takes an attempt out of its queue or from its worker, and gives the queue whose
// head may start now.
func (c *cluster) leave(place int32) *queue {
	a := &c.attempts.guests[place]
	q := c.queueOf(a)
	if a.state == Waiting {
		q.remove(c.attempts.guests, place)
		c.touched(q)
		return q
	}
	r := &c.servers[a.server-1]
	r.idle++
	r.running--
	c.changed(r)
	return q
}
