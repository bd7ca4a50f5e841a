package measure

import (
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// rowPages are the rows of a run's requests, read page by page: those of requests that
// have arrived, from the page on.
type rowPages struct {
	*events
	*rows
	whole int  // rows from the first on to which nothing is to come
	lost  bool // so many have arrived that some have no row: this page is the last
}

// mostAhead is how many rows beyond a page are remembered while it waits for a slow request.
const mostAhead = 10_000

// Rows gives a page of the run's rows, as Rows of the package does. It goes on from the
// page before if it can.
func (r *Reading) Rows(page Page, wanted Wanted) (List[Row], error) {
	s := &r.scenario
	if len(s.Workload.Bursts) > 0 { // whose requests do not arrive by number
		return Rows(s, page, wanted)
	}
	if r.mayCrowd() {
		if err := r.know(wanted); err != nil {
			return List[Row]{}, err
		}
	}
	p := r.rows
	if p == nil || int(p.offset) > page.Offset {
		p = &rowPages{events: newEvents(s), rows: newRows(s, Page{})}
	}
	r.rows = nil // until the page is read
	list, err := p.page(page, wanted)
	if err == nil && !p.lost {
		r.rows = p
	}
	return list, err
}

func (p *rowPages) page(page Page, wanted Wanted) (List[Row], error) {
	n := min(page.Limit, p.Total-page.Offset)
	if n <= 0 {
		return List[Row]{[]Row{}, p.Total}, nil
	}
	for {
		p.skip(min(len(p.Items), page.Offset-int(p.offset)))
		for p.whole < min(n, len(p.Items)) && p.isOver(p.whole) {
			p.whole++
		}
		if int(p.offset) == page.Offset && p.whole >= n {
			return List[Row]{slices.Clone(p.Items[:n]), p.Total}, nil
		}
		e, err := p.peek(wanted)
		if err != nil {
			return List[Row]{}, err
		}
		if e == nil {
			return List[Row]{[]Row{}, p.Total}, nil
		}
		if e.Type == engine.RequestArrived && int(e.Key.Request) > int(p.offset)+len(p.Items) {
			if p.lost = p.lost || len(p.Items) >= n+mostAhead; !p.lost {
				p.Items, p.live = append(p.Items, Row{}), append(p.live, 0)
			}
		}
		p.rows.add(e)
		p.take()
	}
}

// skip forgets the first so many rows.
func (p *rowPages) skip(n int) {
	if n <= 0 {
		return
	}
	p.Items, p.live = slices.Delete(p.Items, 0, n), slices.Delete(p.live, 0, n)
	p.offset += int32(n)
	p.whole = max(0, p.whole-n)
}
