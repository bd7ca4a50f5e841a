package engine_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// leaf is one leaf, as a trace tells it: until it is answered or, with its hop, closed.
type leaf struct {
	hop    *hop
	to     fixed.Micros
	end    string         // answered, or how its hop ended
	endSeq int64          // of the first event from which the end can be seen
	turns  []engine.Event // attempts sent, and hedges suppressed
	starts []engine.Event
	over   map[int]engine.Event // by attempt: answered, cancelled, refused or lost
	begun  map[int]engine.Event // by attempt: its start
}

func leafKey(k engine.Key) engine.Key {
	k.Attempt = 0
	return k
}

// leavesOf reads the leaves off a trace.
func leavesOf(s *engine.Scenario, trace []engine.Event) map[engine.Key]*leaf {
	hops, all := hopsOf(s, trace), map[engine.Key]*leaf{}
	for _, e := range trace {
		if e.Key.Attempt == 0 || e.Type == engine.LeafAnswered || e.Type == engine.RequestAnswered {
			continue
		}
		l := all[leafKey(e.Key)]
		if l == nil {
			l = &leaf{hop: hops[e.Key.Request][max(1, e.Key.Hop)-1], over: map[int]engine.Event{}, begun: map[int]engine.Event{}}
			l.to, l.end, l.endSeq = l.hop.to, l.hop.end, l.hop.endSeq
			all[leafKey(e.Key)] = l
		}
		switch e.Type {
		case engine.AttemptSent, engine.HedgeSuppressed:
			l.turns = append(l.turns, e)
		case engine.AttemptStarted:
			l.starts = append(l.starts, e)
			l.begun[e.Key.Attempt] = e
		case engine.AttemptAnswered, engine.AttemptCancelled, engine.AttemptRefused, engine.AttemptLost:
			l.over[e.Key.Attempt] = e
		}
	}
	for _, of := range hops {
		for _, h := range of {
			for _, e := range h.answers {
				key := leafKey(e.Key)
				all[key].to, all[key].end, all[key].endSeq = e.At, "answered", e.Seq
			}
		}
	}
	return all
}

// A leaf is answered by its first answer, if its hop is still open, and by no other.
func TestLeavesAreAnsweredOnce(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		leaves, answers := leavesOf(s, trace), map[engine.Key]int{}
		for i, e := range trace {
			l := leaves[leafKey(e.Key)]
			told := e.Type == engine.LeafAnswered || e.Type == engine.RequestAnswered && s.Workload.Leaves() == 1 && e.Key.Attempt > 0
			switch {
			case told:
				answers[leafKey(e.Key)]++
				if before := trace[i-1]; answers[leafKey(e.Key)] > 1 || before.Type != engine.AttemptAnswered || before.Key != e.Key || before.At != e.At {
					t.Fatalf("%v\nfollows\n%v", e, before)
				}
				n["answered leaves"]++
			case e.Type == engine.AttemptAnswered && answers[leafKey(e.Key)] == 0:
				open := e.Seq < l.hop.endSeq && !(l.hop.end == "clock" && e.At == l.hop.to) || e.Seq+1 == l.endSeq && l.end == "answered"
				if open != (l.end == "answered" && e.Seq+1 == l.endSeq) {
					t.Fatalf("%v: its leaf was %s at %v", e, l.end, l.to)
				}
				if !open {
					n["answers to closed leaves"]++
				}
			}
		}
		for _, l := range leaves {
			if l.end != "answered" {
				n["leaves closed by "+l.end]++
			}
		}
	}, "answered leaves", "answers to closed leaves", "leaves closed by quorum", "leaves closed by clock", "leaves closed by expired", "leaves closed by failed")
}

// A hedge falls due a delay after the turn before it, and never when its leaf is over
// by then, or tied and started; an answer at that very instant is in time, a clock or
// a deadline is not.
func TestHedgeFallsDueUnlessAnsweredWithinTheDelay(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		h := s.Policy.Hedge
		if h == nil {
			return
		}
		for key, l := range leavesOf(s, trace) {
			begins := func(e engine.Event) bool {
				return h.Cancel == engine.CancelOnStart && len(l.starts) > 0 && l.starts[0].Seq < e.Seq
			}
			for i, e := range l.turns {
				switch {
				case e.Key.Attempt != i+1 || e.Seq > l.endSeq && e.At > l.hop.from:
					t.Fatalf("%v: it is turn %d, and its leaf is %s at %v", e, i+1, l.end, l.to)
				case i > 0 && (e.At != l.turns[i-1].At+*h.Delay.Ms || begins(e)):
					t.Fatalf("%v\ncomes after\n%v", e, l.turns[i-1])
				}
			}
			last := l.turns[len(l.turns)-1]
			if last.Reason == engine.SuppressedByBudget || len(l.turns) == h.MaxAttempts {
				continue
			}
			due := last.At + *h.Delay.Ms
			if h.Cancel == engine.CancelOnStart && len(l.starts) > 0 && l.starts[0].At <= due {
				n["starts within the delay"]++
				continue
			}
			if l.to > due || l.to == due && (l.end == "clock" || l.end == "expired") {
				t.Fatalf("%v: a hedge was due at %v; it is %s at %v", key, due, l.end, l.to)
			}
			if l.to == due {
				n["leaves "+l.end+" at the delay"]++
			}
			n["ends within the delay"]++
		}
	}, "ends within the delay", "leaves answered at the delay", "leaves quorum at the delay", "starts within the delay")
}
