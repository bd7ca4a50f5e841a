package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// headSize is how many of the first events are remembered: a page of them.
const headSize = 1000

// moments are instants of a run, read one after the other.
type moments struct {
	*events
	present *present
	at      fixed.Micros   // the last moment
	last    fixed.Micros   // its last event, or None
	head    []engine.Event // the first of the run
	seen    int            // events up to the moment
}

func newMoments(s *engine.Scenario) *moments {
	return &moments{events: newEvents(s), present: newPresent(), at: None, last: None}
}

// reaches says whether a moment can be read without going back: it is later than the last
// one, and each event of its page is still to come or is remembered.
func (m *moments) reaches(from, at fixed.Micros, page Page) bool {
	return at > m.at && (from > m.at || from == 0 && page.Offset+page.Limit <= headSize)
}

// Seek says how the run stands at an instant, as Seek of the package does. It goes on from
// the moment before if it can.
func (r *Reading) Seek(from, at fixed.Micros, page Page, wanted Wanted) (Moment, error) {
	if err := r.know(wanted); err != nil || at > r.facts.duration {
		return Moment{DurationMs: r.duration()}, err
	}
	m := r.moments
	if m == nil || !m.reaches(from, at, page) {
		m = newMoments(&r.scenario)
	}
	r.moments = nil // until it has come to the moment
	found, err := m.seek(from, at, page, wanted)
	if err != nil {
		return Moment{}, err
	}
	r.moments, found.DurationMs = m, r.facts.duration
	return found, nil
}

func (r *Reading) duration() fixed.Micros {
	if r.facts == nil {
		return 0
	}
	return r.facts.duration
}

func (m *moments) seek(from, at fixed.Micros, page Page, wanted Wanted) (Moment, error) {
	found := Moment{Events: List[engine.Event]{Items: []engine.Event{}}, Previous: m.last, Next: None}
	remembered := from <= m.at
	for {
		e, err := m.peek(wanted)
		if err != nil {
			return Moment{}, err
		}
		if e == nil {
			break
		}
		if e.At > at {
			found.Next = e.At
			break
		}
		m.take()
		m.add(e)
		if e.At < at {
			found.Previous = e.At
		}
		if !remembered && e.At >= from {
			found.Events.add(*e, page)
		}
	}
	if remembered {
		for i := range m.head {
			found.Events.add(m.head[i], page)
		}
		found.Events.Total = m.seen
	}
	m.at, found.State = at, m.present.state()
	return found, nil
}

// add adds the next event.
func (m *moments) add(e *engine.Event) {
	m.present.add(e)
	m.last = e.At
	m.seen++
	if len(m.head) < headSize {
		m.head = append(m.head, *e)
	}
}
