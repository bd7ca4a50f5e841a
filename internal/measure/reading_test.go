package measure

import (
	"math/rand/v2"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// asked is a question to a reading, and what the run says that is played for it alone.
func asked(t *testing.T, r *rand.Rand, s *engine.Scenario, reading *Reading, end fixed.Micros, steps map[string]int) {
	t.Helper()
	page := Page{Offset: r.IntN(30) * r.IntN(2), Limit: 1 + r.IntN(40)}
	at := fixed.Micros(r.Int64N(int64(end) + 2))
	switch r.IntN(10) {
	case 0:
		at = end + 1
	case 1, 2, 3, 4:
		at -= at % 5000
	}
	from := fixed.Micros(r.Int64N(int64(at)+1)) * fixed.Micros(r.IntN(2))
	var got, want any
	var err, wantErr error
	kept := reading.moments
	switch r.IntN(5) {
	case 0:
		if kept := reading.rows; kept != nil && int(kept.offset) <= page.Offset {
			steps["rows, read on"]++
		}
		got, err = reading.Rows(page, always)
		want, wantErr = Rows(s, page, always)
	case 1:
		if kept := reading.events; kept != nil && r.IntN(2) == 0 {
			from, page.Offset = kept.from, kept.index
		}
		if kept := reading.events; kept != nil && kept.from == from && kept.index <= page.Offset {
			steps["events, read on"]++
		}
		got, err = reading.Trace(from, page, always)
		want, wantErr = Trace(s, from, page, always)
	default:
		if r.IntN(3) > 0 && kept != nil && kept.at < end { // go on
			at = kept.at + 1 + fixed.Micros(r.Int64N(int64(end-kept.at)))
			from = 0
			if r.IntN(2) == 0 {
				from = at - fixed.Micros(r.Int64N(int64(at-kept.at)))
			}
		}
		if kept != nil && kept.reaches(from, at, page) {
			steps["moments, read on"]++
		}
		m, e := reading.Seek(from, at, page, always)
		w, e2 := Seek(s, from, at, page, always)
		if at > end {
			m, w = Moment{DurationMs: m.DurationMs}, Moment{DurationMs: w.DurationMs}
			steps["moments after the end"]++
		}
		got, want, err, wantErr = m, w, e, e2
	}
	if err != nil || wantErr != nil {
		t.Fatalf("%s: %v, %v", written(s), err, wantErr)
	}
	if a, b := written(got), written(want); a != b {
		t.Fatalf("%s\npage %+v, from %v, at %v\nread\n%s\nplayed\n%s", written(s), page, from, at, a, b)
	}
	steps["all"]++
}

// What is read of a run, in any order, is what the run says that is played for it alone.
func TestAReadingSaysWhatTheRunSays(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	steps := map[string]int{}
	for range 400 {
		s := worlds.Any(r)
		report, err := Run(s, Page{}, Page{}, always)
		if err != nil {
			t.Fatal(err)
		}
		reading := NewReading(s)
		if r.IntN(2) == 0 {
			reading.Learn(&report)
		}
		for range 12 {
			asked(t, r, s, reading, report.DurationMs, steps)
		}
		if err := reading.know(always); err != nil || reading.facts.duration != report.DurationMs || reading.facts.events != report.Trace.Total {
			t.Fatalf("%s: it ends as %+v, %v", written(s), *reading.facts, err)
		}
		if own, err := reading.Report(always); err != nil || written(own.Metrics) != written(report.Metrics) {
			t.Fatalf("%s: another report, %v", written(s), err)
		}
		if reading.Bytes() <= 0 {
			t.Fatal("it takes no memory")
		}
	}
	t.Log(steps)
	for _, what := range []string{"rows, read on", "events, read on", "moments, read on", "moments after the end"} {
		if steps[what] < 20 {
			t.Errorf("only %d %s", steps[what], what)
		}
	}
}

// A run of which too much is in flight at once is refused by its first page.
func TestAReadingOfACrowdIsRefused(t *testing.T) {
	s := crowd(1_000_000, 3, 16, fixed.Millisecond)
	for name, read := range map[string]func(*Reading) error{
		"rows":   func(r *Reading) error { _, err := r.Rows(Page{Limit: 1}, always); return err },
		"events": func(r *Reading) error { _, err := r.Trace(0, Page{Limit: 1}, always); return err },
		"moment": func(r *Reading) error { _, err := r.Seek(0, 0, Page{Limit: 1}, always); return err },
	} {
		if err := read(NewReading(s)); err != ErrCrowded {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// While a page waits for a slow request, only so many rows beyond it are remembered, and the
// page is whole all the same.
func TestRowsAheadAreBounded(t *testing.T) {
	s := crowd(40_000, 1, 2, fixed.Millisecond)
	s.Workload.Arrival.Paced.IntervalMs = fixed.Millisecond
	s.Backend.Latency.Constant.Ms = 25_000 * fixed.Millisecond
	s.Policy.Hedge.Delay.Ms = new(fixed.Micros(80_000 * fixed.Millisecond))
	reading := NewReading(s)
	for _, page := range []Page{{Limit: 10}, {Offset: 10, Limit: 10}} {
		got, err := reading.Rows(page, always)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Rows(s, page, always)
		if err != nil || written(got) != written(want) {
			t.Errorf("%v\n%s\nnot\n%s", err, written(got), written(want))
		}
		if reading.rows != nil {
			t.Errorf("it goes on with %d rows", len(reading.rows.Items))
		}
	}
}

// A reading asks whether it is wanted, however many events an instant has.
func TestAReadingAsksWhetherItIsWanted(t *testing.T) {
	s := crowd(30, 10_000, 1, fixed.Millisecond)
	s.Workload.Arrival.Paced.IntervalMs = 5000 * fixed.Millisecond
	reading, asked := NewReading(s), 0
	reading.Learn(&Report{})
	if _, err := reading.Rows(Page{Offset: 29, Limit: 1}, func() bool { asked++; return true }); err != nil || asked < 30 {
		t.Errorf("it asked %d times, %v", asked, err)
	}
	if _, err := NewReading(s).Rows(Page{Limit: 1}, func() bool { return false }); err != ErrStopped {
		t.Errorf("it goes on: %v", err)
	}
}
