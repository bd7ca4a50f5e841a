package measure

import (
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// What is in flight is remembered, and nothing else: a run of any length needs memory
// for that alone.
func TestPresentForgetsWhatIsOver(t *testing.T) {
	for _, s := range []*engine.Scenario{
		fan(3, 10_000, 1, 0), fan(1, 10_000, 4, 0), fan(1, 10_000, 4, fixed.Millisecond/2), fan(100, 20, 16, 0), fan(100, 20, 16, fixed.Millisecond),
	} {
		p := newPresent()
		sent, ended, arrived, over := 0, 0, 0, 0
		engine.Run(s, func(e *engine.Event) bool {
			p.add(e)
			switch e.Type {
			case engine.AttemptSent:
				sent++
			case engine.AttemptAnswered, engine.AttemptCancelled:
				ended++
			case engine.RequestArrived:
				arrived++
			case engine.RequestAnswered:
				over++
			}
			if len(p.live) != sent-ended || len(p.open) != arrived-over {
				t.Fatalf("after %v there are %d attempts and %d requests, not %d and %d", e, len(p.live), len(p.open), sent-ended, arrived-over)
			}
			return true
		})
		t.Logf("%d attempts of %d requests", sent, arrived)
		if sent < 4000 || sent != ended || arrived != over {
			t.Errorf("%d of %d attempts, and %d of %d requests have ended", ended, sent, over, arrived)
		}
	}
}

// Of one request at most 160,000 attempts are shown, those of the first hops.
func TestStateShowsTheFirstAttempts(t *testing.T) {
	p := newPresent()
	p.add(&engine.Event{Type: engine.RequestArrived, Key: engine.Key{Request: 1}})
	for i := range attemptsOfFirst + 1 {
		key := engine.Key{Request: 1, Hop: int8(1 + i/100_000), Leaf: int16(1 + i%100_000/10), Attempt: int8(1 + i%10)}
		p.add(&engine.Event{Type: engine.AttemptSent, Key: key})
	}
	shown := p.state().InFlight[0].Attempts
	if last := shown[len(shown)-1]; len(shown) != attemptsOfFirst || shown[0].Hop != 1 || last.Hop != 2 || last.Leaf != 6000 || last.Attempt != 10 {
		t.Errorf("%d attempts are shown, at last %+v", len(shown), last)
	}
}
