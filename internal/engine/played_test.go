package engine_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// Every member of every union is played to the end of the run, within its price.
func TestEveryMemberIsPlayed(t *testing.T) {
	scenarios, events := 0, 0
	for place, s := range worlds.Members() {
		scenarios++
		trace, err := tryPlaying(s)
		if err != nil {
			t.Errorf("%s: %v\n%v", place, err, written{s})
			continue
		}
		sent := 0
		for _, e := range trace {
			if e.Type == engine.AttemptSent {
				sent++
			}
		}
		if last := trace[len(trace)-1]; last.Type != engine.RunCompleted || sent+s.Leaves() > s.Price() {
			t.Errorf("%s: %d attempts at a price of %d, then %v\n%v", place, sent, s.Price(), last, written{s})
		}
		events += len(trace)
	}
	t.Logf("%d scenarios, %d events", scenarios, events)
	if scenarios < 50 || events < 10*scenarios {
		t.Error("hardly anything was played")
	}
}

// tryPlaying gives the trace, or as an error what the engine panics with.
func tryPlaying(s *engine.Scenario) (trace []engine.Event, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the engine panics: %v", fault)
		}
	}()
	s.Traits()
	return play(s), nil
}

// What owners say of their members is true: a budget that does not bind suppresses no
// hedge, and a run that is not random is the same whatever the seed.
func TestOwnersTellTheTruth(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		if h := s.Policy.Hedging(); h != nil && !h.Budget.Binds() {
			n["budgets that do not bind"]++
			if i := slices.IndexFunc(trace, func(e engine.Event) bool { return e.Reason == engine.SuppressedByBudget }); i >= 0 {
				t.Fatalf("%v: the budget says that it does not bind", trace[i])
			}
		}
		if !s.Traits().Has(engine.Random) {
			n["runs that are not random"]++
			other := *s
			other.Seed++
			if got := play(&other); !slices.Equal(got, trace) {
				t.Fatalf("it is not random, and with the next seed it is\n%v, not\n%v", got, trace)
			}
		}
	}, "budgets that do not bind", "runs that are not random")
}
