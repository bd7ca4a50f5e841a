package engine_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// span draws a time of few different values, so that things that could happen at
// one instant often do.
func span() *rapid.Generator[fixed.Micros] {
	return rapid.Custom(func(t *rapid.T) fixed.Micros {
		if rapid.IntRange(0, 9).Draw(t, "fine") == 0 {
			return fixed.Micros(rapid.IntRange(0, 40_000).Draw(t, "us"))
		}
		return fixed.Micros(rapid.IntRange(0, 8).Draw(t, "ms")) * 5 * fixed.Millisecond
	})
}

// share draws a percentage, and seldom one of hardly anything.
func share() *rapid.Generator[fixed.Percent] {
	return rapid.Custom(func(t *rapid.T) fixed.Percent {
		if rapid.IntRange(0, 4).Draw(t, "fine") == 0 {
			return fixed.Percent(rapid.IntRange(0, 100_000).Draw(t, "thousandths"))
		}
		return rapid.SampledFrom([]fixed.Percent{10_000, 33_333, 50_000, 75_000, 90_000}).Draw(t, "percent")
	})
}

// randomScenario draws a small scenario of unlimited capacity, whose requests have one leaf.
func randomScenario() *rapid.Generator[*engine.Scenario] {
	return rapid.Custom(func(t *rapid.T) *engine.Scenario {
		s := &newScene().Scenario
		w := &s.Workload
		w.Requests = rapid.IntRange(1, 12).Draw(t, "requests")
		w.Arrival.Paced.IntervalMs = span().Draw(t, "interval")
		w.Operation = rapid.SampledFrom([]engine.Operation{engine.Read, engine.Write, engine.IdempotentWrite}).Draw(t, "operation")
		w.CommitMs = span().Draw(t, "commit")
		w.DurationMs = fixed.Micros(rapid.IntRange(0, 300).Draw(t, "duration")) * fixed.Millisecond
		mostAttempts := 5
		if rapid.Bool().Draw(t, "table") {
			column := rapid.SliceOfN(span(), w.Requests, w.Requests)
			s.Backend.Latency.Table = &latency.Table{PrimaryMs: column.Draw(t, "primary"), BackupMs: column.Draw(t, "backup")}
			mostAttempts = 2
		} else {
			s.Backend.Latency.Constant = &latency.Constant{Ms: span().Draw(t, "constant")}
		}
		if rapid.IntRange(0, 5).Draw(t, "none") > 0 {
			s.Policy = engine.Policy{Hedge: randomHedge(mostAttempts).Draw(t, "hedge")}
		}
		return s
	})
}

func randomHedge(mostAttempts int) *rapid.Generator[*engine.Hedge] {
	return rapid.Custom(func(t *rapid.T) *engine.Hedge {
		h := newScene().hedge
		h.Delay.Ms = new(span().Draw(t, "delay"))
		h.MaxAttempts = rapid.IntRange(1, mostAttempts).Draw(t, "attempts")
		if rapid.Bool().Draw(t, "bounded") {
			h.Budget.Percent = new(share().Draw(t, "budget"))
		}
		h.Cancel = rapid.SampledFrom([]engine.Cancel{engine.CancelOnAnswer, engine.CancelNever}).Draw(t, "cancel")
		return &h
	})
}

// play gives the whole trace of a scenario.
func play(s *engine.Scenario) []engine.Event {
	var trace []engine.Event
	engine.Run(s, func(e engine.Event) bool {
		trace = append(trace, e)
		return true
	})
	return trace
}

// seen counts what a test met, and fails it when something has not come up.
type seen map[string]int

func (n seen) report(t *testing.T, need ...string) {
	t.Helper()
	t.Log(n)
	for _, what := range need {
		if n[what] == 0 {
			t.Errorf("saw no %s", what)
		}
	}
}

// checks is how many random scenarios each law is held against.
const checks = 3000

// law is something that is true of a scenario and its trace. It counts what it has seen.
type law func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen)

// holds holds a law against random scenarios of unlimited capacity and one leaf.
func holds(t *testing.T, law law, need ...string) {
	t.Helper()
	law.holdsOf(t, randomScenario(), need...)
}

// holdsInAll holds a law against random scenarios over all options.
func holdsInAll(t *testing.T, law law, need ...string) {
	t.Helper()
	law.holdsOf(t, randomWorld(), need...)
}

func (l law) holdsOf(t *testing.T, scenarios *rapid.Generator[*engine.Scenario], need ...string) {
	t.Helper()
	n := seen{}
	for range checks / 100 { // rapid tries a hundred each time
		rapid.Check(t, func(t *rapid.T) {
			s := scenarios.Draw(t, "scenario")
			t.Log(written{s})
			n["scenarios"]++
			l(t, s, play(s), n)
		})
	}
	n.report(t, append(need, "scenarios")...)
}
