package engine

import (
	"reflect"
	"testing"
)

// An attempt ends once: what was still on the agenda for it then comes to nothing,
// though its leaf goes on with another.
func TestNothingHappensToAnAttemptThatHasEnded(t *testing.T) {
	var told []Event
	w := world{
		scenario: &Scenario{Workload: Workload{Operation: Write}},
		tell:     func(e Event) bool { told = append(told, e); return true },
	}
	over, running := Key{Request: 1, Attempt: 1}, Key{Request: 1, Attempt: 2}
	w.leaves.attempts = 2
	l := w.leaves.take()
	l.attempts[1].state, l.live = Running, 1
	happenings := map[string]func(*attempt){"commit": w.commit, "finish": w.finish, "cancel": w.cancel}
	for name, happen := range happenings {
		happen(l.attempt(over))
		if len(told) > 0 || l.live != 1 || l.ended || l.committed {
			t.Fatalf("%s: %v; the leaf is %+v", name, told, l)
		}
	}
	w.commit(l.attempt(running))
	w.finish(l.attempt(running))
	if len(told) != 3 || l.live != 0 || !l.ended || !l.committed {
		t.Errorf("the attempt that runs tells %v; the leaf is %+v", told, l)
	}
	t.Logf("%d happenings", len(happenings))
}

// A slot is used again under another generation, with nothing left of its leaf.
func TestSlotsAreUsedAgain(t *testing.T) {
	p := pool{attempts: 2}
	first, second := p.take(), p.take()
	if first.slot == second.slot || p.at(first.slot) != first || p.at(second.slot) != second {
		t.Fatalf("the slots are %d and %d", first.slot, second.slot)
	}
	first.attempts[0].state = Running
	first.live, first.lost, first.sent, first.ended, first.committed, first.due, first.hedged = 1, 1, 1, true, true, true, true
	before := first.generation
	p.release(first)
	again := p.take()
	if again.slot != first.slot || again.generation == before || again.attempts[0].isLive() ||
		!reflect.DeepEqual(*again, leaf{slot: again.slot, generation: again.generation, attempts: again.attempts}) {
		t.Errorf("the slot was %d of generation %d; it is now %+v", first.slot, before, again)
	}
	if third := p.take(); third.slot == first.slot || third.slot == second.slot || len(p.slots) != 3 {
		t.Errorf("the third leaf in flight has slot %d of %d", third.slot, len(p.slots))
	}
}
