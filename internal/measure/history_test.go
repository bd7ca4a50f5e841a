package measure_test

import (
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// history is a run as its whole trace tells it, request by request and attempt by
// attempt; every figure is then worked out anew from the two lists. It takes from an
// event its type, its time and what it is about, and nothing that a fold could believe.
type history struct {
	s          *engine.Scenario
	trace      []engine.Event
	requests   []past // in the order of arrival
	attempts   []tried
	slowest    fixed.Micros       // of the counted requests' answers
	hopAnswers map[engine.Key]int // leaves that answered, by request and hop
	leafTimes  []fixed.Micros     // of the counted requests' leaves, from the start of their hop
	from, to   fixed.Micros       // the window: from the first counted arrival to the last arrival
}

// past is a request that is over.
type past struct {
	number       int32
	arrival, end fixed.Micros
	how          engine.EventType
	winner       int
	leaves       int // that answered
	partial      bool
}

// tried is an attempt that is over.
type tried struct {
	key                  engine.Key
	sent, started, ended fixed.Micros // started is None if it never was
	how                  engine.EventType
	server               int16
	won                  bool
	late                 bool // it ended when its request had expired, and its leaf had not
}

func historyOf(s *engine.Scenario) *history {
	h := &history{s: s, trace: fullTrace(s), hopAnswers: map[engine.Key]int{}}
	requests, attempts, closed := map[int32]int{}, map[engine.Key]int{}, map[engine.Key]bool{}
	hops := map[engine.Key]engine.Key{} // the last of each request
	for _, e := range h.trace {
		switch {
		case e.Type == engine.RequestArrived:
			requests[e.Key.Request] = len(h.requests)
			h.requests = append(h.requests, past{number: e.Key.Request, arrival: e.At})
		case slices.Contains(endings, e.Type):
			closed[requestOf(e.Key)] = true
			r := &h.requests[requests[e.Key.Request]]
			r.end, r.how, r.winner = e.At, e.Type, int(e.Key.Attempt)
			if r.how == engine.RequestAnswered && h.counts(r.number) {
				h.slowest = max(h.slowest, r.end-r.arrival)
			}
		case e.Type == engine.HopEnded:
			closed[hopOf(e.Key)] = true
		case e.Type == engine.AttemptSent:
			attempts[e.Key] = len(h.attempts)
			h.attempts = append(h.attempts, tried{key: e.Key, sent: e.At, started: measure.None, server: e.Server})
			hops[requestOf(e.Key)] = hopOf(e.Key)
		case e.Type == engine.AttemptStarted:
			a := &h.attempts[attempts[e.Key]]
			a.started, a.server = e.At, e.Server
		case ends(e):
			a := &h.attempts[attempts[e.Key]]
			a.ended, a.how = e.At, e.Type
			a.late = closed[requestOf(e.Key)] && h.requests[requests[e.Key.Request]].how == engine.RequestExpired &&
				hops[requestOf(e.Key)] == hopOf(e.Key) && !closed[leafOf(e.Key)]
			if e.Type != engine.AttemptAnswered || closed[requestOf(e.Key)] || closed[hopOf(e.Key)] || closed[leafOf(e.Key)] {
				continue
			}
			a.won, closed[leafOf(e.Key)] = true, true
			h.requests[requests[e.Key.Request]].leaves++
			h.hopAnswers[hopOf(e.Key)]++
			if h.counts(e.Key.Request) {
				first := attempts[engine.Key{Request: e.Key.Request, Hop: e.Key.Hop, Leaf: 1, Attempt: 1}]
				h.leafTimes = append(h.leafTimes, e.At-h.attempts[first].sent)
			}
		}
	}
	for i := range h.requests {
		h.requests[i].partial = h.lacks(h.requests[i])
	}
	h.from, h.to = h.counted()[0].arrival, h.requests[len(h.requests)-1].arrival
	return h
}

// leafOf, hopOf and requestOf are what an attempt belongs to.
func leafOf(key engine.Key) engine.Key {
	key.Attempt = 0
	return key
}

func hopOf(key engine.Key) engine.Key { return engine.Key{Request: key.Request, Hop: key.Hop} }

func requestOf(key engine.Key) engine.Key { return engine.Key{Request: key.Request} }

// lacks says whether a request was answered though a hop of it had fewer answers than
// it waited for.
func (h *history) lacks(r past) bool {
	for hop := 1; hop <= h.s.Workload.Hops; hop++ {
		if h.hopAnswers[engine.Key{Request: r.number, Hop: int8(hop)}] < h.s.Workload.FanOut.Needed() {
			return r.how == engine.RequestAnswered
		}
	}
	return false
}

func (h *history) counts(request int32) bool { return int(request) > h.s.Workload.WarmupRequests }

// counted are the requests after the warm-up, in the order of arrival.
func (h *history) counted() (all []past) {
	for _, r := range h.requests {
		if h.counts(r.number) {
			all = append(all, r)
		}
	}
	return all
}
