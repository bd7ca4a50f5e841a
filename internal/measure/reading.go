package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Reading is a run of which one page or moment is read after the other. It remembers where
// it has stopped, so that the next page, and a later moment, do not play the run from its
// beginning. It is not safe for concurrent use.
type Reading struct {
	scenario engine.Scenario
	facts    *facts  // nil until they are known
	report   *Report // without its lists; likewise
	moments  *moments
	rows     *rowPages
	events   *eventPages
}

// facts are what the pages of a run need to know of its end.
type facts struct {
	duration fixed.Micros
	events   int
}

// NewReading begins to read a run.
func NewReading(s *engine.Scenario) *Reading { return &Reading{scenario: *s} }

// Learn has the reading know how the run ends.
func (r *Reading) Learn(report *Report) {
	r.facts = &facts{report.DurationMs, report.Trace.Total}
	r.report = &Report{DurationMs: report.DurationMs, Outcome: report.Outcome, Metrics: report.Metrics}
}

// Report is that of the run, without rows and events.
func (r *Reading) Report(wanted Wanted) (*Report, error) {
	if r.report == nil {
		report, err := Run(&r.scenario, Page{}, Page{}, wanted)
		if err != nil {
			return nil, err
		}
		r.Learn(&report)
	}
	return r.report, nil
}

// Bytes is about how much memory a reading holds.
func (r *Reading) Bytes() int {
	const row, inFlight, own = 200, 150, 16 << 10
	sum := own
	if r.moments != nil {
		sum += r.moments.bytes() + eventBytes*cap(r.moments.head) + inFlight*(len(r.moments.present.open)+len(r.moments.present.live))
	}
	if r.rows != nil {
		sum += r.rows.bytes() + row*cap(r.rows.Items)
	}
	if r.events != nil {
		sum += r.events.bytes()
	}
	return sum
}

// eventBytes is about the size of an event.
const eventBytes = 72

// Forget has the reading forget where it has stopped, but not how the run ends.
func (r *Reading) Forget() { r.moments, r.rows, r.events = nil, nil, nil }

// know finds out the facts of the run, if they are not known.
func (r *Reading) know(wanted Wanted) error {
	if r.facts != nil {
		return nil
	}
	s := &r.scenario
	sum, _, ok, err := summarizeUntold(s, wanted, 1)
	if ok {
		if err == nil {
			r.facts = &facts{sum.end, sum.events}
		}
		return err
	}
	var f facts
	err = play(s, wanted, func(e *engine.Event) { f = facts{e.At, int(e.Seq)} })
	if err == nil {
		r.facts = &f
	}
	return err
}

// mayCrowd says whether the run might exceed what may be in flight at once. Only playing it
// to the end shows whether it does.
func (r *Reading) mayCrowd() bool {
	return r.facts == nil && r.scenario.Leaves()*max(2, r.scenario.Policy.MaxAttempts()) > engine.MaxInFlight
}

// events are those of a run, one after the other.
type events struct {
	player *engine.Player
	told   []engine.Event // and not read yet, from the first on
	first  int
	work   int // steps and events since somebody was asked whether it is wanted
}

func newEvents(s *engine.Scenario) *events {
	e := &events{}
	e.player = engine.NewPlayer(s, func(x *engine.Event) { e.told = append(e.told, *x) })
	return e
}

func (e *events) bytes() int { return e.player.Bytes() + eventBytes*cap(e.told) }

// peek gives the next event, which stays the next; nil at the end of the run.
func (e *events) peek(wanted Wanted) (*engine.Event, error) {
	for e.first == len(e.told) {
		if e.work += 1 + len(e.told); e.work >= wantedEvery {
			if e.work = 0; !wanted() {
				return nil, ErrStopped
			}
		}
		e.told, e.first = e.told[:0], 0
		if !e.player.Step() {
			break
		}
	}
	switch {
	case e.first < len(e.told):
		return &e.told[e.first], nil
	case e.player.Crowded():
		return nil, ErrCrowded
	default:
		return nil, nil
	}
}

// take takes the event that peek has given.
func (e *events) take() { e.first++ }
