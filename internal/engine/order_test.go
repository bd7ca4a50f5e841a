package engine_test

import (
	"cmp"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// At one instant what has the lowest rank goes first, then the lowest request and
// attempt: nothing is played while something lower is already due.
func TestOrderAtOneInstant(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		things := thingsPlayed(s, trace)
		for j, b := range things {
			for i := j - 1; i >= 0 && things[i].at == b.at; i-- {
				a := things[i]
				n["simultaneous pairs"]++
				lower := cmp.Or(b.rank-a.rank, byKey(b.key, a.key)) < 0
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

// Events of one thing stand together: an arrival with its first attempt's sending, an
// attempt's sending with its start, its refusal or its loss, unless it waits; a leaf's
// first answer with the leaf's, and the last that a request needs with the request's.
func TestEventsOfOneThingStandTogether(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		leaves := leavesOf(s, trace)
		for i, e := range trace[:len(trace)-1] {
			next := trace[i+1]
			together := next.At == e.At && next.Key.Request == e.Key.Request && next.Key.Attempt == max(e.Key.Attempt, 1)
			l := leaves[leafKey(e.Key)]
			switch e.Type {
			case engine.RequestArrived:
				together = together && next.Type == engine.AttemptSent
			case engine.AttemptSent:
				switch together = together && next.Key == e.Key; {
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
			case engine.LeafAnswered:
				if h := l.hop; h.number < s.Workload.Hops || h.end != "quorum" || h.endSeq != e.Seq {
					continue
				}
				together = together && next.Type == engine.RequestAnswered
				n["last answers"]++
			case engine.AttemptAnswered:
				if l.end != "answered" || l.endSeq < e.Seq {
					continue
				}
				together = together && l.endSeq == next.Seq
			default:
				continue
			}
			n["pairs"]++
			if !together {
				t.Fatalf("%v\nis followed by\n%v", e, next)
			}
		}
	}, "pairs", "starts", "refusals", "losses", "waits", "last answers")
}
