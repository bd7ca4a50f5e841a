package engine

// links are an attempt's neighbors in a chain. An attempt is in one chain at most:
// it waits, or it runs.
type links struct {
	before, after *attempt
}

// chain is a doubly linked list through the attempts themselves: adding and
// removing take no memory and constant time.
type chain struct {
	head, tail *attempt
	n          int
}

func (c *chain) append(a *attempt) {
	a.before, a.after = c.tail, nil
	if c.tail == nil {
		c.head = a
	} else {
		c.tail.after = a
	}
	c.tail = a
	c.n++
}

func (c *chain) remove(a *attempt) {
	if a.before == nil {
		c.head = a.after
	} else {
		a.before.after = a.after
	}
	if a.after == nil {
		c.tail = a.before
	} else {
		a.after.before = a.before
	}
	a.links = links{}
	c.n--
}

// queue is the attempts that wait, in an order of service. Backups have a chain of
// their own where they come last.
type queue struct {
	order   Order
	server  *server // whose it is; nil if it is shared
	chain   chain
	backups chain
}

func (q *queue) n() int { return q.chain.n + q.backups.n }

func (q *queue) of(a *attempt) *chain {
	if a.key.Attempt > 1 && q.order == HedgesLast {
		return &q.backups
	}
	return &q.chain
}

func (q *queue) add(a *attempt)    { q.of(a).append(a) }
func (q *queue) remove(a *attempt) { q.of(a).remove(a) }

// peek is the attempt to start next; there is one.
func (q *queue) peek() *attempt {
	switch {
	case q.chain.n == 0:
		return q.backups.head
	case q.order == LIFO:
		return q.chain.tail
	default:
		return q.chain.head
	}
}
