package handlers

import (
	"time"

	"github.com/hedgedrill/hedgedrill/internal/intake"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// play gives the whole run, with the first pages of its rows and its events.
func (d *door) play(r intake.Run, wanted measure.Wanted) (any, error) {
	first := measure.Page{Limit: maxPage}
	report, err := measure.Run(&r.Scenario, first, first, wanted)
	if err != nil {
		return nil, err
	}
	d.learn(r, &report)
	path := "/runs/" + r.ID
	return &run{
		ID: r.ID, Scenario: &r.Scenario, DurationMs: report.DurationMs, Price: r.Scenario.Price(),
		Outcome: report.Outcome, Metrics: report.Metrics,
		Requests: linked(report.Requests, first, path+"/requests", nil),
		Trace:    linked(report.Trace, first, path+"/events", nil),
	}, nil
}

func (d *door) playMetrics(r intake.Run, wanted measure.Wanted) (any, error) {
	report, err := d.ending(r, wanted)
	if err != nil {
		return nil, err
	}
	return &runMetrics{r.ID, report.Outcome, report.Metrics}, nil
}

// A run may take timeOfAny, and timeOfAttempt for each attempt of its price. That is
// many times what a slow machine needs.
const (
	timeOfAny     = 5 * time.Second
	timeOfAttempt = 10 * time.Microsecond
)

// answerer makes an answer by playing a run, as long as wanted says so.
type answerer func(r intake.Run, wanted measure.Wanted) (any, error)

// inTime computes an answer under a deadline derived from the run's price, as long as it is
// wanted.
func inTime(r intake.Run, wanted measure.Wanted, answer answerer) (any, error) {
	end := time.Now().Add(timeOfAny + time.Duration(r.Scenario.Price())*timeOfAttempt)
	return answer(r, func() bool { return wanted() && time.Now().Before(end) })
}
