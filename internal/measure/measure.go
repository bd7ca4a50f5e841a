package measure

import (
	"errors"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// ErrStopped says that the caller no longer wanted the answer.
var ErrStopped = errors.New("the run was stopped")

// wantedEvery is the number of events between two questions whether anybody
// still waits for the run.
const wantedEvery = 4096

// Wanted says whether somebody still waits for the answer. It is asked every few
// thousand events.
type Wanted func() bool

// play runs a scenario for as long as it is wanted, and not too crowded.
func play(s *engine.Scenario, wanted Wanted, tell func(engine.Event)) error {
	var stopped error
	c := newCrowd(s)
	engine.Run(s, func(e engine.Event) bool {
		c.add(&e)
		switch {
		case c.isTooLarge():
			stopped = ErrCrowded
		case e.Seq%wantedEvery == 0 && !wanted():
			stopped = ErrStopped
		default:
			tell(e)
		}
		return stopped == nil
	})
	return stopped
}

// Report is all that is known of a run when it is over.
type Report struct {
	DurationMs fixed.Micros
	Outcome    Outcome
	Metrics    Metrics
	Requests   List[Row]
	Trace      List[engine.Event]
}

// Run plays a scenario and its baseline to the end and reports on them, with a
// page of the requests' rows and a page of the events.
func Run(s *engine.Scenario, requests, trace Page, wanted Wanted) (Report, error) {
	rows, fill := pageOfRows(s, requests)
	r := Report{Trace: List[engine.Event]{Items: []engine.Event{}}}
	run, baseline, err := gauges(s, wanted, fill, func(e engine.Event) {
		r.Trace.add(e, trace)
		r.DurationMs = e.At
	})
	if err != nil {
		return Report{}, err
	}
	r.Requests = rows.timed(run.failure)
	r.Metrics = metrics(s, run, baseline)
	r.Outcome = judge(s, r.Metrics, run.Counters, run.backlog, baseline.backlog)
	return r, nil
}

// Rows plays a scenario to the end and gives a page of its requests' rows.
func Rows(s *engine.Scenario, page Page, wanted Wanted) (List[Row], error) {
	rows, fill := pageOfRows(s, page)
	ledger := newLedger(s)
	ledger.closed = fill
	err := play(s, wanted, ledger.Add)
	return rows.timed(ledger.failure), err
}

// pageOfRows gives a page with room for its rows, and what fills it: requests
// close in any order.
func pageOfRows(s *engine.Scenario, page Page) (rowList, func(*entry)) {
	total := s.Workload.Total()
	rows := make([]Row, max(0, min(page.Limit, total-page.Offset)))
	services := engine.Services(s)
	return rowList{Items: rows, Total: total}, func(r *entry) {
		if i := r.request - 1 - page.Offset; i >= 0 && i < len(rows) {
			rows[i] = row(s, services, r)
		}
	}
}

// rowList is rows of which the latency of failures is not final yet.
type rowList List[Row]

// timed makes failed requests no faster than a failure is.
func (l rowList) timed(failure fixed.Micros) List[Row] {
	for i := range l.Items {
		if l.Items[i].Status == failed {
			l.Items[i].LatencyMs = max(l.Items[i].LatencyMs, failure)
		}
	}
	return List[Row](l)
}

// Trace plays a scenario to the end and gives a page of its events from an
// instant on.
func Trace(s *engine.Scenario, from fixed.Micros, page Page, wanted Wanted) (List[engine.Event], error) {
	list := List[engine.Event]{Items: []engine.Event{}}
	err := play(s, wanted, func(e engine.Event) {
		if e.At >= from {
			list.add(e, page)
		}
	})
	return list, err
}

// add counts an item, and keeps it if it lies on the page.
func (l *List[T]) add(item T, page Page) {
	if l.Total >= page.Offset && l.Total-page.Offset < page.Limit {
		l.Items = append(l.Items, item)
	}
	l.Total++
}

// None stands for an instant that there is not.
const None fixed.Micros = -1

// Moment is a run as it stands at an instant.
type Moment struct {
	DurationMs fixed.Micros
	Events     List[engine.Event] // those with from ≤ time ≤ at
	State      State
	Previous   fixed.Micros // the nearest instant with events before at, or None
	Next       fixed.Micros // the nearest after at, or None
}

// Seek plays a scenario and says how it stands at an instant. For an instant
// after the end only DurationMs is of use.
func Seek(s *engine.Scenario, from, at fixed.Micros, page Page, wanted Wanted) (Moment, error) {
	m := Moment{Events: List[engine.Event]{Items: []engine.Event{}}, Previous: None, Next: None}
	ledger := newLedger(s)
	err := play(s, wanted, func(e engine.Event) {
		m.DurationMs = e.At
		switch {
		case e.At <= at:
			ledger.Add(e)
			if e.At < at {
				m.Previous = e.At
			}
			if e.At >= from {
				m.Events.add(e, page)
			}
		case m.Next == None:
			m.Next = e.At
		}
	})
	m.State = ledger.State()
	return m, err
}
