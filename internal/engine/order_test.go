package engine_test

import (
	"cmp"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// played is a thing that was played: its rank among the simultaneous, whom it was
// about, and since when it could have been (the place of the thing that caused it
// at the same instant; -1 if it was due before).
type played struct {
	at    fixed.Ms
	rank  int
	key   engine.Key
	cause int
	event engine.Event
}

// thingsPlayed reads off a trace what was played, one thing for the events that the
// model tells together.
func thingsPlayed(trace []engine.Event) []played {
	var things []played
	sentBy, answeredBy := map[engine.Key]int{}, map[int]int{}
	add := func(e engine.Event, rank int, causedBy int, known bool) {
		cause := -1
		if known && things[causedBy].at == e.At {
			cause = causedBy
		}
		things = append(things, played{e.At, rank, e.Key, cause, e})
	}
	for _, e := range trace {
		before := engine.Key{Request: e.Key.Request, Attempt: e.Key.Attempt - 1}
		switch e.Type {
		case engine.WriteCommitted, engine.WriteDeduplicated:
			by, known := sentBy[e.Key]
			add(e, 1, by, known)
		case engine.AttemptAnswered:
			by, known := sentBy[e.Key]
			add(e, 2, by, known)
		case engine.RequestAnswered: // told with attempt.answered
			answeredBy[e.Key.Request] = len(things) - 1
		case engine.AttemptCancelled:
			by, known := answeredBy[e.Key.Request]
			add(e, 3, by, known)
		case engine.HedgeSuppressed:
			by, known := sentBy[before]
			add(e, 5, by, known)
		case engine.RequestArrived:
			add(e, 6, 0, false)
		case engine.AttemptSent: // a primary is sent with its arrival
			if e.Key.Attempt > 1 {
				by, known := sentBy[before]
				add(e, 5, by, known)
			}
			sentBy[e.Key] = len(things) - 1
		}
	}
	return things
}

// At one instant what has the lowest rank goes first, then the lowest request and
// attempt: nothing is played while something lower is already due.
func TestOrderAtOneInstant(t *testing.T) {
	holds(t, func(t *rapid.T, _ *engine.Scenario, trace []engine.Event, n seen) {
		things := thingsPlayed(trace)
		for j, b := range things {
			for i := j - 1; i >= 0 && things[i].at == b.at; i-- {
				a := things[i]
				n["simultaneous pairs"]++
				lower := cmp.Or(b.rank-a.rank, b.key.Request-a.key.Request, b.key.Attempt-a.key.Attempt) < 0
				if lower && b.cause < i {
					t.Fatalf("%v\ncame before\n%v\nwhich was due", a.event, b.event)
				}
				if lower {
					n["pairs in which the second is due by the first"]++
				}
				if a.rank < b.rank {
					n["pairs of different rank"]++
				}
			}
		}
	}, "simultaneous pairs", "pairs in which the second is due by the first", "pairs of different rank")
}

// Events of one thing stand together: an arrival with its primary's sending, an
// attempt's sending with its start, a first answer with its request's.
func TestEventsOfOneThingStandTogether(t *testing.T) {
	follows := map[engine.EventType]engine.EventType{
		engine.RequestArrived: engine.AttemptSent, engine.AttemptSent: engine.AttemptStarted,
	}
	holds(t, func(t *rapid.T, _ *engine.Scenario, trace []engine.Event, n seen) {
		answered := map[int]bool{}
		for i, e := range trace {
			want, paired := follows[e.Type]
			if e.Type == engine.AttemptAnswered && !answered[e.Key.Request] {
				want, paired = engine.RequestAnswered, true
				answered[e.Key.Request] = true
			}
			if !paired {
				continue
			}
			n["pairs"]++
			next := trace[i+1]
			if next.Type != want || next.At != e.At || next.Key.Request != e.Key.Request || next.Key.Attempt != max(e.Key.Attempt, 1) {
				t.Fatalf("%v\nis followed by\n%v", e, next)
			}
		}
	}, "pairs")
}
