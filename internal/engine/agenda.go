package engine

import (
	"math"
	"math/bits"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// kind is what falls due.
type kind uint8

const (
	dueCommit   kind = iota // an attempt's write becomes durable
	dueFinish               // an attempt answers
	dueServers              // servers go down or come back
	dueCancel               // a cancellation reaches an attempt
	dueWithdraw             // the message of a tied sibling that has started does
	dueStart                // the head of a queue starts
	dueHedge                // a leaf's next attempt
	dueArrival              // a request arrives
	dueHop                  // a request's next hop begins
	dueTimeout              // a hop has waited long enough
	dueDeadline             // a request expires
	kinds
)

// ranks order what is due at one instant (docs/model.md, "Order").
var ranks = [kinds]uint64{
	dueCommit: 1, dueFinish: 2, dueServers: 3, dueCancel: 3, dueWithdraw: 3, dueStart: 4, dueHedge: 5,
	dueArrival: 6, dueHop: 6, dueTimeout: 7, dueDeadline: 7,
}

// item is something that falls due: when, what, and the place in its pool of what it
// concerns. It is stale if that has another key by then, or expects something else.
type item struct {
	at    fixed.Micros
	order uint64 // rank, then key, then whether it is a cancellation: after a tied sibling's message
	place int32
	kind  kind
}

func newItem(at fixed.Micros, kind kind, key Key, place int32) item {
	order := (ranks[kind]<<keyBits | key.order()) << 1
	if kind == dueCancel {
		order++
	}
	return item{at: at, order: order, place: place, kind: kind}
}

// concerns says whether the item is about what has a key.
func (a *item) concerns(key Key) bool { return a.order>>1&(1<<keyBits-1) == key.order() }

func (a *item) before(b *item) bool {
	return a.at < b.at || a.at == b.at && a.order < b.order
}

// never is later than everything.
const never fixed.Micros = math.MaxInt64

// agenda is what falls due. The next arrival is kept apart. Kinds that fall due after
// a fixed time come in order, and wait in a line each; what comes out of order, and
// every other kind, is in a heap. An item that becomes due at the present instant
// joins under its own rank, as the model asks.
type agenda struct {
	arrival item
	lines   [kinds]line
	busy    uint16 // the lines that hold something, by bit
	heap    heap
	size    int
}

// inLine are the kinds that mostly fall due in the order in which they are added.
const inLine = 1<<dueCancel | 1<<dueWithdraw | 1<<dueStart | 1<<dueHedge | 1<<dueHop | 1<<dueTimeout | 1<<dueDeadline

func (g *agenda) add(x item) {
	g.size++
	if inLine>>x.kind&1 == 1 && g.lines[x.kind].add(x) {
		g.busy |= 1 << x.kind
		return
	}
	g.heap.add(x)
}

// next takes the first item; false if nothing is due any more. After an arrival the
// world has to say when the next is.
func (g *agenda) next() (item, bool) {
	first := &g.arrival
	if len(g.heap) > 0 && g.heap[0].before(first) {
		first = &g.heap[0]
	}
	from := kinds
	for busy := g.busy; busy != 0; busy &= busy - 1 {
		at := kind(bits.TrailingZeros16(busy))
		if head := g.lines[at].head(); head.before(first) {
			first, from = head, at
		}
	}
	x := *first
	switch {
	case from < kinds:
		if g.lines[from].drop(); g.lines[from].n == 0 {
			g.busy &^= 1 << from
		}
	case x.kind != dueArrival:
		g.heap.drop()
	case x.at == never:
		return x, false
	default:
		g.arrival.at = never
		return x, true
	}
	g.size--
	return x, true
}

// keep drops the items that do not matter, and gives back the room that they took.
func (g *agenda) keep(matters func(*item) bool) {
	old := *g
	*g = agenda{arrival: old.arrival}
	for i := range old.heap {
		if x := &old.heap[i]; matters(x) {
			g.add(*x)
		}
	}
	for k := range old.lines {
		for l := &old.lines[k]; l.n > 0; l.drop() {
			if x := l.head(); matters(x) {
				g.add(*x)
			}
		}
	}
}
