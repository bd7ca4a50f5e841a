package measure

import "github.com/hedgedrill/hedgedrill/internal/engine"

// pages are a page of the rows of a run's requests and one of its events.
type pages struct {
	rows  *rows
	trace List[engine.Event]
	page  Page // of the events
}

func newPages(s *engine.Scenario, requests, trace Page) *pages {
	return &pages{rows: newRows(s, requests), trace: List[engine.Event]{Items: []engine.Event{}}, page: trace}
}

// add hears the next event.
func (p *pages) add(e *engine.Event) {
	p.rows.add(e)
	p.trace.add(*e, p.page)
}

// play plays a scenario as far as the pages need it.
func (p *pages) play(s *engine.Scenario, wanted Wanted) error {
	return playUntil(s, wanted, func(e *engine.Event) bool {
		p.add(e)
		return p.trace.Total < p.page.Offset+p.page.Limit || !p.rows.complete()
	})
}
