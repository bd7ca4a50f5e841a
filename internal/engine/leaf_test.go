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
	ofCall, c := w.calls.take()
	ofLeaf, l := w.leaves.take()
	*c = call{slot: ofCall, request: 1, hop: 1, leaves: []*leaf{l}, open: 1}
	l.open(ofLeaf, Key{Request: 1, Hop: 1, Leaf: 1}, c)
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
	var w world
	p := &w.leaves
	one, first := p.take()
	other, second := p.take()
	first.open(one, Key{Request: 1}, new(call))
	if one == other || p.at(one) != first || p.at(other) != second {
		t.Fatalf("the slots are %+v and %+v", one, other)
	}
	lost := w.remember(first, 3)
	lost.lost, lost.server, lost.state = true, 7, Running
	first.live, first.lost, first.started, first.committed, first.due, first.hedged = 1, 1, true, true, true, true
	w.abandon(first)
	p.put(one)
	again, guest := p.take()
	guest.open(again, Key{Request: 2}, nil)
	if guest != first || again.index != one.index || p.at(one) != nil || p.at(again) != guest || guest.attempt(Key{Attempt: 3}) != nil ||
		!reflect.DeepEqual(*guest, leaf{slot: again, key: Key{Request: 2}, attempts: guest.attempts}) {
		t.Errorf("the slot was %+v; it is now %+v, of %+v", one, again, guest)
	}
	if a := w.remember(guest, 2); a != lost || *a != (attempt{leaf: guest, number: 2}) || guest.attempt(Key{Attempt: 2}) != a {
		t.Errorf("the attempt was at %p; the next is at %p, %+v", lost, a, a)
	}
	if third, _ := p.take(); third.index == one.index || third.index == other.index || len(p.places) != 3 {
		t.Errorf("the third leaf in flight has slot %d of %d", third.index, len(p.places))
	}
}
