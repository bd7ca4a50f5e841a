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
	c, l := newCall(slot{}), newLeaf(slot{})
	c.request, c.hop, c.leaves, c.open = 1, 1, []*leaf{l}, 1
	l.key, l.call = Key{Request: 1, Hop: 1, Leaf: 1}, c
	over, running := w.remember(l, 1), w.remember(l, 2)
	running.state, l.live = Running, 1
	happenings := []rank{rankCommit, rankFinish, rankCancel}
	for _, forgotten := range []bool{false, true} {
		if forgotten {
			w.forget(over)
		}
		for _, rank := range happenings {
			w.playLeaf(l, item{rank: rank, key: l.keyOf(1)})
			if len(told) > 0 || l.live != 1 || l.call == nil || l.committed {
				t.Fatalf("rank %d: %v; the leaf is %+v", rank, told, l)
			}
		}
	}
	w.commit(running)
	w.finish(running)
	if len(told) != 3 || l.live != 0 || l.call != nil || !l.committed {
		t.Errorf("the attempt that runs tells %v; the leaf is %+v", told, l)
	}
	t.Logf("%d happenings", len(happenings))
}

// A slot is used again under another generation, with nothing left of its leaf. Nothing
// is left of its attempts either, but their room.
func TestSlotsAreUsedAgain(t *testing.T) {
	w := world{leaves: pool[leaf]{fresh: newLeaf}}
	p := &w.leaves
	first, second := p.take(), p.take()
	if first.index == second.index || p.at(first.slot) != first || p.at(second.slot) != second {
		t.Fatalf("the slots are %+v and %+v", first.slot, second.slot)
	}
	lost := w.remember(first, 3)
	lost.lost, lost.replica, lost.state = true, 7, Running
	first.live, first.lost, first.call, first.started, first.committed, first.due, first.hedged = 1, 1, new(call), true, true, true, true
	before := first.slot
	w.abandon(first)
	w.free(first)
	again := p.take()
	if again.index != before.index || again.generation == before.generation || again.attempt(Key{Attempt: 3}) != nil ||
		!reflect.DeepEqual(*again, leaf{slot: again.slot, attempts: again.attempts}) {
		t.Errorf("the slot was %+v; it is now %+v", before, again)
	}
	if a := w.remember(again, 2); a != lost || *a != (attempt{leaf: again, number: 2}) || again.attempt(Key{Attempt: 2}) != a {
		t.Errorf("the attempt was at %p; the next is at %p, %+v", lost, a, a)
	}
	if third := p.take(); third.index == first.index || third.index == second.index || len(p.slots) != 3 {
		t.Errorf("the third leaf in flight has slot %d of %d", third.index, len(p.slots))
	}
}
