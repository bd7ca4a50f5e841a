package measure

import "github.com/hedgedrill/hedgedrill/internal/engine"

// pages are a page of the rows of a run's requests and one of its events.
type pages struct {
	rows  *rows
	trace List[engine.Event]
	page  Page // of the events
	full  bool // nothing to come changes them
}

func newPages(s *engine.Scenario, requests, trace Page) *pages {
	return &pages{rows: newRows(s, requests), trace: newTrace(s, trace), page: trace}
}

// newTrace is a page of events, with room for what most runs have.
func newTrace(s *engine.Scenario, page Page) List[engine.Event] {
	const most = 8 // events of most leaves, at most
	return List[engine.Event]{Items: make([]engine.Event, 0, min(page.Limit, most*s.Leaves()+1))}
}

// add hears the next event.
func (p *pages) add(e *engine.Event) {
	p.rows.add(e)
	p.trace.add(*e, p.page)
	p.full = p.trace.Total >= p.page.Offset+p.page.Limit && p.rows.complete()
}

// play plays a scenario as far as the pages need it.
func (p *pages) play(s *engine.Scenario, wanted Wanted) error {
	ending := engine.Run(s, func(e *engine.Event) bool {
		if e.Seq%wantedEvery == 0 && !wanted() {
			return false
		}
		p.add(e)
		return !p.full
	})
	if p.full {
		return nil
	}
	return ended(ending)
}
