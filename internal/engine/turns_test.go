package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Servers go down and come back with their windows, as long as anything is in flight or
// to come, and up to the duration. After the last end nothing else happens.
func TestServersTurnWithTheirWindows(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		over := slices.IndexFunc(trace, func(e engine.Event) bool { return e.Type == engine.RunCompleted })
		for over > 0 && trace[over].Key.Request == 0 {
			over--
		}
		end := trace[over].At
		want := turnsOf(s, end)
		var got []turn
		for i, e := range trace {
			if e.Type != engine.ServerDown && e.Type != engine.ServerUp {
				continue
			}
			turning := trace[over].Type == engine.AttemptLost && trace[over].At == e.At // the last was lost in this turn
			if e.At > s.Workload.DurationMs && i > over && !turning {
				t.Fatalf("%v: the last end was\n%v", e, trace[over])
			}
			if i > over {
				n["turns after the last end"]++
			}
			if e.At == end && e.At > s.Workload.DurationMs { // it depends on what ended last
				n["turns at the last end"]++
				continue
			}
			got = append(got, turn{e.At, int(e.Server), e.Type == engine.ServerDown})
		}
		if !slices.Equal(got, want) {
			t.Fatalf("servers turn so\n%v\nnot so\n%v", got, want)
		}
		n["turns"] += len(got)
	}, "turns", "turns after the last end", "turns at the last end")
}

// turn is a server that goes down, or comes back.
type turn struct {
	at     fixed.Micros
	server int
	down   bool
}

// turnsOf are the turns that windows make, before the end or up to the duration.
func turnsOf(s *engine.Scenario, end fixed.Micros) (all []turn) {
	c := s.Backend.Capacity.Cluster
	if c == nil {
		return nil
	}
	var instants []fixed.Micros
	for _, d := range c.Down {
		instants = append(instants, d.FromMs, d.ToMs)
	}
	slices.Sort(instants)
	down := map[int]bool{}
	for _, now := range slices.Compact(instants) {
		for server := 1; server <= c.Servers; server++ {
			isDown := slices.ContainsFunc(c.Down, func(d engine.Down) bool { return in(d.Window, server, now) })
			if isDown != down[server] && (now < end || now <= s.Workload.DurationMs) {
				all = append(all, turn{now, server, isDown})
			}
			down[server] = isDown
		}
	}
	return all
}
