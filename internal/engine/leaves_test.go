package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// leaf is one leaf, as a trace tells it.
type leaf struct {
	hop    *hop
	to     fixed.Micros
	end    string // answered, failed, or how its hop ended
	endSeq int64
	turns  []engine.Event // attempts sent, and hedges suppressed
	starts []engine.Event
	over   map[int8]engine.Event // by attempt: its end
	begun  map[int8]engine.Event // by attempt: its start
}

func leafKey(k engine.Key) engine.Key {
	k.Attempt = 0
	return k
}

// leavesOf reads the leaves off a trace.
func leavesOf(trace []engine.Event) map[engine.Key]*leaf {
	hops, all := hopsOf(trace), map[engine.Key]*leaf{}
	for _, e := range withLeaves(trace) {
		if e.Key.Leaf == 0 {
			continue
		}
		l := all[leafKey(e.Key)]
		if l == nil {
			l = &leaf{hop: hops[e.Key.Request][e.Key.Hop-1], over: map[int8]engine.Event{}, begun: map[int8]engine.Event{}}
			l.to, l.end, l.endSeq = l.hop.to, l.hop.end.String(), l.hop.endSeq
			all[leafKey(e.Key)] = l
		}
		switch {
		case e.Type == engine.AttemptSent || e.Type == engine.HedgeSuppressed:
			l.turns = append(l.turns, e)
		case e.Type == engine.AttemptStarted:
			l.starts = append(l.starts, e)
			l.begun[e.Key.Attempt] = e
		case e.Type.EndsAttempt():
			l.over[e.Key.Attempt] = e
		case e.Type == engine.LeafAnswered:
			l.to, l.end, l.endSeq = e.At, "answered", e.Seq
		case e.Type == engine.LeafFailed:
			l.to, l.end, l.endSeq = e.At, "failed", e.Seq
		}
	}
	return all
}

// A leaf is answered by the first answer to it, if its hop is still open, and by no
// other: that attempt has won.
func TestLeavesAreAnsweredOnce(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		leaves := leavesOf(trace)
		won := map[engine.Key]bool{}
		for _, e := range trace {
			if e.Type != engine.AttemptAnswered {
				continue
			}
			l := leaves[leafKey(e.Key)]
			first := !won[leafKey(e.Key)]
			open := first && l.endSeq > e.Seq && l.hop.endSeq > e.Seq
			if e.Won != open || e.Won && (l.end != "answered" || l.endSeq != e.Seq+1 || l.to != e.At) {
				t.Fatalf("%v: its leaf was %s at %v", e, l.end, l.to)
			}
			if e.Won {
				won[leafKey(e.Key)] = true
				n["answers that win"]++
			} else if first {
				n["answers to closed leaves"]++
			}
		}
		for key, l := range leaves {
			if won[key] != (l.end == "answered") {
				t.Fatalf("%v is %s; won: %v", key, l.end, won[key])
			}
			n["leaves "+l.end]++
		}
	}, "answers that win", "answers to closed leaves", "leaves answered", "leaves failed", "leaves quorum", "leaves time", "leaves failure", "leaves deadline")
}

// hopeless says why no hedge of a leaf can be sent after its last turn, if none can.
func hopeless(s *engine.Scenario, trace []engine.Event, l *leaf, last engine.Event) string {
	if int(last.Key.Attempt) == s.Policy.MaxAttempts() {
		return "last attempt"
	}
	hedged := map[engine.Key]bool{}
	for _, e := range trace[:last.Seq] {
		if e.Type == engine.AttemptSent && e.Key.Attempt > 1 {
			hedged[leafKey(e.Key)] = true
		}
	}
	h := s.Policy.Hedge
	if last.Reason == engine.SuppressedByBudget {
		return "budget"
	}
	if percent := h.Budget.Percent; percent != nil && !hedged[leafKey(last.Key)] && len(hedged) >= s.Leaves()*int(*percent)/100_000 {
		return "budget"
	}
	at, why := last.At, "probability"
	for k := last.Key; int(k.Attempt) < h.MaxAttempts; {
		k.Attempt++
		if at += delayOf(h); isAfterHop(s, trace, l, at) {
			why = "time"
			break
		}
		word := draw.New(s.Seed, draw.Probability).Word(draw.At(int(k.Request), int(k.Hop), int(k.Leaf), int(k.Attempt)), 0)
		if draw.Below(word, 100_000) < int(h.ProbabilityPercent) {
			return ""
		}
	}
	return why
}

// isAfterHop says whether a leaf's hop, or its request, has ended before an instant,
// whatever happens.
func isAfterHop(s *engine.Scenario, trace []engine.Event, l *leaf, at fixed.Micros) bool {
	w := &s.Workload
	if w.FanOut.AfterMs > 0 && at > l.hop.from+w.FanOut.AfterMs {
		return true
	}
	arrived := slices.IndexFunc(trace, func(e engine.Event) bool {
		return e.Type == engine.RequestArrived && e.Key.Request == l.turns[0].Key.Request
	})
	return w.DeadlineMs > 0 && at > trace[arrived].At+w.DeadlineMs
}

// A leaf fails when all its attempts were refused and no hedge can be sent, and then at
// once: when the last of them is refused, or a hedge suppressed.
func TestLeavesFailWhenNothingIsLeft(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		for key, l := range leavesOf(trace) {
			last := l.turns[len(l.turns)-1]
			why := hopeless(s, trace, l, last)
			for _, e := range l.over {
				if e.Type != engine.AttemptRefused {
					why = ""
				}
			}
			if l.end == "failed" && (why == "" || l.to != last.At) || why != "" && l.end != "failed" && l.hop.end != engine.ByFailure {
				t.Fatalf("%v is %s at %v, after\n%v\n%v", key, l.end, l.to, l.turns, l.over)
			}
			if l.end == "failed" {
				n["failed by "+why]++
			}
			if why != "" && l.end == "failure" {
				n["closed by an earlier leaf"]++
			}
		}
	}, "failed by last attempt", "failed by budget", "failed by probability", "failed by time", "closed by an earlier leaf")
}

// A hedge falls due a delay after the turn before it, and never when its leaf is over
// by then, or tied and started; an answer at that very instant is in time, the end of
// the hop's time or the deadline is not.
func TestHedgeFallsDueUnlessAnsweredWithinTheDelay(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		h := s.Policy.Hedge
		if h == nil {
			return
		}
		if _, isFixed := h.Delay.Fixed(); !isFixed {
			return
		}
		for key, l := range leavesOf(trace) {
			begins := func(e engine.Event) bool {
				return h.Cancel == engine.CancelOnStart && len(l.starts) > 0 && l.starts[0].Seq < e.Seq
			}
			for i, e := range l.turns {
				switch {
				case int(e.Key.Attempt) != i+1 || e.Seq > l.endSeq:
					t.Fatalf("%v: it is turn %d, and its leaf is %s at %v", e, i+1, l.end, l.to)
				case i > 0 && (e.At != l.turns[i-1].At+delayOf(h) || begins(e)):
					t.Fatalf("%v\ncomes after\n%v", e, l.turns[i-1])
				}
			}
			last := l.turns[len(l.turns)-1]
			if last.Reason == engine.SuppressedByBudget || len(l.turns) == h.MaxAttempts {
				continue
			}
			due := last.At + delayOf(h)
			if h.Cancel == engine.CancelOnStart && len(l.starts) > 0 && l.starts[0].At <= due {
				n["starts within the delay"]++
				continue
			}
			if l.to > due || l.to == due && (l.end == "time" || l.end == "deadline") {
				t.Fatalf("%v: a hedge was due at %v; it is %s at %v", key, due, l.end, l.to)
			}
			if l.to == due {
				n["leaves "+l.end+" at the delay"]++
			}
			n["ends within the delay"]++
		}
	}, "ends within the delay", "leaves answered at the delay", "leaves quorum at the delay", "starts within the delay")
}
