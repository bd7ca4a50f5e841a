package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// meter measures busy workers and waiting attempts over time, from the first
// counted arrival to the last arrival.
type meter struct {
	waiting, running int64
	at               fixed.Micros
	open             bool
	length           fixed.Micros
	queued, busy     wide // attempts × time
}

// pass moves on to an instant.
func (m *meter) pass(at fixed.Micros) {
	if m.open {
		m.queued.add(m.waiting, int64(at-m.at))
		m.busy.add(m.running, int64(at-m.at))
		m.length += at - m.at
	}
	m.at = at
}

// arrive opens the window at the first arrival that counts, and closes it at the last.
func (m *meter) arrive(counts, last bool) {
	m.open = (m.open || counts) && !last
}

// backlog notes how many requests are open when three quarters have arrived, and
// when all have, each when all of that instant has been played.
type backlog struct {
	n       int // requests of the run
	arrived int
	open    int
	at      fixed.Micros // of the event before
	marked  [2]bool
	then    [2]int // open requests: at ⌊3n/4⌋ arrivals, and at the last
}

func (b *backlog) marks() [2]int { return [2]int{3 * b.n / 4, b.n} }

// add moves on to an event's instant; a mark of an instant before is final then.
func (b *backlog) add(e *engine.Event) {
	if e.At != b.at {
		b.settle()
		b.at = e.At
	}
	switch {
	case e.Type == engine.RequestArrived:
		b.arrived++
		b.open++
	case e.Type.EndsRequest():
		b.open--
	}
}

func (b *backlog) settle() {
	for i, mark := range b.marks() {
		if !b.marked[i] && b.arrived >= mark {
			b.marked[i] = true
			b.then[i] = b.open
		}
	}
}

// collapsed says whether so many requests are open at the end, and more than when
// three quarters had arrived, that the backlog grows without end.
func (b *backlog) collapsed() bool {
	early, late := b.then[0], b.then[1]
	return late >= 100 && late*50 >= b.n && late > early
}
