package engine_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// hop is one hop of a request, as a trace tells it. The end by the clock has no event
// of its own: the next hop is sent then, or the request is answered without an attempt.
type hop struct {
	number   int
	from, to fixed.Micros
	answers  []engine.Event // one for each leaf that was answered
	end      string         // quorum, clock, failed, expired
	endSeq   int64          // of the first event from which the end can be seen
}

// hopsOf reads the hops of each request off a trace.
func hopsOf(s *engine.Scenario, trace []engine.Event) map[int][]*hop {
	all := map[int][]*hop{}
	last := func(request int) *hop {
		if hops := all[request]; len(hops) > 0 && hops[len(hops)-1].end == "" {
			return hops[len(hops)-1]
		}
		return &hop{} // none is open
	}
	end := func(e engine.Event, how string) {
		if h := last(e.Key.Request); h.number > 0 {
			h.to, h.end, h.endSeq = e.At, how, e.Seq
		}
	}
	answer := func(e engine.Event) {
		h := last(e.Key.Request)
		h.answers = append(h.answers, e)
		if len(h.answers) == s.Workload.FanOut.Needed() {
			end(e, "quorum")
		}
	}
	for _, e := range trace {
		switch e.Type {
		case engine.AttemptSent:
			if number := max(1, e.Key.Hop); number > len(all[e.Key.Request]) && e.Key.Attempt == 1 {
				end(e, "clock")
				all[e.Key.Request] = append(all[e.Key.Request], &hop{number: number, from: e.At})
			}
		case engine.LeafAnswered:
			answer(e)
		case engine.RequestAnswered:
			if e.Key.Attempt == 0 {
				end(e, "clock")
			} else if s.Leaves() == s.Workload.Total() {
				answer(e)
			}
		case engine.RequestFailed:
			end(e, "failed")
		case engine.RequestExpired:
			end(e, "expired")
		}
	}
	return all
}

// A hop begins at the instant at which the one before it ended: when its quorum was
// met, at the very answer that completed it, or when its time was over.
func TestHopsFollowEachOther(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		all, w := hopsOf(s, trace), &s.Workload
		arrived, ended := map[int]engine.Event{}, map[int]engine.Event{}
		for _, e := range trace {
			switch e.Type {
			case engine.RequestArrived:
				arrived[e.Key.Request] = e
			case engine.RequestAnswered, engine.RequestFailed, engine.RequestExpired:
				ended[e.Key.Request] = e
			}
		}
		for request := 1; request <= w.Total(); request++ {
			now := arrived[request].At
			for i, h := range all[request] {
				n[h.end]++
				clock := h.from + w.FanOut.AfterMs
				if h.number != i+1 || h.from != now {
					t.Fatalf("request %d, hop %d begins at %v, not %v", request, h.number, h.from, now)
				}
				if w.FanOut.AfterMs > 0 && h.to > clock || h.end == "clock" && (w.FanOut.AfterMs == 0 || h.to != clock) {
					t.Fatalf("request %d, hop %d ends at %v by %s; its time is over at %v", request, h.number, h.to, h.end, clock)
				}
				if met := len(h.answers) == w.FanOut.Needed(); met != (h.end == "quorum") {
					t.Fatalf("request %d, hop %d ends by %s with %d answers", request, h.number, h.end, len(h.answers))
				}
				if w.FanOut.AfterMs > 0 && h.to == clock {
					n["ends by "+h.end+" when the time is over"]++
				}
				now = h.to
			}
			checkEnd(t, s, all[request], arrived[request], ended[request], n)
		}
	}, "quorum", "clock", "failed", "expired", "answers in a later hop", "answers without an attempt",
		"ends by quorum when the time is over", "ends by expired when the time is over")
}

// checkEnd holds a request's end against that of its last hop.
func checkEnd(t *rapid.T, s *engine.Scenario, hops []*hop, arrived, ended engine.Event, n seen) {
	h, winner := hops[len(hops)-1], 0
	if h.end == "quorum" {
		winner = h.answers[len(h.answers)-1].Key.Attempt
	}
	want := map[string]engine.EventType{
		"quorum": engine.RequestAnswered, "clock": engine.RequestAnswered, "failed": engine.RequestFailed, "expired": engine.RequestExpired,
	}[h.end]
	if ended.Type != want || ended.At != h.to || ended.Key.Attempt != winner || ended.Key.Leaf > 0 {
		t.Fatalf("%v\nthough hop %d ended at %v by %s, attempt %d", ended, h.number, h.to, h.end, winner)
	}
	if ended.Type == engine.RequestAnswered && len(hops) != s.Workload.Hops {
		t.Fatalf("%v: after %d of %d hops", ended, len(hops), s.Workload.Hops)
	}
	deadline := arrived.At + s.Workload.DeadlineMs
	if ended.Type == engine.RequestExpired && ended.At != deadline || s.Workload.DeadlineMs > 0 && ended.At > deadline {
		t.Fatalf("%v: the deadline is at %v", ended, deadline)
	}
	if ended.Type == engine.RequestAnswered && len(hops) > 1 {
		n["answers in a later hop"]++
	}
	if h.end == "clock" {
		n["answers without an attempt"]++
	}
}
