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

// story reads off a trace what was played, one thing for the events that the model
// tells together.
type story struct {
	things  []played
	shared  bool
	sent    map[engine.Key]int // the turns of attempts: sent, or passed on by chance
	started map[engine.Key]int // by a thing of their own, or that which sent them
	ended   map[int]int        // requests, by answers and deadlines
	touched map[int]int        // queues, by what joins or leaves them or their workers
	where   map[engine.Key]int
}

func thingsPlayed(s *engine.Scenario, trace []engine.Event) []played {
	c := s.Backend.Capacity.Cluster
	y := story{
		shared: c != nil && c.Queue == engine.SharedQueue,
		sent:   map[engine.Key]int{}, started: map[engine.Key]int{}, ended: map[int]int{},
		touched: map[int]int{}, where: map[engine.Key]int{},
	}
	for _, e := range trace {
		y.read(e)
	}
	return y.things
}

func (y *story) add(e engine.Event, rank int, causedBy int, known bool) {
	cause := -1
	if known && y.things[causedBy].at == e.At {
		cause = causedBy
	}
	y.things = append(y.things, played{e.At, rank, e.Key, cause, e})
}

// touch says that the last thing changed what could start from a queue.
func (y *story) touch(e engine.Event) {
	queue := y.where[e.Key]
	if y.shared {
		queue = 0
	}
	y.touched[queue] = len(y.things) - 1
}

func (y *story) read(e engine.Event) {
	switch e.Type {
	case engine.RequestArrived:
		y.add(e, 6, 0, false)
	case engine.AttemptSent: // a primary is sent with its arrival
		y.turn(e)
		y.where[e.Key] = e.Replica
		y.touch(e)
	case engine.HedgeSuppressed:
		y.turn(e)
	case engine.AttemptStarted:
		if last := y.things[len(y.things)-1]; y.sent[e.Key] != len(y.things)-1 || last.at != e.At {
			queue := e.Replica
			if y.shared {
				queue = 0
			}
			by, known := y.touched[queue]
			y.add(e, 4, by, known)
			y.touched[queue] = len(y.things) - 1
		}
		y.started[e.Key] = len(y.things) - 1
	case engine.WriteCommitted, engine.WriteDeduplicated:
		y.add(e, 1, y.started[e.Key], true)
	case engine.AttemptAnswered:
		y.add(e, 2, y.started[e.Key], true)
		y.touch(e)
	case engine.RequestAnswered: // told with attempt.answered
		y.ended[e.Key.Request] = len(y.things) - 1
	case engine.RequestExpired:
		y.add(e, 7, 0, false)
		y.ended[e.Key.Request] = len(y.things) - 1
	case engine.AttemptCancelled:
		by, known := y.ended[e.Key.Request]
		y.add(e, 3, by, known)
		y.touch(e)
	}
}

// turn is that of an attempt, sent or not: caused by the turn before.
func (y *story) turn(e engine.Event) {
	if e.Key.Attempt > 1 {
		by, known := y.sent[engine.Key{Request: e.Key.Request, Attempt: e.Key.Attempt - 1}]
		y.add(e, 5, by, known)
	}
	y.sent[e.Key] = len(y.things) - 1
}

// At one instant what has the lowest rank goes first, then the lowest request and
// attempt: nothing is played while something lower is already due.
func TestOrderAtOneInstant(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		things := thingsPlayed(s, trace)
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
				if a.rank == 4 && b.rank == 4 {
					n["pairs of starts"]++
				}
			}
		}
	}, "simultaneous pairs", "pairs in which the second is due by the first", "pairs of different rank", "pairs of starts")
}

// Events of one thing stand together: an arrival with its primary's sending, an
// attempt's sending with its start, its refusal or its loss, unless it waits; a first
// answer with its request's.
func TestEventsOfOneThingStandTogether(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		over := map[int]bool{}
		for i, e := range trace {
			if e.Type == engine.RunCompleted {
				continue
			}
			next := trace[i+1]
			together := next.At == e.At && next.Key.Request == e.Key.Request && next.Key.Attempt == max(e.Key.Attempt, 1)
			switch e.Type {
			case engine.RequestArrived:
				together = together && next.Type == engine.AttemptSent
			case engine.AttemptSent:
				switch {
				case together && next.Type == engine.AttemptStarted:
					n["starts"]++
				case together && next.Type == engine.AttemptRefused:
					n["refusals"]++
				case together && next.Type == engine.AttemptLost:
					n["losses"]++
				case s.Backend.Capacity.Cluster != nil:
					n["waits"]++
					together = true
				}
			case engine.AttemptAnswered:
				together = over[e.Key.Request] || together && next.Type == engine.RequestAnswered
			case engine.RequestAnswered, engine.RequestExpired, engine.RequestFailed:
				over[e.Key.Request] = true
				continue
			default:
				continue
			}
			n["pairs"]++
			if !together {
				t.Fatalf("%v\nis followed by\n%v", e, next)
			}
		}
	}, "pairs", "starts", "refusals", "losses", "waits")
}
