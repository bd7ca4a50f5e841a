package measure_test

import (
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// momentOf reads a moment off a whole trace, each figure by a walk of its own.
func momentOf(s *engine.Scenario, trace []engine.Event, from, at fixed.Micros) measure.Moment {
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
	m.State.Counters = countersOf(s, past)
	m.State.InFlight = inFlightOf(s, past)
	m.State.InFlightTotal = len(m.State.InFlight)
	m.State.ServersDown = downOf(s, past)
	return m
}

func countersOf(s *engine.Scenario, past []engine.Event) measure.Counters {
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
	c.Partial = count(func(e engine.Event) bool { return e.Type == engine.RequestAnswered && isPartial(s, past, e) })
	for i, e := range past {
		if started := when(past, engine.AttemptStarted, e.Key); ends(e) && started != measure.None && !wins(past[:i], e) {
			c.LoserWorkMs += e.At - started
		}
	}
	return c
}

// wins says whether an end of an attempt is the answer of its leaf: the first, if neither
// its hop nor its request is over.
func wins(before []engine.Event, end engine.Event) bool {
	return end.Type == engine.AttemptAnswered && !slices.ContainsFunc(before, func(e engine.Event) bool {
		switch {
		case e.Type == engine.AttemptAnswered:
			return leafOf(e.Key) == leafOf(end.Key)
		case e.Type == engine.HopEnded:
			return hopOf(e.Key) == hopOf(end.Key)
		default:
			return slices.Contains(endings, e.Type) && requestOf(e.Key) == requestOf(end.Key)
		}
	})
}

// isPartial says whether the answer of a request is one with a hop that had fewer
// answers than it waited for.
func isPartial(s *engine.Scenario, past []engine.Event, answer engine.Event) bool {
	answers := make([]int, s.Workload.Hops+1)
	for i, e := range past {
		if e.Key.Request == answer.Key.Request && wins(past[:i], e) {
			answers[e.Key.Hop]++
		}
	}
	return slices.Min(answers[1:]) < s.Workload.FanOut.Needed()
}

func inFlightOf(s *engine.Scenario, past []engine.Event) []measure.InFlight {
	all := []measure.InFlight{}
	for _, arrival := range past {
		if arrival.Type != engine.RequestArrived {
			continue
		}
		open := measure.InFlight{Request: int(arrival.Key.Request), Attempts: []measure.LiveAttempt{}}
		ended := false
		for _, e := range past {
			if e.Key.Request != arrival.Key.Request {
				continue
			}
			ended = ended || slices.Contains(endings, e.Type)
			over := func(end engine.Event) bool { return end.Key == e.Key && ends(end) }
			if e.Type == engine.AttemptSent && !slices.ContainsFunc(past, over) {
				open.Attempts = append(open.Attempts, liveOf(s, past, e))
			}
		}
		slices.SortFunc(open.Attempts, func(a, b measure.LiveAttempt) int {
			return (a.Hop-b.Hop)*1_000_000 + (a.Leaf-b.Leaf)*100 + a.Attempt - b.Attempt
		})
		open.Ended = ended
		if !ended || len(open.Attempts) > 0 {
			all = append(all, open)
		}
	}
	slices.SortFunc(all, func(a, b measure.InFlight) int { return a.Request - b.Request })
	return all
}

// downOf are the servers of which the last that was told is that they are down.
func downOf(s *engine.Scenario, past []engine.Event) (down []int16) {
	if s.Backend.Capacity.Cluster == nil {
		return nil
	}
	for server := 1; server <= s.Backend.Capacity.Cluster.Servers; server++ {
		last := engine.ServerUp
		for _, e := range past {
			if int(e.Server) == server && (e.Type == engine.ServerDown || e.Type == engine.ServerUp) {
				last = e.Type
			}
		}
		if last == engine.ServerDown {
			down = append(down, int16(server))
		}
	}
	return down
}

func liveOf(s *engine.Scenario, past []engine.Event, sent engine.Event) measure.LiveAttempt {
	live := measure.LiveAttempt{
		Attempt: int(sent.Key.Attempt), Role: "backup", Server: int(sent.Server), State: engine.Waiting, SentAtMs: sent.At,
	}
	if s.Workload.Leaves() > 1 {
		live.Hop, live.Leaf = int(sent.Key.Hop), int(sent.Key.Leaf)
	}
	if sent.Key.Attempt == 1 {
		live.Role = "primary"
	}
	for _, e := range past {
		if e.Type != engine.AttemptStarted || e.Key != sent.Key {
			continue
		}
		live.State, live.Server = engine.Running, int(e.Server)
		if e.Server > 0 {
			live.StartedAtMs = new(e.At)
		}
	}
	return live
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
func when(past []engine.Event, kind engine.EventType, key engine.Key) fixed.Micros {
	for _, e := range past {
		if e.Type == kind && e.Key == key {
			return e.At
		}
	}
	return measure.None
}
