package engine_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// What is told together comes in one order: what an attempt did, then what that is to
// its leaf, to its hop, to its request. Each event has its place after what it follows
// from, and before what follows from it.
func TestWhatIsToldTogetherComesInOrder(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		p := pairs{s, hopsOf(trace)}
		for i, e := range trace[:len(trace)-1] {
			next := trace[i+1]
			if n[e.Type.String()]++; !p.continues(e, next) {
				t.Fatalf("%v\nis followed by\n%v", e, next)
			}
			if i > 0 && !p.follows(e, trace[i-1]) {
				t.Fatalf("%v\ncomes after\n%v", e, trace[i-1])
			}
		}
	}, "request.arrived", "attempt.sent", "attempt.answered", "attempt.refused", "attempt.lost",
		"leaf.answered", "leaf.failed", "hop.ended", "request.answered", "request.failed", "request.expired", "server.down")
}

// pairs knows which events may be neighbors.
type pairs struct {
	s    *engine.Scenario
	hops map[int32][]*hop
}

func (p pairs) hop(k engine.Key) *hop { return p.hops[k.Request][k.Hop-1] }

// continues says whether what comes after an event is what follows from it, if anything
// does.
func (p pairs) continues(e, next engine.Event) bool {
	is := func(typ engine.EventType, key engine.Key) bool {
		return next.Type == typ && next.Key == key && next.At == e.At
	}
	switch {
	case e.Type == engine.RequestArrived:
		return is(engine.AttemptSent, engine.Key{Request: e.Key.Request, Hop: 1, Leaf: 1, Attempt: 1})
	case e.Type == engine.AttemptSent:
		return p.s.Backend.Capacity.Cluster != nil || is(engine.AttemptStarted, e.Key)
	case e.Won && e.OneLeaf:
		return is(engine.RequestAnswered, e.Key)
	case e.Won:
		return is(engine.LeafAnswered, e.Key)
	case e.Type == engine.LeafAnswered && p.hop(e.Key).end == engine.ByQuorum || e.Type == engine.LeafFailed && p.hop(e.Key).end == engine.ByFailure:
		return p.hop(e.Key).endSeq != e.Seq+1 || is(engine.HopEnded, hopKey(e.Key))
	case e.Type == engine.HopEnded && e.By == engine.ByFailure:
		return next.Type == engine.RequestFailed && next.Key.Request == e.Key.Request && next.At == e.At
	case e.Type == engine.HopEnded && e.By == engine.ByDeadline:
		return is(engine.RequestExpired, engine.Key{Request: e.Key.Request})
	case e.Type == engine.HopEnded && int(e.Key.Hop) == p.s.Workload.Hops:
		return next.Type == engine.RequestAnswered && next.Key.Request == e.Key.Request && next.At == e.At
	default:
		return true
	}
}

// follows says whether what comes before an event is what it follows from, if it follows
// from anything.
func (p pairs) follows(e, before engine.Event) bool {
	sameHop := hopKey(before.Key) == hopKey(e.Key)
	if e.OneLeaf && e.Type.EndsRequest() {
		switch {
		case e.Type == engine.RequestFailed:
			return p.fails(e, before)
		case e.Key.Attempt > 0:
			return before.Won && before.Key == e.Key
		default:
			return true // a time was over
		}
	}
	switch e.Type {
	case engine.AttemptRefused:
		return before.Type == engine.AttemptSent && before.Key == e.Key
	case engine.AttemptLost:
		if e.State == engine.Sent {
			return before.Type == engine.AttemptSent && before.Key == e.Key
		}
		return before.Server == e.Server && (before.Type == engine.ServerDown ||
			before.Type == engine.AttemptLost && before.State != engine.Sent && byKey(before.Key, e.Key) < 0)
	case engine.LeafAnswered:
		return before.Won && before.Key == e.Key
	case engine.LeafFailed:
		return p.fails(e, before)
	case engine.HopEnded:
		return e.By != engine.ByQuorum && e.By != engine.ByFailure || sameHop &&
			before.Type == map[engine.Cause]engine.EventType{engine.ByQuorum: engine.LeafAnswered, engine.ByFailure: engine.LeafFailed}[e.By]
	case engine.RequestAnswered, engine.RequestFailed, engine.RequestExpired:
		return before.Type == engine.HopEnded && before.Key.Request == e.Key.Request
	default:
		return true
	}
}

// fails says whether a leaf can fail after an event: its last attempt is refused, or its
// last hedge suppressed; or it is one of a hop that has just been sent, of which a leaf
// with a lower number has failed, or the last leaf was sent.
func (p pairs) fails(e, before engine.Event) bool {
	if before.Type == engine.HedgeSuppressed || before.Type == engine.AttemptRefused {
		if leafKey(before.Key) == e.Key {
			return true
		}
	}
	sent := hopKey(before.Key) == hopKey(e.Key) && e.Took == 0 || e.OneLeaf
	lastSent := int(before.Key.Leaf) == p.s.Workload.FanOut.Leaves && before.Key.Attempt == 1
	return sent && (before.Type == engine.LeafFailed && before.Key.Leaf < e.Key.Leaf || lastSent)
}
