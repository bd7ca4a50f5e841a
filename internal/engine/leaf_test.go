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
	l.open(ofLeaf, Key{Request: 1, Hop: 1, Leaf: 1}, c, 2)
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
	var p pool[leaf]
	one, first := p.take()
	other, second := p.take()
	first.open(one, Key{Request: 1}, new(call), 2)
	if one == other || p.at(one) != first || p.at(other) != second {
		t.Fatalf("the slots are %+v and %+v", one, other)
	}
	first.attempts[0].state = Running
	first.live, first.lost, first.started, first.committed, first.due, first.hedged = 1, 1, true, true, true, true
	p.put(one)
	again, guest := p.take()
	guest.open(again, Key{Request: 2}, nil, 2)
	if guest != first || again.index != one.index || p.at(one) != nil || p.at(again) != guest || guest.attempts[0].isLive() ||
		!reflect.DeepEqual(*guest, leaf{slot: again, key: Key{Request: 2}, attempts: guest.attempts}) {
		t.Errorf("the slot was %+v; it is now %+v, of %+v", one, again, guest)
	}
	if third, _ := p.take(); third.index == one.index || third.index == other.index || len(p.places) != 3 {
		t.Errorf("the third leaf in flight has slot %d of %d", third.index, len(p.places))
	}
}
