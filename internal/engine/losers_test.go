package engine_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// What becomes of the attempts that a leaf does not need.

// withdrawn gives the attempt's cancellation, if it was cancelled.
func (l *leaf) withdrawn(attempt int8) (e engine.Event, ok bool) {
	e, ok = l.over[attempt]
	return e, ok && e.Type == engine.AttemptCancelled
}

// by says whether an attempt was no more waiting at an instant at which a cancellation
// arrives: it had started before, or was over.
func (l *leaf) by(attempt int8, at fixed.Micros) bool {
	start, started := l.begun[attempt]
	return started && start.At < at || l.over[attempt].At <= at && l.over[attempt].Seq > 0
}

// causeAt is what a cancellation is by: a sibling's start while the leaf is open, and
// then what ended the leaf.
func (l *leaf) causeAt(e engine.Event) string {
	switch {
	case e.Seq < l.endSeq:
		return "start"
	case l.end == "answered":
		return "answer"
	default:
		return l.end
	}
}

// A leaf that is answered or closed withdraws what is left of it: the message arrives
// exactly cancelDelayMs later, and then nothing of it waits, nor runs if it reaches that
// far. Nothing is cancelled earlier, but by a sibling's start. Each says what it was by.
func TestLosersAreWithdrawnWhenTheMessageArrives(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		h := s.Policy.Cancellation()
		never := h.Cancel == engine.CancelNever
		for key, l := range leavesOf(trace) {
			for attempt, e := range l.over {
				cancelled := e.Type == engine.AttemptCancelled
				if never {
					if cancelled {
						t.Fatalf("%v: nothing withdraws it", e)
					}
					continue
				}
				arrives := l.to + h.CancelDelayMs
				ofSibling := e.State == engine.Waiting && h.Cancel == engine.CancelOnStart && len(l.starts) > 0 && e.At == l.starts[0].At+h.CancelDelayMs
				if cancelled && (e.At != arrives && !ofSibling || e.State == engine.Running && h.CancelReach == engine.ReachQueued) {
					t.Fatalf("%v: its leaf was %s at %v", e, l.end, l.to)
				}
				if cancelled && e.By.String() != l.causeAt(e) {
					t.Fatalf("%v: it was by %s", e, l.causeAt(e))
				}
				if cancelled {
					n["by "+e.By.String()]++
				}
				start, started := l.begun[attempt]
				switch {
				case started && start.At > arrives || !started && e.At > arrives:
					t.Fatalf("%v: %d waits after %v", key, attempt, arrives)
				case started && e.At > arrives && h.CancelReach == engine.ReachRunning:
					t.Fatalf("%v: it runs after %v", e, arrives)
				case cancelled && !ofSibling:
					n["withdrawn "+e.State.String()+", the leaf "+l.end]++
				case started && e.At == arrives && e.Seq > l.endSeq && h.CancelDelayMs > 0:
					n["answers as the message arrives"]++
				case started && e.At > arrives:
					n["runs on"]++
				}
			}
		}
	}, "withdrawn waiting, the leaf answered", "withdrawn running, the leaf answered", "withdrawn running, the leaf quorum", "withdrawn running, the leaf time",
		"withdrawn running, the leaf deadline", "withdrawn waiting, the leaf failure", "answers as the message arrives", "runs on",
		"by answer", "by start", "by quorum", "by time", "by failure", "by deadline")
}

// Tied copies: the first that starts withdraws those that wait then, exactly
// cancelDelayMs later, so that others start only while its message is on its way. None
// is sent after it.
func TestTiedCopiesWithdrawEachOther(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		h := s.Policy.Hedge
		if h == nil || h.Cancel != engine.CancelOnStart {
			return
		}
		for key, l := range leavesOf(trace) {
			if len(l.starts) == 0 {
				continue
			}
			first := l.starts[0]
			arrives := first.At + h.CancelDelayMs
			for _, e := range l.turns {
				if e.Seq > first.Seq {
					t.Fatalf("%v\ncomes after\n%v", e, first)
				}
				attempt := e.Key.Attempt
				if e.Type == engine.HedgeSuppressed || attempt == first.Key.Attempt {
					continue
				}
				n["siblings"]++
				if !l.by(attempt, arrives) {
					t.Fatalf("%v: %d waits after %v", key, attempt, arrives)
				}
				if e, ok := l.withdrawn(attempt); ok && e.State == engine.Waiting && e.At == arrives {
					n["withdrawn by a start"]++
				}
			}
			for _, e := range l.starts[1:] {
				n["both start"]++
				if e.At >= arrives {
					t.Fatalf("%v\nstarts though\n%v", e, first)
				}
			}
		}
	}, "siblings", "withdrawn by a start", "both start")
}
