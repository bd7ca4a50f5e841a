// Package measure computes results from the events of a run: the state at an instant,
// a row for each request, metrics and a verdict. Everything is a fold over the events,
// or equal to one: the figures of some worlds are computed without events (alone.go,
// inturn.go), and the services of a request (primaryMs, backupMs) are a pure function of
// the scenario.
package measure

import (
	"cmp"
	"errors"
	"runtime"
	"sync/atomic"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// ErrStopped says that the caller no longer wanted the answer, ErrCrowded that more was
// in flight at once than engine.MaxInFlight.
var (
	ErrStopped = errors.New("the run was stopped")
	ErrCrowded = errors.New("too much is in flight at once")
)

// wantedEvery is the number of events between two questions whether anybody
// still waits for the run.
const wantedEvery = 4096

// Wanted says whether somebody still waits for the answer. It is asked every few thousand
// events, by several goroutines at once.
type Wanted func() bool

// play runs a scenario for as long as it is wanted, and not too crowded.
func play(s *engine.Scenario, wanted Wanted, tell func(*engine.Event)) error {
	return ended(engine.Run(s, func(e *engine.Event) bool {
		if e.Seq%wantedEvery == 0 && !wanted() {
			return false
		}
		tell(e)
		return true
	}))
}

// ended gives the error of a run that has not come to its end.
func ended(ending engine.Ending) error {
	switch ending {
	case engine.Stopped:
		return ErrStopped
	case engine.Crowded:
		return ErrCrowded
	default:
		return nil
	}
}

// summarize plays a scenario to the end, and lets pages hear its events too, if there are
// any.
func summarize(s *engine.Scenario, random bool, wanted Wanted, pages *pages) (*Summary, error) {
	sum := newSummary(s, random)
	return sum, ended(engine.Run(s, func(e *engine.Event) bool {
		sum.add(e)
		if pages != nil && !pages.full {
			pages.add(e)
		}
		return e.Seq%wantedEvery != 0 || wanted()
	}))
}

// summaries plays a scenario and its baseline to the end; under the policy none they
// are one. Where no event needs to be told for that, none is, and told is false.
func summaries(s *engine.Scenario, wanted Wanted, pages *pages) (run, baseline *Summary, told bool, err error) {
	if run, baseline, ok, err := summarizeUntold(s, wanted, runtime.GOMAXPROCS(0)); ok {
		return run, baseline, false, err
	}
	random := s.Traits().Has(engine.Random)
	if s.Policy.None != nil {
		run, err = summarize(s, random, wanted, pages)
		return run, run, true, err
	}
	var beside aside
	var failed error
	var inVain atomic.Bool // nobody needs a baseline whose run has failed
	beside.do(func() {
		baseline, failed = summarizeBaseline(s, random, func() bool { return !inVain.Load() && wanted() })
	})
	run, err = summarize(s, random, wanted, pages)
	inVain.Store(err != nil)
	beside.wait()
	return run, baseline, true, cmp.Or(err, failed)
}

// summarizeUntold plays a scenario and its baseline without events; false if it cannot.
func summarizeUntold(s *engine.Scenario, wanted Wanted, workers int) (run, baseline *Summary, ok bool, err error) {
	if run, baseline, ok, err = summarizeAlone(s, wanted, workers); ok {
		return run, baseline, ok, err
	}
	run, ok, err = summarizeInTurn(s, wanted) // which takes none that hedges
	return run, run, ok, err
}

// summarizeBaseline plays the baseline of a scenario to the end.
func summarizeBaseline(s *engine.Scenario, random bool, wanted Wanted) (*Summary, error) {
	none := s.Baseline()
	if sum, ok, err := summarizeInTurn(&none, wanted); ok {
		return sum, err
	}
	return summarize(&none, random, wanted, nil)
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
	pages := newPages(s, requests, trace)
	run, baseline, told, err := summaries(s, wanted, pages)
	if err == nil && !told {
		err = pages.play(s, wanted)
	}
	if err != nil {
		return Report{}, err
	}
	pages.trace.Total = run.events
	c := compare(s, run, baseline)
	r := Report{DurationMs: run.end, Metrics: c.metrics(), Requests: pages.rows.List, Trace: pages.trace}
	r.Outcome = c.outcome(&r.Metrics)
	return r, nil
}

// Rows plays a scenario to the end and gives a page of its requests' rows.
func Rows(s *engine.Scenario, page Page, wanted Wanted) (List[Row], error) {
	rows := newRows(s, page)
	err := play(s, wanted, rows.add)
	return rows.List, err
}

// Trace plays a scenario to the end and gives a page of its events from an
// instant on.
func Trace(s *engine.Scenario, from fixed.Micros, page Page, wanted Wanted) (List[engine.Event], error) {
	list := newTrace(s, page)
	err := play(s, wanted, func(e *engine.Event) {
		if e.At >= from {
			list.add(*e, page)
		}
	})
	return list, err
}

// None is the value of an instant that does not exist.
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
	m := Moment{Events: newTrace(s, page), Previous: None, Next: None}
	present := newPresent()
	err := play(s, wanted, func(e *engine.Event) {
		m.DurationMs = e.At
		switch {
		case e.At <= at:
			present.add(e)
			if e.At < at {
				m.Previous = e.At
			}
			if e.At >= from {
				m.Events.add(*e, page)
			}
		case m.Next == None:
			m.Next = e.At
		}
	})
	m.State = present.state()
	return m, err
}
