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
