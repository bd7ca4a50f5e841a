package engine_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// withLeaves is a trace with the ends of leaves and hops also where requests have one
// leaf each. They come before the request's end, with its number.
func withLeaves(trace []engine.Event) (all []engine.Event) {
	for _, e := range trace {
		if e.OneLeaf && e.Type.EndsRequest() {
			leaf := engine.Event{Seq: e.Seq, At: e.At, Key: engine.Key{Request: e.Key.Request, Hop: 1, Leaf: 1, Attempt: e.Key.Attempt}}
			hop := engine.Event{Seq: e.Seq, At: e.At, Type: engine.HopEnded, Key: hopKey(leaf.Key)}
			switch {
			case e.Type == engine.RequestFailed:
				leaf.Type, hop.By = engine.LeafFailed, engine.ByFailure
				all = append(all, leaf)
			case e.Type == engine.RequestExpired:
				hop.By = engine.ByDeadline
			case e.Key.Attempt == 0:
				hop.By = engine.ByTime
			default:
				leaf.Type, hop.By = engine.LeafAnswered, engine.ByQuorum
				all = append(all, leaf)
			}
			all = append(all, hop)
		}
		all = append(all, e)
	}
	return all
}

// hop is one hop of a request, as a trace tells it.
type hop struct {
	number   int8
	from, to fixed.Micros
	answers  []engine.Event // one for each leaf that was answered
	failures []engine.Event // one for each leaf that failed
	end      engine.Cause
	endSeq   int64
}

// hopKey names an attempt's hop.
func hopKey(k engine.Key) engine.Key { return engine.Key{Request: k.Request, Hop: k.Hop} }

// hopsOf reads the hops of each request off a trace.
func hopsOf(trace []engine.Event) map[int32][]*hop {
	all := map[int32][]*hop{}
	for _, e := range withLeaves(trace) {
		hops := all[e.Key.Request]
		switch e.Type {
		case engine.AttemptSent:
			if int(e.Key.Hop) > len(hops) {
				all[e.Key.Request] = append(hops, &hop{number: e.Key.Hop, from: e.At})
			}
		case engine.LeafAnswered:
			h := hops[e.Key.Hop-1]
			h.answers = append(h.answers, e)
		case engine.LeafFailed:
			h := hops[e.Key.Hop-1]
			h.failures = append(h.failures, e)
		case engine.HopEnded:
			h := hops[e.Key.Hop-1]
			h.to, h.end, h.endSeq = e.At, e.By, e.Seq
		}
	}
	return all
}

// A hop begins at the instant at which the one before it ended. It ends when its quorum
// is met, at the very answer that completes it; when its time is over; when more leaves
// have failed than may; or at the deadline.
func TestHopsFollowEachOther(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		all, w := hopsOf(trace), &s.Workload
		arrived, ended := map[int32]engine.Event{}, map[int32]engine.Event{}
		for _, e := range trace {
			if e.Type == engine.RequestArrived {
				arrived[e.Key.Request] = e
			}
			if e.Type.EndsRequest() {
				ended[e.Key.Request] = e
			}
		}
		for request, hops := range all {
			now := arrived[request].At
			for i, h := range hops {
				n["by "+h.end.String()]++
				if int(h.number) != i+1 || h.from != now {
					t.Fatalf("request %d, hop %d begins at %v, not %v", request, h.number, h.from, now)
				}
				over := h.from + w.FanOut.AfterMs
				if w.FanOut.AfterMs > 0 && h.to > over || h.end == engine.ByTime && (w.FanOut.AfterMs == 0 || h.to != over) {
					t.Fatalf("request %d, hop %d ends at %v by %s; its time is over at %v", request, h.number, h.to, h.end, over)
				}
				if w.FanOut.AfterMs > 0 && h.to == over {
					n["by "+h.end.String()+" when the time is over"]++
				}
				needed := w.FanOut.Needed()
				if met := len(h.answers) == needed; met != (h.end == engine.ByQuorum) || len(h.answers) > needed {
					t.Fatalf("request %d, hop %d ends by %s with %d answers", request, h.number, h.end, len(h.answers))
				}
				if out := len(h.failures) == w.FanOut.Leaves-needed+1; out != (h.end == engine.ByFailure) || len(h.failures) > w.FanOut.Leaves-needed+1 {
					t.Fatalf("request %d, hop %d ends by %s with %d leaves failed", request, h.number, h.end, len(h.failures))
				}
				now = h.to
			}
			checkEnd(t, s, hops, arrived[request], ended[request], n)
		}
		n["requests"] += len(all)
	}, "requests", "by quorum", "by time", "by failure", "by deadline", "answers in a later hop", "answers without an attempt",
		"by quorum when the time is over", "by deadline when the time is over")
}

// checkEnd holds a request's end against that of its last hop.
func checkEnd(t *rapid.T, s *engine.Scenario, hops []*hop, arrived, ended engine.Event, n seen) {
	h := hops[len(hops)-1]
	want := map[engine.Cause]engine.EventType{
		engine.ByQuorum: engine.RequestAnswered, engine.ByTime: engine.RequestAnswered,
		engine.ByFailure: engine.RequestFailed, engine.ByDeadline: engine.RequestExpired,
	}[h.end]
	by := engine.Key{Request: arrived.Key.Request}
	switch h.end {
	case engine.ByQuorum:
		by = h.answers[len(h.answers)-1].Key
	case engine.ByFailure:
		by = leafKey(h.failures[len(h.failures)-1].Key)
	}
	if ended.Type != want || ended.At != h.to || ended.Key != by {
		t.Fatalf("%v\nbut hop %d ended at %v by %s, with %v", ended, h.number, h.to, h.end, by)
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
	if h.end == engine.ByTime {
		n["answers without an attempt"]++
	}
}
