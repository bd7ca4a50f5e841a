package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// The shapes of requests, where leaves do not meet: no queue, no budget.

// apart is a scenario of which every leaf's race is a matter of its own.
func apart(s engine.Scenario) *engine.Scenario {
	s.Backend.Capacity = newScene().Backend.Capacity
	s.Backend.Copies, s.Backend.CommonCausePercent = engine.Independent, 0
	s.Workload.DeadlineMs = 0
	if s.Policy.Hedge != nil {
		h := *s.Policy.Hedge
		h.ProbabilityPercent, h.Budget = 100_000, engine.Budget{Percent: new(fixed.Percent(100_000))}
		h.Delay = engine.Delay{Ms: new(delayOf(&h))}
		if h.Cancel == engine.CancelOnStart {
			h.MaxAttempts = 1 // what starts at once has no copy
		}
		s.Policy = engine.Policy{Hedge: &h}
	}
	return &s
}

// A hop takes as long as the k-th fastest of its leaves' races, each run alone, or its
// time; a request as long as its hops together.
func TestHopsAreOrderStatisticsAndAddUp(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, random *engine.Scenario, _ []engine.Event, n seen) {
		s := apart(*random)
		w, service := &s.Workload, servicesOf(s)
		arrived, tied := map[int32]fixed.Micros{}, random.Policy.Hedge != nil && random.Policy.Hedge.Cancel == engine.CancelOnStart
		played := *s
		if tied {
			played.Policy = random.Policy
		}
		for _, e := range play(&played) {
			switch {
			case e.Type == engine.RequestArrived:
				arrived[e.Key.Request] = e.At
			case e.Type.EndsRequest():
				now, winner := arrived[e.Key.Request], engine.Key{}
				for number := 1; number <= w.Hops; number++ {
					last, unique := slowestNeeded(s, service, engine.Key{Request: e.Key.Request, Hop: int8(number)}, now)
					if now, winner = last.end, last.key; w.FanOut.AfterMs > 0 && last.end > last.start+w.FanOut.AfterMs {
						now, winner = last.start+w.FanOut.AfterMs, engine.Key{Request: e.Key.Request}
						n["hops cut short"]++
					} else if !unique {
						winner = e.Key // whichever was first
					}
				}
				if e.Type != engine.RequestAnswered || e.At != now || e.Key != winner {
					t.Fatalf("%v\nshould be answered at %v, by %v", e, now, winner)
				}
				n["requests"]++
				if tied {
					n["of tied leaves"]++
				}
				if w.Hops > 1 {
					n["of several hops"]++
				}
				if winner.Attempt > 1 {
					n["won by a backup"]++
				}
			}
		}
	}, "requests", "hops cut short", "of several hops", "won by a backup", "of tied leaves")
}

// slowestNeeded is the race of the leaf that completes a hop: from the hop's start to
// the leaf's first answer; and whether no other leaf is answered at that instant.
func slowestNeeded(s *engine.Scenario, service services, hop engine.Key, from fixed.Micros) (last run, unique bool) {
	var first []run
	for leaf := 1; leaf <= s.Workload.FanOut.Leaves; leaf++ {
		hop.Leaf = int16(leaf)
		runs, _ := starters(s, service, hop, from, false)
		first = append(first, slices.MinFunc(runs, func(a, b run) int { return int(a.end - b.end) }))
	}
	slices.SortStableFunc(first, func(a, b run) int { return int(a.end - b.end) })
	k := s.Workload.FanOut.Needed() - 1
	last, unique = first[k], (k == 0 || first[k-1].end < first[k].end) && (k+1 == len(first) || first[k].end < first[k+1].end)
	last.start = from
	return last, unique
}

// A quorum of all leaves is none, and a time that is over when nobody waits changes
// nothing: event for event. (Refused leaves do not wait for a hedge that is to come after
// it, so the time is longer where one is refused.)
func TestWhatIsEnoughAnywayChangesNothing(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, random *engine.Scenario, _ []engine.Event, n seen) {
		all := *random
		all.Workload.FanOut.Quorum, all.Workload.FanOut.AfterMs = 0, 0
		want := play(&all)
		longest := fixed.Micros(1)
		for _, hops := range hopsOf(want) {
			for _, h := range hops {
				longest = max(longest, h.to-h.from) // an answer at that instant is in time
				if h.end == engine.ByDeadline && h.to-h.from == longest {
					n["deadlines at the time"]++
				}
			}
		}
		if h := all.Policy.Hedge; h != nil && remarkable(want)["attempt.refused"] {
			longest = max(longest, fixed.Micros(h.MaxAttempts)*delayOf(h))
		}
		same := all
		same.Workload.FanOut.Quorum, same.Workload.FanOut.AfterMs = all.Workload.FanOut.Leaves, longest
		if got := play(&same); !slices.Equal(got, want) {
			t.Fatalf("with a quorum of all and %v to wait\n%v\nwithout\n%v", longest, got, want)
		}
		n["events"] += len(want)
	}, "events", "deadlines at the time")
}

// Servers that serve a leaf of each request are so many queues of their own (Lindley
// 1952), and a request waits for the slowest.
func TestForkAndJoinIsLindleyAtEachServer(t *testing.T) {
	n := seen{}
	rapid.Check(t, func(t *rapid.T) {
		s := &newScene().Scenario
		s.Seed = rapid.Int64Range(0, 1<<53-1).Draw(t, "seed")
		s.Workload.Requests = rapid.IntRange(1, 100).Draw(t, "requests")
		s.Workload.Arrival.Paced.IntervalMs = worlds.Span(shrinkable{t})
		s.Backend.Latency = worlds.Coarse(shrinkable{t})
		servers := rapid.IntRange(1, 6).Draw(t, "servers")
		c := newScene().cluster
		c.Servers, c.Balance = servers, engine.RoundRobin
		s.Backend.Capacity = engine.Capacity{Cluster: &c}
		s.Workload.FanOut.Leaves = servers
		free, ends := make([]fixed.Micros, servers), map[int32]fixed.Micros{}
		sampler := s.Backend.Latency.Sampler(s.Seed)
		for request := range s.Workload.Requests {
			arrival := fixed.Micros(request) * s.Workload.Arrival.Paced.IntervalMs
			for i := range free {
				free[i] = max(free[i], arrival) + sampler.Service(draw.At(request+1, 1, i+1, 1))
			}
			ends[int32(request+1)] = slices.Max(free)
		}
		for _, e := range play(s) {
			if e.Type != engine.RequestAnswered {
				continue
			}
			if n["requests"]++; e.At != ends[e.Key.Request] {
				t.Fatalf("%v: it should end at %v\n%v", e, ends[e.Key.Request], written{s})
			}
		}
	})
	n.report(t, "requests")
}
