package engine_test

import (
	"fmt"
	"testing"

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
