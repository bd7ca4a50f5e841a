package engine

// chain is a doubly linked list through the attempts themselves, by their places: adding
// and removing take no memory and constant time. An attempt is in one chain at most.
type chain struct {
	head, tail int32
}

func newChain() chain { return chain{head: none, tail: none} }

func (c *chain) append(all []attempt, place int32) {
	a := &all[place]
	a.before, a.after = c.tail, none
	if c.tail == none {
		c.head = place
	} else {
		all[c.tail].after = place
	}
	c.tail = place
}

func (c *chain) remove(all []attempt, place int32) {
	a := &all[place]
	if a.before == none {
		c.head = a.after
	} else {
		all[a.before].after = a.after
	}
	if a.after == none {
		c.tail = a.before
	} else {
		all[a.after].before = a.before
	}
}

// queue is the attempts that wait, in an order of service. Backups have a chain of
// their own where they come last.
type queue struct {
	chain   chain
	backups chain
	n       int32 // of both
	server  int16 // whose it is, from 1; 0 if it is shared
	last    bool  // hedges are
	lifo    bool
}

func newQueue(order Order, server int16) queue {
	return queue{chain: newChain(), backups: newChain(), server: server, last: order == HedgesLast, lifo: order == LIFO}
}

// of is the chain in which an attempt waits.
func (q *queue) of(a *attempt) *chain {
	if q.last && a.id.attempt() > 1 {
		return &q.backups
	}
	return &q.chain
}

func (q *queue) add(all []attempt, place int32) {
	q.of(&all[place]).append(all, place)
	q.n++
}

func (q *queue) remove(all []attempt, place int32) {
	q.of(&all[place]).remove(all, place)
	q.n--
}

// peek is the attempt to start next; there is one.
func (q *queue) peek() int32 {
	switch {
	case q.chain.head == none:
		return q.backups.head
	case q.lifo:
		return q.chain.tail
	default:
		return q.chain.head
	}
}
