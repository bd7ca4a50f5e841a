package engine

import (
	"reflect"
	"testing"
)

// An attempt ends once: what was still on the agenda for it then comes to nothing,
// though its leaf goes on with another.
func TestNothingHappensToAnAttemptThatHasEnded(t *testing.T) {
	var told []Event
	w := newWorld(&Scenario{Workload: Workload{
		Requests: 1, Arrival: Arrival{Paced: &Paced{}}, Operation: Write, Hops: 1, FanOut: FanOut{Leaves: 1},
	}}, func(e Event) bool { told = append(told, e); return true })
	c, l := newCall(slot{}), newLeaf(slot{}, 2)
	c.request, c.hop, c.leaves, c.open = 1, 1, []*leaf{l}, 1
	l.key, l.call = Key{Request: 1, Hop: 1, Leaf: 1}, c
	over, running := &l.attempts[0], &l.attempts[1]
	running.state, l.live = Running, 1
	happenings := map[string]func(*attempt){"commit": w.commit, "finish": w.finish, "cancel": func(a *attempt) { w.cancel(a, false) }}
	for name, happen := range happenings {
		happen(over)
		if len(told) > 0 || l.live != 1 || l.call == nil || l.committed {
			t.Fatalf("%s: %v; the leaf is %+v", name, told, l)
		}
	}
	w.commit(running)
	w.finish(running)
	if len(told) != 3 || l.live != 0 || l.call != nil || !l.committed {
		t.Errorf("the attempt that runs tells %v; the leaf is %+v", told, l)
	}
	t.Logf("%d happenings", len(happenings))
}

// A slot is used again under another generation, with nothing left of its leaf.
func TestSlotsAreUsedAgain(t *testing.T) {
	p := pool[leaf]{fresh: func(s slot) *leaf { return newLeaf(s, 2) }}
	first, second := p.take(), p.take()
	if first.index == second.index || p.at(first.slot) != first || p.at(second.slot) != second {
		t.Fatalf("the slots are %+v and %+v", first.slot, second.slot)
	}
	first.attempts[0].state = Running
	first.live, first.lost, first.call, first.started, first.committed, first.due, first.hedged = 1, 1, new(call), true, true, true, true
	before := first.slot
	first.clear(p.put(first.slot))
	again := p.take()
	if again.index != before.index || again.generation == before.generation || again.attempts[0].isLive() ||
		!reflect.DeepEqual(*again, leaf{slot: again.slot, attempts: again.attempts}) {
		t.Errorf("the slot was %+v; it is now %+v", before, again)
	}
	if third := p.take(); third.index == first.index || third.index == second.index || len(p.slots) != 3 {
		t.Errorf("the third leaf in flight has slot %d of %d", third.index, len(p.slots))
	}
}
