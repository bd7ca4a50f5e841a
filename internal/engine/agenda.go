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
// concerns. It is stale if that has another id by then, or expects something else.
type item struct {
	at    fixed.Micros
	order uint64 // rank, then id, then whether it is a cancellation: after a tied sibling's message
	place int32
	kind  kind
}

func newItem(at fixed.Micros, kind kind, of id, place int32) item {
	order := (ranks[kind]<<idBits | uint64(of)) << 1
	if kind == dueCancel {
		order++
	}
	return item{at: at, order: order, place: place, kind: kind}
}

// of is what the item is about.
func (a *item) of() id { return id(a.order >> 1 & (1<<idBits - 1)) }

func (a *item) before(b *item) bool {
	return a.at < b.at || a.at == b.at && a.order < b.order
}

// never is later than everything.
const never fixed.Micros = math.MaxInt64

// agenda is what falls due. The next arrival is kept apart. Kinds that fall due after
// a fixed time come in order, and wait in a line each. What falls due at the present
// instant, and joins it under its own rank as the model asks, waits in a line of its own:
// mostly it is next. What comes out of order, and every other kind, is in a heap.
type agenda struct {
	now     fixed.Micros // of the item taken last
	arrival item
	soon    line // what is due now
	lines   [kinds]line
	busy    uint16 // the lines that hold something, by bit
	heap    heap
	size    int
}

// inLine are the kinds that mostly fall due in the order in which they are added.
const inLine = 1<<dueCancel | 1<<dueWithdraw | 1<<dueHedge | 1<<dueTimeout | 1<<dueDeadline

func (g *agenda) add(x item) {
	g.size++
	switch {
	case x.at == g.now && g.soon.add(x):
	case inLine>>x.kind&1 == 1 && g.lines[x.kind].add(x):
		g.busy |= 1 << x.kind
	default:
		g.heap.add(x)
	}
}

// next takes the first item; false if nothing is due any more. After an arrival the
// world has to say when the next is.
func (g *agenda) next() (item, bool) {
	first, from := &g.arrival, kinds
	if len(g.heap) > 0 && g.heap[0].before(first) {
		first = &g.heap[0]
	}
	for busy := g.busy; busy != 0; busy &= busy - 1 {
		at := kind(bits.TrailingZeros16(busy))
		if head := g.lines[at].head(); head.before(first) {
			first, from = head, at
		}
	}
	if g.soon.n > 0 && (first.at > g.now || g.soon.head().before(first)) {
		x := *g.soon.head()
		g.soon.drop()
		g.size--
		return x, true
	}
	x := *first
	g.now = x.at
	switch {
	case from < kinds:
		g.dropFrom(from)
		return x, true
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

// dropFrom drops the head of a line.
func (g *agenda) dropFrom(k kind) {
	if g.lines[k].drop(); g.lines[k].n == 0 {
		g.busy &^= 1 << k
	}
	g.size--
}

// room is how many items the agenda has room for.
func (g *agenda) room() int {
	n := cap(g.heap) + len(g.soon.ring)
	for i := range g.lines {
		n += len(g.lines[i].ring)
	}
	return n
}

// isQuiet says whether nothing that is due now comes before the start of a queue's head.
func (g *agenda) isQuiet() bool {
	return g.soon.n == 0 && (len(g.heap) == 0 || g.heap[0].at > g.now) && g.isLater(dueCancel) && g.isLater(dueWithdraw)
}

// isLater says whether the head of a line, if there is one, is due later than now.
func (g *agenda) isLater(k kind) bool {
	l := &g.lines[k]
	return l.n == 0 || l.head().at > g.now
}

// keep drops the items that do not matter, and gives back the room that they took.
func (g *agenda) keep(matters func(*item) bool) {
	old := *g
	*g = agenda{now: old.now, arrival: old.arrival}
	for i := range old.heap {
		if x := &old.heap[i]; matters(x) {
			g.add(*x)
		}
	}
	for _, l := range append(old.lines[:], old.soon) {
		for ; l.n > 0; l.drop() {
			if x := l.head(); matters(x) {
				g.add(*x)
			}
		}
	}
}
