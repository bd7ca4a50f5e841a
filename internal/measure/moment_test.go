package measure_test

import (
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// momentOf reads a moment off a whole trace, each figure by a walk of its own.
func momentOf(trace []engine.Event, from, at fixed.Ms) measure.Moment {
	m := measure.Moment{
		DurationMs: trace[len(trace)-1].At, Events: measure.List[engine.Event]{Items: []engine.Event{}},
		Previous: measure.None, Next: measure.None,
	}
	var past []engine.Event
	for _, e := range trace {
		if e.At <= at {
			past = append(past, e)
		}
		if e.At <= at && e.At >= from {
			m.Events.Items = append(m.Events.Items, e)
			m.Events.Total++
		}
		if e.At < at {
			m.Previous = max(m.Previous, e.At)
		}
		if e.At > at && m.Next == measure.None {
			m.Next = e.At
		}
	}
	m.State.Counters = countersOf(past)
	m.State.InFlight = inFlightOf(past)
	m.State.InFlightTotal = len(m.State.InFlight)
	return m
}

func countersOf(past []engine.Event) measure.Counters {
	count := func(is func(engine.Event) bool) int {
		n := 0
		for _, e := range past {
			if is(e) {
				n++
			}
		}
		return n
	}
	of := func(kind engine.EventType) func(engine.Event) bool {
		return func(e engine.Event) bool { return e.Type == kind }
	}
	c := measure.Counters{
		Arrived:            count(of(engine.RequestArrived)),
		Answered:           count(of(engine.RequestAnswered)),
		Hedges:             count(func(e engine.Event) bool { return e.Type == engine.AttemptSent && e.Key.Attempt > 1 }),
		SuppressedHedges:   count(of(engine.HedgeSuppressed)),
		BackupWins:         count(func(e engine.Event) bool { return e.Type == engine.RequestAnswered && e.Key.Attempt > 1 }),
		DuplicateWrites:    count(func(e engine.Event) bool { return e.Duplicate }),
		DeduplicatedWrites: count(of(engine.WriteDeduplicated)),
		Failed:             count(of(engine.RequestFailed)),
		Expired:            count(of(engine.RequestExpired)),
	}
	for _, e := range past {
		won := count(func(w engine.Event) bool { return w.Type == engine.RequestAnswered && w.Key == e.Key }) > 0
		if started := when(past, engine.AttemptStarted, e.Key); ends(e) && started != measure.None && !won {
			c.LoserWorkMs += e.At - started
		}
	}
	return c
}

func inFlightOf(past []engine.Event) []measure.InFlight {
	all := []measure.InFlight{}
	for request := 1; request <= 20; request++ {
		if when(past, engine.RequestArrived, engine.Key{Request: request}) == measure.None {
			continue
		}
		open := measure.InFlight{Request: request, Attempts: []measure.LiveAttempt{}}
		for attempt, role := range []string{"primary", "backup"} {
			key := engine.Key{Request: request, Attempt: attempt + 1}
			sent := when(past, engine.AttemptSent, key)
			over := slices.ContainsFunc(past, func(e engine.Event) bool { return e.Key == key && ends(e) })
			state := engine.Running
			if when(past, engine.AttemptStarted, key) == measure.None {
				state = engine.Waiting
			}
			if sent != measure.None && !over {
				open.Attempts = append(open.Attempts, measure.LiveAttempt{Attempt: attempt + 1, Role: role, State: state, SentAtMs: sent})
			}
		}
		ended := slices.ContainsFunc(past, func(e engine.Event) bool {
			return slices.Contains(endings, e.Type) && e.Key.Request == request
		})
		if !ended || len(open.Attempts) > 0 {
			all = append(all, open)
		}
	}
	return all
}

// endings are the events that end a request.
var endings = []engine.EventType{engine.RequestAnswered, engine.RequestFailed, engine.RequestExpired}

// ends says whether an event ends an attempt.
func ends(e engine.Event) bool {
	return slices.Contains([]engine.EventType{
		engine.AttemptAnswered, engine.AttemptCancelled, engine.AttemptRefused, engine.AttemptLost,
	}, e.Type)
}

// when gives the instant of an event of the past, or None.
func when(past []engine.Event, kind engine.EventType, key engine.Key) fixed.Ms {
	for _, e := range past {
		if e.Type == kind && e.Key == key {
			return e.At
		}
	}
	return measure.None
}
