package engine_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// An attempt that answers has been worked on for its whole service, any other for less or
// as much; where nothing is slow that service is the draw, however the attempt ends.
func TestEndsSayTheWholeService(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		c := s.Backend.Capacity.Cluster
		slows := c != nil && len(c.Slow) > 0
		service := servicesOf(s)
		for _, e := range trace {
			if !e.Type.EndsAttempt() {
				continue
			}
			if e.Work > e.Service || e.Type == engine.AttemptAnswered && e.Work != e.Service {
				t.Fatalf("%v: its service is %v", e, e.Service)
			}
			if drawn := service(e.Key); !slows && e.Service != drawn {
				t.Fatalf("%v: its service is %v, the draw %v", e, e.Service, drawn)
			} else if e.Service != drawn {
				n[e.Type.String()+" with a slow service"]++
			}
			n[e.Type.String()]++
			if e.Work < e.Service && e.Work > 0 {
				n["cut short"]++
			}
		}
	}, "attempt.answered", "attempt.cancelled", "attempt.refused", "attempt.lost", "cut short",
		"attempt.answered with a slow service", "attempt.cancelled with a slow service", "attempt.refused with a slow service", "attempt.lost with a slow service")
}

// A start is extra if and only if another attempt of its leaf has started before.
func TestStartsSayThatTheyAreExtra(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		for key, l := range leavesOf(trace) {
			for i, e := range l.starts {
				if e.Extra != (i > 0) {
					t.Fatalf("%v is start %d of %v", e, i+1, key)
				}
				if e.Extra && e.Key.Attempt == 1 {
					n["extra primaries"]++
				} else if e.Extra {
					n["extra backups"]++
				}
			}
		}
	}, "extra primaries", "extra backups")
}
