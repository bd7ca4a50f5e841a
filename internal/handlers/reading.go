package handlers

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/intake"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// longRun is the price from which on it pays to remember how far a run has been read. A
// shorter run is played again in no time.
const longRun = 10_000

// reading gives the reading of a long run, and how to lay it back; nil for a short one, and
// where none is kept.
func (d *door) reading(r intake.Run) (reading *measure.Reading, back func()) {
	if r.Scenario.Price() < longRun || !d.desk.Keeps() {
		return nil, func() {}
	}
	if reading = d.desk.Take(r.ID); reading == nil {
		reading = measure.NewReading(&r.Scenario)
	}
	return reading, func() {
		if !d.desk.Put(r.ID, reading) { // too large, but how the run ends is worth to know
			reading.Forget()
			d.desk.Put(r.ID, reading)
		}
	}
}

// learn has the reading of a run know how it ends.
func (d *door) learn(r intake.Run, report *measure.Report) {
	reading, back := d.reading(r)
	defer back()
	if reading != nil {
		reading.Learn(report)
	}
}

func (d *door) rows(r intake.Run, page measure.Page, wanted measure.Wanted) (measure.List[measure.Row], error) {
	reading, back := d.reading(r)
	defer back()
	if reading == nil {
		return measure.Rows(&r.Scenario, page, wanted)
	}
	return reading.Rows(page, wanted)
}

func (d *door) trace(r intake.Run, from fixed.Micros, page measure.Page, wanted measure.Wanted) (measure.List[engine.Event], error) {
	reading, back := d.reading(r)
	defer back()
	if reading == nil {
		return measure.Trace(&r.Scenario, from, page, wanted)
	}
	return reading.Trace(from, page, wanted)
}

func (d *door) moment(r intake.Run, from, at fixed.Micros, page measure.Page, wanted measure.Wanted) (measure.Moment, error) {
	reading, back := d.reading(r)
	defer back()
	if reading == nil {
		return measure.Seek(&r.Scenario, from, at, page, wanted)
	}
	return reading.Seek(from, at, page, wanted)
}

// ending gives how a run ends: its outcome and metrics.
func (d *door) ending(r intake.Run, wanted measure.Wanted) (*measure.Report, error) {
	reading, back := d.reading(r)
	defer back()
	if reading == nil {
		report, err := measure.Run(&r.Scenario, measure.Page{}, measure.Page{}, wanted)
		return &report, err
	}
	return reading.Report(wanted)
}
