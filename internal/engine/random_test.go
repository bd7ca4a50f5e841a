package engine_test

import (
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// shrinkable draws worlds so that rapid can shrink them.
type shrinkable struct{ *rapid.T }

func (l shrinkable) IntN(n int) int { return rapid.IntRange(0, n-1).Draw(l.T, "n") }

// randomWorld draws a scenario over all options at once, but small.
func randomWorld() *rapid.Generator[*engine.Scenario] {
	return rapid.Custom(func(t *rapid.T) *engine.Scenario { return worlds.Small(shrinkable{t}) })
}

// play gives the whole trace of a scenario.
func play(s *engine.Scenario) []engine.Event {
	var trace []engine.Event
	engine.Run(s, func(e *engine.Event) bool {
		trace = append(trace, *e)
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

// holdsInAll holds a law against random scenarios over all options.
func holdsInAll(t *testing.T, law law, need ...string) {
	t.Helper()
	law.holdsOf(t, randomWorld(), need...)
}

func (l law) holdsOf(t *testing.T, scenarios *rapid.Generator[*engine.Scenario], need ...string) {
	t.Helper()
	n := seen{}
	// rapid tries a hundred each time. What is rare may take more: chance alone does not
	// fail a test, but what no round of ten times as many shows does.
	for round := 0; round < checks/100 || round < checks/10 && n.lacks(need); round++ {
		rapid.Check(t, func(t *rapid.T) {
			s := scenarios.Draw(t, "scenario")
			t.Log(written{s})
			n["scenarios"]++
			l(t, s, play(s), n)
		})
	}
	n.report(t, append(need, "scenarios")...)
}

// lacks says whether something needed has not been seen.
func (n seen) lacks(need []string) bool {
	return slices.ContainsFunc(need, func(what string) bool { return n[what] == 0 })
}

// written is a scenario that prints as JSON: where a law fails, not before.
type written struct{ *engine.Scenario }

func (w written) String() string {
	text, err := json.Marshal(w.Scenario)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
