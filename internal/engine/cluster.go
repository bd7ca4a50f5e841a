package engine

import (
	"container/heap"

	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// cluster is the servers of a run, with their queues.
type cluster struct {
	settings *Cluster
	servers []server // by number, less 1
	queues   []queue   // one a server, or one for all
	choice   choice
	free     numbers // of the servers that are
	ready    ready
	factors  []fixed.Millionths // of the slow windows around a start; used again
}

// server is a server: so many workers, each of which runs an attempt at a time.
type server struct {
	number  int
	idle    int    // workers
	queue   *queue // its own, or the one of all
	running chain
	down    bool
}

// outstanding counts the attempts that wait and run at a server with a queue of
// its own.
func (r *server) outstanding() int { return r.queue.n() + r.running.n }

func newCluster(s *Scenario) *cluster {
	settings := s.Backend.Capacity.Cluster
	c := &cluster{
		settings: settings, servers: make([]server, settings.Servers), queues: make([]queue, settings.Servers),
		free: newNumbers(settings.Servers),
		choice: choice{
			balance: settings.Balance, words: draw.New(s.Seed, draw.Balance), contest: newContest(settings.Servers),
		},
	}
	if settings.Queue == SharedQueue {
		c.queues = c.queues[:1]
	}
	for i := range c.queues {
		c.queues[i] = queue{order: settings.Order, place: notReady}
	}
	for i := range c.servers {
		c.servers[i] = server{number: i + 1, idle: settings.Workers}
		r := &c.servers[i]
		r.queue = &c.queues[0]
		if settings.Queue == PerServerQueue {
			r.queue = &c.queues[i]
			r.queue.server = r
		}
		c.serves(r)
	}
	return c
}

// isFree says whether a server has a worker for what waits.
func (r *server) isFree() bool { return r.idle > 0 && !r.down }

// serves notes whether a server is free.
func (c *cluster) serves(r *server) {
	c.free.set(r.number, r.isFree())
	c.changed(r.queue)
}

// changed notes whether an attempt of a queue may start now, and which, and how many
// are outstanding at its server.
func (c *cluster) changed(q *queue) {
	if c.settings.Balance == LeastOutstanding && q.server != nil {
		c.choice.contest.set(q.server.number-1, q.server.outstanding())
	}
	switch may := q.n() > 0 && c.server(q) != nil; {
	case may && q.place == notReady:
		heap.Push(&c.ready, q)
	case may:
		heap.Fix(&c.ready, q.place)
	case q.place != notReady:
		heap.Remove(&c.ready, q.place)
	}
}

// send brings an attempt to a server, where it starts, waits, or is turned away.
func (c *cluster) send(w *world, a *attempt) {
	r := c.lowestFree()
	if c.settings.Queue == PerServerQueue {
		r = c.choice.of(c.servers, a)
		a.server = r.number
	}
	q := c.queueOf(a)
	w.emit(Event{Type: AttemptSent, Key: a.key(), Server: a.server})
	switch {
	case r != nil && r.down:
		a.lost = true
		a.leaf.lost++
		w.emit(Event{Type: AttemptLost, Key: a.key(), Server: a.server})
	case r != nil && r.isFree() && q.n() == 0:
		a.leaf.live++
		c.run(w, r, a)
	case c.settings.QueueLimit > 0 && q.n() >= c.settings.QueueLimit:
		w.emit(Event{Type: AttemptRefused, Key: a.key(), Server: a.server, Status: ResourceExhausted})
		w.forget(a)
	default:
		a.leaf.live++
		a.state = Waiting
		q.add(a)
		c.changed(q)
	}
}

// queueOf is where an attempt waits, if it does: at its server, if one was chosen.
func (c *cluster) queueOf(a *attempt) *queue {
	if a.server == 0 {
		return &c.queues[0]
	}
	return c.servers[a.server-1].queue
}

// lowestFree is the free server with the lowest number, nil if there is none.
func (c *cluster) lowestFree() *server {
	if number, ok := c.free.least(); ok {
		return &c.servers[number-1]
	}
	return nil
}

// server is the server on which the next attempt of a queue would start, nil if
// none is free.
func (c *cluster) server(q *queue) *server {
	switch {
	case q.server == nil:
		return c.lowestFree()
	case q.server.isFree():
		return q.server
	default:
		return nil
	}
}

// run starts an attempt on a server that has a worker for it.
func (c *cluster) run(w *world, r *server, a *attempt) {
	r.idle--
	a.server = r.number
	r.running.append(a)
	c.serves(r)
	w.start(a, c.slowed(r.number, w.now, w.service.of(a.key())))
}

// leave takes an attempt out of its queue or from its worker; the worker is then
// free for the next.
func (c *cluster) leave(a *attempt) {
	if a.state == Waiting {
		q := c.queueOf(a)
		q.remove(a)
		c.changed(q)
		return
	}
	r := &c.servers[a.server-1]
	r.running.remove(a)
	r.idle++
	c.serves(r)
}

// begin starts what is to start first of what has waited.
func (w *world) begin() {
	q := w.cluster.ready[0]
	r, a := w.cluster.server(q), q.peek()
	q.remove(a)
	w.cluster.changed(q)
	w.cluster.run(w, r, a)
}
