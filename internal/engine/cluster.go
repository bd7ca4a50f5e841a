package engine

import (
	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// cluster is the servers of a run, with their queues. It places attempts and says what
// happened to them.
type cluster struct {
	settings *Cluster
	shared   bool     // one queue
	servers  []server // by number, less 1
	queues   []queue  // one a server, or one for all
	choice   choice
	free     numbers            // of the servers that are, where a queue is shared
	factors  []fixed.Millionths // of the slow windows around a start; used again
}

// server has so many workers, each of which runs an attempt at a time.
type server struct {
	number  int16
	idle    int    // workers
	queue   *queue // its own, or the one of all
	running chain
	down    bool
}

// outstanding counts the attempts that wait and run at a server with a queue of its
// own.
func (r *server) outstanding() int { return r.queue.n() + r.running.n }

// isFree says whether a server has a worker for what waits.
func (r *server) isFree() bool { return r.idle > 0 && !r.down }

// placement is what became of an attempt that was sent.
type placement uint8

const (
	starts placement = iota
	waits
	refused
	lost
)

func newCluster(s *Scenario) *cluster {
	settings := s.Backend.Capacity.Servers()
	c := &cluster{
		settings: settings, shared: settings.Queue == SharedQueue,
		servers: make([]server, settings.Servers), queues: make([]queue, settings.Servers),
		free: newNumbers(settings.Servers),
		choice: choice{
			balance: settings.Balance, words: draw.New(s.Seed, draw.Balance), contest: newContest(settings.Servers),
		},
	}
	if c.shared {
		c.queues = c.queues[:1]
	}
	for i := range c.queues {
		c.queues[i] = queue{order: settings.Order}
	}
	for i := range c.servers {
		r := &c.servers[i]
		*r = server{number: int16(i + 1), idle: settings.Workers, queue: &c.queues[0]}
		if !c.shared {
			r.queue = &c.queues[i]
			r.queue.server = r
		}
		c.changed(r)
	}
	return c
}

// changed notes that a server has become free, or is so no more, and how many are
// outstanding there.
func (c *cluster) changed(r *server) {
	if c.shared {
		c.free.set(int(r.number), r.isFree())
	} else if c.choice.balance == LeastOutstanding {
		c.choice.contest.set(int(r.number)-1, r.outstanding())
	}
}

// choose gives an attempt its server. Where a queue is shared nothing is chosen before
// it starts.
func (c *cluster) choose(a *attempt) {
	if !c.shared {
		a.server = c.choice.of(c.servers, a).number
	}
}

// place brings an attempt to its server, or into the shared queue.
func (c *cluster) place(a *attempt) placement {
	q := c.queueOf(a)
	switch r := q.server; {
	case r != nil && r.down:
		return lost
	case q.n() == 0 && c.serverFor(q) != nil:
		c.run(a)
		return starts
	case c.settings.QueueLimit > 0 && q.n() >= c.settings.QueueLimit:
		return refused
	}
	a.state = Waiting
	q.add(a)
	c.touched(q)
	return waits
}

// touched notes that a queue has become longer or shorter.
func (c *cluster) touched(q *queue) {
	if q.server != nil {
		c.changed(q.server)
	}
}

// queueOf is where an attempt waits, if it does: at its server, if one was chosen.
func (c *cluster) queueOf(a *attempt) *queue {
	if c.shared {
		return &c.queues[0]
	}
	return &c.queues[a.server-1]
}

// serverFor is the server on which the next attempt of a queue would start, nil if none
// is free: of those that share it the one with the lowest number.
func (c *cluster) serverFor(q *queue) *server {
	if q.server != nil {
		if q.server.isFree() {
			return q.server
		}
		return nil
	}
	if number, ok := c.free.least(); ok {
		return &c.servers[number-1]
	}
	return nil
}

// next is the attempt of a queue that may start now, nil if there is none.
func (c *cluster) next(q *queue) *attempt {
	if q.n() == 0 || c.serverFor(q) == nil {
		return nil
	}
	return q.peek()
}

// run gives an attempt a worker that is free for its queue.
func (c *cluster) run(a *attempt) {
	q := c.queueOf(a)
	r := c.serverFor(q)
	if a.state == Waiting {
		q.remove(a)
	}
	r.idle--
	a.server, a.state = r.number, Running
	r.running.append(a)
	c.changed(r)
}

// leave takes an attempt out of its queue or from its worker, and gives the queue whose
// head may start now.
func (c *cluster) leave(a *attempt) *queue {
	q := c.queueOf(a)
	if a.state == Waiting {
		q.remove(a)
		c.touched(q)
		return q
	}
	r := &c.servers[a.server-1]
	r.running.remove(a)
	r.idle++
	c.changed(r)
	return q
}
