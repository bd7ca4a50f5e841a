// Package adapter is all that the benchmark knows of Hedgedrill's insides. Where the
// engine, the intake or the handlers change, this file changes and no other.
package adapter

import (
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"runtime"

	"github.com/hedgedrill/hedgedrill/api"
	"github.com/hedgedrill/hedgedrill/bench/right"
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/handlers"
	"github.com/hedgedrill/hedgedrill/internal/intake"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// Scenario is a checked scenario.
type Scenario = engine.Scenario

// Loader turns bodies of POST /runs into scenarios.
type Loader struct{ intake *intake.Intake }

// NewLoader reads the contract, which takes a while.
func NewLoader() (*Loader, error) {
	contract, err := api.Load(api.Text)
	if err != nil {
		return nil, err
	}
	in, err := intake.New(contract, math.MaxInt32)
	return &Loader{in}, err
}

// Load checks a body.
func (l *Loader) Load(body []byte) (*Scenario, error) {
	run, rejection := l.intake.Body(body)
	if rejection != nil {
		return nil, fmt.Errorf("the scenario is refused: %s %v", rejection.Detail, rejection.Faults)
	}
	return &run.Scenario, nil
}

// ID is the id of the run that a body asks for.
func (l *Loader) ID(body []byte) (string, error) {
	run, rejection := l.intake.Body(body)
	if rejection != nil {
		return "", fmt.Errorf("the scenario is refused: %s %v", rejection.Detail, rejection.Faults)
	}
	return run.ID, nil
}

// ByID checks an id, as GET /runs/{id} does.
func (l *Loader) ByID(id string) (*Scenario, error) {
	run, rejection := l.intake.ID(id)
	if rejection != nil {
		return nil, fmt.Errorf("the id is refused: %s", rejection.Detail)
	}
	return &run.Scenario, nil
}

// Told plays a scenario with a listener that only counts the events.
func Told(s *Scenario) (events int, err error) {
	err = completed(engine.Run(s, func(*engine.Event) bool {
		events++
		return true
	}))
	return events, err
}

func completed(ending engine.Ending) error {
	if ending != engine.Completed {
		return fmt.Errorf("the run did not complete: ending %d", ending)
	}
	return nil
}

// Shared plays a scenario and its baseline with all metrics on so many workers.
func Shared(s *Scenario, workers int) (can bool, a *right.Answers, err error) {
	before := runtime.GOMAXPROCS(workers)
	defer runtime.GOMAXPROCS(before)
	a, err = Whole(s)
	return true, a, err
}

// Whole plays a scenario and its baseline with all metrics.
func Whole(s *Scenario) (*right.Answers, error) {
	report, err := measure.Run(s, measure.Page{}, measure.Page{}, wanted)
	if err != nil {
		return nil, err
	}
	m := &report.Metrics
	n, l := float64(m.Requests), m.LatencyMs
	return &right.Answers{
		MeanMs: ms(l.Mean), P50Ms: ms(l.P50), P95Ms: ms(l.P95), P99Ms: ms(l.P99), P999Ms: ms(l.P999),
		HedgeRate: float64(m.Hedges) / n, BackupWinRate: float64(m.BackupWins) / n, LoserWorkMs: ms(m.LoserWorkMs) / n,
	}, nil
}

// Run is the answer of POST /runs, but for its links and its id.
type Run struct {
	ID         string                     `json:"id"`
	Scenario   *Scenario                  `json:"scenario"`
	DurationMs fixed.Micros               `json:"durationMs"`
	Price      int                        `json:"price"`
	Outcome    measure.Outcome            `json:"outcome"`
	Metrics    measure.Metrics            `json:"metrics"`
	Requests   measure.List[measure.Row]  `json:"requests"`
	Trace      measure.List[engine.Event] `json:"trace"`
}

// WithPages is Whole as POST /runs answers: with the first pages of rows and events.
func WithPages(s *Scenario) (*Run, error) {
	first := measure.Page{Limit: 1000}
	r, err := measure.Run(s, first, first, wanted)
	return &Run{
		Scenario: s, DurationMs: r.DurationMs, Price: s.Price(), Outcome: r.Outcome, Metrics: r.Metrics,
		Requests: r.Requests, Trace: r.Trace,
	}, err
}

// Copy is a copy of a scenario whose policy can be written to. The rest is shared.
func Copy(s *Scenario) *Scenario {
	c := *s
	if s.Policy.Hedge != nil {
		hedge := *s.Policy.Hedge
		if hedge.Delay.Ms != nil {
			hedge.Delay.Ms = new(*hedge.Delay.Ms)
		}
		c.Policy.Hedge = &hedge
	}
	return &c
}

// Contract is the text of the OpenAPI document.
func Contract() []byte { return api.Text }

// Rows plays a scenario and gives a page of its rows.
func Rows(s *Scenario, skip, limit int) (int, error) {
	list, err := measure.Rows(s, measure.Page{Offset: skip, Limit: limit}, wanted)
	return len(list.Items), err
}

// Seek plays a scenario up to a millisecond.
func Seek(s *Scenario, ms int) error {
	at := fixed.Micros(ms) * fixed.Millisecond
	_, err := measure.Seek(s, at, at, measure.Page{Limit: 1000}, wanted)
	return err
}

func wanted() bool { return true }

// Handler is the whole API.
func Handler() (http.Handler, error) {
	contract, err := api.Load(api.Text)
	if err != nil {
		return nil, err
	}
	return handlers.New(handlers.Config{
		Contract: contract, Version: "bench", Build: "bench", Ceiling: intake.DefaultCeiling,
		Log: slog.New(slog.DiscardHandler), Ready: wanted,
	})
}
