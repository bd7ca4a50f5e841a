package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// eventPages are the events of a run from an instant on, read page by page.
type eventPages struct {
	*events
	from   fixed.Micros
	before int // events before it
	index  int // of the next event from it on
}

// Trace gives a page of the run's events from an instant on, as Trace of the package does.
// It goes on from the page before if it can.
func (r *Reading) Trace(from fixed.Micros, page Page, wanted Wanted) (List[engine.Event], error) {
	if err := r.know(wanted); err != nil {
		return List[engine.Event]{}, err
	}
	p := r.events
	if p == nil || p.from != from || p.index > page.Offset {
		p = &eventPages{events: newEvents(&r.scenario), from: from}
	}
	r.events = nil // until the page is read
	list, err := p.page(page, wanted)
	if err != nil {
		return list, err
	}
	r.events, list.Total = p, r.facts.events-p.before
	return list, nil
}

func (p *eventPages) page(page Page, wanted Wanted) (List[engine.Event], error) {
	list := List[engine.Event]{Items: []engine.Event{}}
	for p.index < page.Offset+page.Limit || p.index == 0 {
		e, err := p.peek(wanted)
		if err != nil || e == nil {
			return list, err
		}
		if e.At >= p.from {
			if p.index == 0 && page.Offset+page.Limit == 0 {
				return list, nil // all that come before have been counted
			}
			if p.index >= page.Offset {
				list.Items = append(list.Items, *e)
			}
			p.index++
		} else {
			p.before++
		}
		p.take()
	}
	return list, nil
}
