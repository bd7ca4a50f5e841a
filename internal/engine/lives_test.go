package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// What lives: requests, their hops, leaves and attempts, and troubles of servers. Each
// has one beginning and one end.

// life is one of them. A server's trouble has no key.
type life struct {
	kind   string
	key    engine.Key
	server int16
}

// lives are those that have begun, and whether they have ended.
type lives map[life]bool

func (v lives) begin(t *rapid.T, e engine.Event, l life, within ...life) {
	if _, known := v[l]; known {
		t.Fatalf("%v: %v had begun before", e, l)
	}
	v.goesOn(t, e, within...)
	v[l] = false
}

func (v lives) end(t *rapid.T, e engine.Event, l life, n seen) {
	v.goesOn(t, e, l)
	v[l] = true
	n[l.kind+" ends"]++
}

func (v lives) goesOn(t *rapid.T, e engine.Event, all ...life) {
	for _, l := range all {
		if ended, known := v[l]; !known || ended {
			t.Fatalf("%v: %v has begun: %v; has ended: %v", e, l, known, ended)
		}
	}
}

// about is what an event's key names, from the request down.
func about(k engine.Key) (request, hop, leaf, attempt life) {
	return life{kind: "request", key: engine.Key{Request: k.Request}}, life{kind: "hop", key: hopKey(k)},
		life{kind: "leaf", key: leafKey(k)}, life{kind: "attempt", key: k}
}

func TestEveryLifeHasOneEnd(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		v := lives{}
		for _, e := range withLeaves(trace) {
			v.read(t, e, n)
		}
		requests := 0
		for l, ended := range v {
			if l.kind == "request" {
				requests++
			}
			if !ended && l.kind != "server" {
				t.Fatalf("%v has no end", l)
			}
		}
		if requests != s.Workload.Total() {
			t.Fatalf("%d requests arrived, of %d", requests, s.Workload.Total())
		}
	}, "request ends", "hop ends", "leaf ends", "attempt ends", "server ends")
}

func (v lives) read(t *rapid.T, e engine.Event, n seen) {
	request, hop, leaf, attempt := about(e.Key)
	trouble := life{kind: "server", server: e.Server}
	switch e.Type {
	case engine.RequestArrived:
		v.begin(t, e, request)
	case engine.AttemptSent:
		if _, known := v[hop]; !known {
			v.begin(t, e, hop, request)
		}
		if e.Key.Attempt == 1 {
			v.begin(t, e, leaf, request, hop)
		}
		v.begin(t, e, attempt, request, hop, leaf)
	case engine.HedgeSuppressed:
		v.goesOn(t, e, request, hop, leaf)
	case engine.AttemptStarted, engine.WriteCommitted, engine.WriteDeduplicated:
		v.goesOn(t, e, attempt)
	case engine.LeafAnswered, engine.LeafFailed:
		v.goesOn(t, e, request, hop)
		v.end(t, e, leaf, n)
	case engine.HopEnded:
		v.goesOn(t, e, request)
		v.end(t, e, hop, n)
		for l, ended := range v {
			if l.kind == "leaf" && hopKey(l.key) == e.Key && !ended {
				v.end(t, e, l, n)
			}
		}
	case engine.ServerDown:
		v.begin(t, e, trouble)
	case engine.ServerUp:
		v.end(t, e, trouble, n)
		delete(v, trouble) // it can begin again
	}
	if e.Type.EndsAttempt() {
		v.end(t, e, attempt, n)
	}
	if e.Type.EndsRequest() {
		v.end(t, e, request, n)
	}
}

// The events of leaves and hops are told where a request has more than one leaf, and
// those of servers in a cluster.
func TestEventsAreOfWhatThereIs(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		for _, e := range trace {
			ofLeaf := slices.Contains([]engine.EventType{engine.LeafAnswered, engine.LeafFailed, engine.HopEnded}, e.Type)
			ofServer := e.Type == engine.ServerDown || e.Type == engine.ServerUp
			if one := s.Workload.Leaves() == 1; e.OneLeaf != one || one && ofLeaf {
				t.Fatalf("%v: it says that requests have one leaf: %v", e, e.OneLeaf)
			}
			if c := s.Backend.Capacity.Cluster; e.Server > 0 && c == nil || e.Server < 0 || c != nil && int(e.Server) > c.Servers {
				t.Fatalf("%v", e)
			}
			if ofLeaf || ofServer {
				n[e.Type.String()]++
			}
		}
	}, "leaf.answered", "leaf.failed", "hop.ended", "server.down", "server.up")
}

// An attempt's leaf sends its attempts in turn, one by one, with those that are
// suppressed, and at most so many.
func TestAttemptsAreSentInTurn(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		turn := map[engine.Key]int{}
		for _, e := range trace {
			if e.Type == engine.AttemptSent || e.Type == engine.HedgeSuppressed {
				turn[leafKey(e.Key)]++
				if next := turn[leafKey(e.Key)]; int(e.Key.Attempt) != next || next > s.Policy.MaxAttempts() {
					t.Fatalf("%v: it is the turn of attempt %d of %d", e, next, s.Policy.MaxAttempts())
				}
				n["turns"]++
			}
		}
	}, "turns")
}
