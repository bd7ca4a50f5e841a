package engine

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// due is an item and the key that it was made of.
type due struct {
	item
	key Key
}

// randomDue is something that falls due at an instant or within the next five.
func randomDue(r *rand.Rand, now fixed.Micros) due {
	key := Key{Request: int32(r.IntN(3)), Hop: int8(r.IntN(2)), Leaf: int16(r.IntN(2)), Attempt: int8(r.IntN(3))}
	k := kind(r.IntN(int(kinds)))
	for k == dueArrival {
		k = kind(r.IntN(int(kinds)))
	}
	return due{newItem(now+fixed.Micros(r.IntN(6)), k, key.id(), int32(r.IntN(1000))), key}
}

// inOrder compares by time, rank and key, as the model does.
func inOrder(a, b due) int {
	return cmp.Or(
		cmp.Compare(a.at, b.at), cmp.Compare(ranks[a.kind], ranks[b.kind]), cmp.Compare(a.key.Request, b.key.Request),
		cmp.Compare(a.key.Hop, b.key.Hop), cmp.Compare(a.key.Leaf, b.key.Leaf), cmp.Compare(a.key.Attempt, b.key.Attempt),
	)
}

// model is an agenda and the list of what is in it.
type model struct {
	agenda agenda
	list   []due
}

func newModel() *model { return &model{agenda: agenda{arrival: item{at: never, kind: dueArrival}}} }

func (m *model) add(x due) {
	if x.kind == dueArrival {
		m.agenda.arrival = x.item
	} else {
		m.agenda.add(x.item)
	}
	m.list = append(m.list, x)
}

// take takes the first item of both. Equal items may come in any order, but each must come.
func (m *model) take(t *testing.T) due {
	t.Helper()
	got, any := m.agenda.next()
	if !any {
		t.Fatalf("nothing is due, of %d items", len(m.list))
	}
	at := slices.IndexFunc(m.list, func(x due) bool { return x.item == got })
	if at < 0 {
		t.Fatalf("%+v was never added, or came twice", got)
	}
	first, want := m.list[at], slices.MinFunc(m.list, inOrder)
	if inOrder(first, want) != 0 {
		t.Fatalf("of %d items %+v came first, not %+v", len(m.list), first, want)
	}
	m.list = slices.Delete(m.list, at, at+1)
	return first
}

// check holds the parts of an agenda against what they are for: lines are in order, and
// hold their kind alone, or what is due now.
func (m *model) check(t *testing.T) {
	t.Helper()
	size := len(m.agenda.heap)
	for k := range m.agenda.lines {
		l := &m.agenda.lines[k]
		size += l.n
		for i := range l.n {
			if x := l.at(i); int(x.kind) != k || i > 0 && x.before(l.at(i-1)) {
				t.Fatalf("item %d in line %d is %+v", i, k, x)
			}
		}
		if busy := m.agenda.busy>>k&1 == 1; busy != (l.n > 0) {
			t.Fatalf("line %d holds %d; busy: %v", k, l.n, busy)
		}
	}
	for i := range m.agenda.soon.n {
		if x := m.agenda.soon.at(i); x.at != m.agenda.now || i > 0 && x.before(m.agenda.soon.at(i-1)) {
			t.Fatalf("item %d of those due at %v is %+v", i, m.agenda.now, x)
		}
	}
	if size += m.agenda.soon.n; size != m.agenda.size {
		t.Fatalf("it holds %d items, and says %d", size, m.agenda.size)
	}
}

// With adding and taking mixed, as a run mixes them, what comes out is always the first
// of what is in: of the heap, the lines and the next arrival.
func TestAgendaSorts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	n := map[string]int{}
	for size := range 200 {
		m := newModel()
		for step := 0; step < 4*size || len(m.list) > 0; step++ {
			if step < 4*size && (len(m.list) == 0 || random.IntN(3) > 0) {
				x := randomDue(random, m.agenda.now)
				if m.agenda.arrival.at == never && random.IntN(3) == 0 {
					x.key = Key{Request: x.key.Request}
					x.item = newItem(x.at, dueArrival, x.key.id(), 0)
				}
				m.add(x)
				continue
			}
			last := m.take(t)
			n["taken"]++
			for _, x := range m.list {
				if x.at == last.at && ranks[x.kind] != ranks[last.kind] {
					n["ties that ranks decide"]++
				} else if x.at == last.at && x.key != last.key {
					n["ties that keys decide"]++
				}
			}
			if last.kind == dueArrival {
				n["arrivals"]++
			}
			m.check(t)
		}
		if _, any := m.agenda.next(); any {
			t.Fatal("something is left")
		}
	}
	report(t, n, "taken", "ties that ranks decide", "ties that keys decide", "arrivals")
}

func report(t *testing.T, n map[string]int, need ...string) {
	t.Helper()
	t.Log(n)
	for _, what := range need {
		if n[what] == 0 {
			t.Errorf("saw no %s", what)
		}
	}
}

// An item that is due now goes into the line of those, and one of a kind that has a line
// into that, unless it comes before the last one there. All others go into the heap.
func TestItemsOutOfOrderGoToTheHeap(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	n := map[string]int{}
	for range 300 {
		m := newModel()
		for range 30 {
			x := randomDue(random, 0)
			l, lines := &m.agenda.lines[x.kind], inLine>>x.kind&1 == 1
			soon := x.at == m.agenda.now && isNext(&m.agenda.soon, x)
			lined := !soon && lines && isNext(l, x)
			inHeap, inL, inSoon := len(m.agenda.heap), l.n, m.agenda.soon.n
			m.add(x)
			switch {
			case (m.agenda.soon.n > inSoon) != soon || (l.n > inL) != lined || (len(m.agenda.heap) > inHeap) != (!soon && !lined):
				t.Fatalf("%+v: due now %v, in line %v", x, soon, lined)
			case soon:
				n["due now"]++
			case lined:
				n["in line"]++
			case lines:
				n["out of order"]++
			default:
				n["in the heap"]++
			}
		}
	}
	report(t, n, "due now", "out of order", "in line", "in the heap")
}

// isNext says whether an item comes after all in a line.
func isNext(l *line, x due) bool {
	return l.n == 0 || inOrder(due{*l.at(l.n - 1), l.at(l.n - 1).of().key()}, x) <= 0
}

// A cleaning drops exactly what does not matter, and not the next arrival, and gives back
// the room.
func TestCleaningDropsWhatDoesNotMatter(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	n := map[string]int{}
	for size := range 300 {
		m := newModel()
		m.add(due{item: newItem(3, dueArrival, requestID(2), 0), key: Key{Request: 2}})
		for range size {
			m.add(randomDue(random, 0))
		}
		least := int32(random.IntN(1001))
		matters := func(x *item) bool { return x.place >= least }
		m.agenda.keep(matters)
		m.list = slices.DeleteFunc(m.list, func(x due) bool { return x.kind != dueArrival && !matters(&x.item) })
		n["kept"] += m.agenda.size
		n["dropped"] += size - m.agenda.size
		m.check(t)
		for _, l := range append(m.agenda.lines[:], m.agenda.soon) {
			if len(l.ring) > max(16, 2*l.n) {
				t.Fatalf("a line of %d has room for %d", l.n, len(l.ring))
			}
		}
		for len(m.list) > 0 {
			m.take(t)
		}
		if m.agenda.size != 0 {
			t.Fatalf("%d items are left", m.agenda.size)
		}
	}
	report(t, n, "kept", "dropped")
}
