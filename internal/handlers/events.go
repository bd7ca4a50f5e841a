package handlers

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/intake"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// moment is the answer of GET /runs/{id}/events?at=ms.
type moment struct {
	ID                 string           `json:"id"`
	AtMs               fixed.Micros     `json:"atMs"`
	DurationMs         fixed.Micros     `json:"durationMs"`
	Complete           bool             `json:"complete"`
	list[engine.Event]                  // from fromMs to at
	State              measure.State    `json:"state"`
	PreviousMs         *fixed.Micros    `json:"previousMs,omitempty"`
	NextMs             *fixed.Micros    `json:"nextMs,omitempty"`
	Outcome            *measure.Outcome `json:"outcome,omitempty"`
	Metrics            *measure.Metrics `json:"metrics,omitempty"`
}

func (d *door) listRunEvents(c echo.Context, q query) error {
	at, from := q.ms("at", measure.None), q.ms("fromMs", 0)
	if at != measure.None && from > at {
		return badParameter("fromMs", "Must not be after `at`.")
	}
	return d.byID(c, func(r intake.Run, wanted measure.Wanted) (any, error) {
		path := "/runs/" + r.ID + "/events"
		page, err := q.page(path)
		if err != nil {
			return nil, err
		}
		if at == measure.None {
			events, err := d.trace(r, from, page, wanted)
			return linked(events, page, path, q), err
		}
		return d.seek(r, from, at, page, path, q, wanted)
	})
}

// seek gives the state of the run at an instant.
func (d *door) seek(r intake.Run, from, at fixed.Micros, page measure.Page, path string, q query, wanted measure.Wanted) (any, error) {
	found, err := d.moment(r, from, at, page, wanted)
	if err != nil {
		return nil, err
	}
	if at > found.DurationMs {
		return nil, badParameter("at", fmt.Sprintf("Must be from 0 to %v, the run's durationMs.", found.DurationMs))
	}
	m := &moment{
		ID: r.ID, AtMs: at, DurationMs: found.DurationMs, Complete: at == found.DurationMs,
		list: linked(found.Events, page, path, q), State: found.State,
		PreviousMs: instant(found.Previous), NextMs: instant(found.Next),
	}
	if m.Complete {
		report, err := d.ending(r, wanted)
		if err != nil {
			return nil, err
		}
		m.Outcome, m.Metrics = &report.Outcome, &report.Metrics
	}
	return m, nil
}

// instant is nil for measure.None, so that JSON leaves it out.
func instant(at fixed.Micros) *fixed.Micros {
	if at == measure.None {
		return nil
	}
	return &at
}

func badParameter(name, detail string) error {
	return problem(invalidParameter, "The query has a fault.", intake.Fault{Parameter: name, Detail: detail})
}
