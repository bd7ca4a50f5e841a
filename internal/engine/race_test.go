package engine_test

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// randomRace draws a world of requests that do not meet, of one leaf each, whose attempts
// all start and whose hedges only a budget suppresses.
func randomRace() *rapid.Generator[*engine.Scenario] {
	return rapid.Custom(func(t *rapid.T) *engine.Scenario {
		s := apart(*worlds.Small(shrinkable{t}))
		w := &s.Workload
		w.Bursts, w.Hops, w.FanOut = nil, 1, engine.FanOut{Leaves: 1}
		w.Arrival = engine.Arrival{Paced: &engine.Paced{IntervalMs: worlds.Span(shrinkable{t})}}
		if h := s.Policy.Hedge; h != nil {
			h.Cancel = worlds.One(shrinkable{t}, engine.CancelOnAnswer, engine.CancelNever)
			h.Budget = engine.Budget{Percent: new(worlds.One[fixed.Percent](shrinkable{t}, 100_000, 50_000, 10_000))}
			h.CancelReach, h.CancelDelayMs = engine.ReachRunning, 0
		}
		return s
	})
}

// The events of one request are what arithmetic says, without a clock or an agenda:
// when each attempt starts and would end, who is first, and what that leaves undone.
func TestEachRaceIsArithmetic(t *testing.T) {
	law(func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		refused := map[int32]bool{} // by the budget, which has a law of its own
		events := map[int32][]engine.Event{}
		for _, e := range trace {
			refused[e.Key.Request] = refused[e.Key.Request] || e.Type == engine.HedgeSuppressed
			e.Seq = 0
			if e.Key.Request > 0 {
				events[e.Key.Request] = append(events[e.Key.Request], e)
			}
		}
		service := servicesOf(s)
		for request := range int32(s.Workload.Requests) {
			request++
			want := race(s, service, request, refused[request])
			got := events[request]
			slices.SortStableFunc(got, byAttemptAndType)
			slices.SortStableFunc(want, byAttemptAndType)
			if !slices.Equal(got, want) {
				t.Fatalf("request %d went\n%v\nit should go\n%v", request, got, want)
			}
			n["races"]++
			for _, e := range want {
				n[e.Type.String()]++
				if e.Duplicate {
					n["duplicates"]++
				}
			}
		}
	}).holdsOf(t, randomRace(), "races", "attempt.cancelled", "hedge.suppressed", "write.committed", "write.deduplicated", "duplicates")
}

func byAttemptAndType(a, b engine.Event) int {
	return cmp.Or(cmp.Compare(a.Key.Attempt, b.Key.Attempt), cmp.Compare(a.Type, b.Type))
}

// run is one attempt of a race, from its start to its own end.
type run struct {
	key        engine.Key
	start, end fixed.Micros
}

// race gives the events of a request, in no order.
func race(s *engine.Scenario, service services, request int32, refused bool) []engine.Event {
	start := fixed.Micros(request-1) * s.Workload.Arrival.Paced.IntervalMs
	runs, events := starters(s, service, engine.Key{Request: request, Hop: 1, Leaf: 1}, start, refused)
	first := runs[0]
	for _, r := range runs {
		if r.end < first.end {
			first = r
		}
	}
	events = append(events,
		engine.Event{At: start, Type: engine.RequestArrived, Key: engine.Key{Request: request}},
		engine.Event{At: first.end, Type: engine.RequestAnswered, Key: first.key, Took: first.end - start, Answers: 1})
	for i, r := range runs {
		events = append(events,
			engine.Event{At: r.start, Type: engine.AttemptSent, Key: r.key},
			engine.Event{At: r.start, Type: engine.AttemptStarted, Key: r.key, Extra: i > 0})
		end := engine.Event{At: r.end, Type: engine.AttemptAnswered, Key: r.key, Status: engine.OK, Won: r == first}
		if r.end > first.end && s.Policy.Hedge.Cancel == engine.CancelOnAnswer {
			end = engine.Event{At: first.end, Type: engine.AttemptCancelled, Key: r.key, By: engine.ByAnswer}
		}
		end.State, end.Work, end.Took, end.Service = engine.Running, end.At-r.start, end.At-r.start, r.end-r.start
		events = append(events, end)
	}
	events = append(events, commits(s, runs, first)...)
	for i := range events {
		events[i].OneLeaf = true
	}
	return events
}

// starters are the attempts of a leaf that are sent: those that fall due before an
// answer, unless the budget refuses it.
func starters(s *engine.Scenario, service services, leaf engine.Key, start fixed.Micros, refused bool) (runs []run, refusal []engine.Event) {
	answered := false
	for attempt := 1; attempt <= s.Policy.MaxAttempts(); attempt++ {
		r := run{key: leaf, start: start}
		r.key.Attempt = int8(attempt)
		if attempt > 1 {
			r.start += fixed.Micros(attempt-1) * *s.Policy.Hedge.Delay.Ms
		}
		for _, before := range runs {
			answered = answered || before.end <= r.start
		}
		if answered {
			break
		}
		if attempt > 1 && refused {
			return runs, []engine.Event{{At: r.start, Type: engine.HedgeSuppressed, Key: r.key, Reason: engine.SuppressedByBudget}}
		}
		r.end = r.start + service(r.key)
		runs = append(runs, r)
	}
	return runs, nil
}

// commits are the writes of attempts that come as far before they are stopped.
func commits(s *engine.Scenario, runs []run, first run) []engine.Event {
	if s.Workload.Operation == engine.Read {
		return nil
	}
	at := func(r run) fixed.Micros { return min(r.start+s.Workload.CommitMs, r.end) }
	earliest := runs[0]
	for _, r := range runs {
		if at(r) < at(earliest) {
			earliest = r
		}
	}
	var events []engine.Event
	for _, r := range runs {
		e := engine.Event{At: at(r), Type: engine.WriteCommitted, Key: r.key}
		stopped := s.Policy.Hedge != nil && s.Policy.Hedge.Cancel == engine.CancelOnAnswer
		switch {
		case stopped && e.At > first.end:
			continue
		case r == earliest:
		case s.Workload.Operation == engine.IdempotentWrite:
			e.Type = engine.WriteDeduplicated
		default:
			e.Duplicate = true
		}
		events = append(events, e)
	}
	return events
}
