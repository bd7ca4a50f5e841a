package engine

import "testing"

// An attempt ends once: what was still on the agenda for it then comes to nothing,
// though its leaf goes on with another.
func TestNothingHappensToAnAttemptThatHasEnded(t *testing.T) {
	var told []Event
	w := world{
		scenario: &Scenario{Workload: Workload{Operation: Write}},
		tell:     func(e Event) bool { told = append(told, e); return true },
	}
	over, running := Key{Request: 1, Attempt: 1}, Key{Request: 1, Attempt: 2}
	l := w.leaves.take()
	l.attempts, l.live = []attempt{{}, {live: true}}, 1
	happenings := map[string]func(*leaf, Key){"commit": w.commit, "finish": w.finish, "cancel": w.cancel}
	for name, happen := range happenings {
		happen(l, over)
		if len(told) > 0 || l.live != 1 || l.answered || l.committed {
			t.Fatalf("%s: %v; the leaf is %+v", name, told, l)
		}
	}
	w.commit(l, running)
	w.finish(l, running)
	if len(told) != 3 || l.live != 0 || !l.answered || !l.committed {
		t.Errorf("the attempt that runs tells %v; the leaf is %+v", told, l)
	}
	t.Logf("%d happenings", len(happenings))
}

// A slot is used again under another generation, with nothing left of its leaf.
func TestSlotsAreUsedAgain(t *testing.T) {
	var p pool
	first, second := p.take(), p.take()
	if first.slot == second.slot || p.at(first.slot) != first || p.at(second.slot) != second {
		t.Fatalf("the slots are %d and %d", first.slot, second.slot)
	}
	first.attempts = append(first.attempts, attempt{live: true})
	first.live, first.answered, first.committed = 1, true, true
	before := first.generation
	p.release(first)
	again := p.take()
	if again.slot != first.slot || again.generation == before || len(again.attempts) > 0 || again.live != 0 || again.answered || again.committed {
		t.Errorf("the slot was %d of generation %d; it is now %+v", first.slot, before, again)
	}
	if third := p.take(); third.slot == first.slot || third.slot == second.slot || len(p.slots) != 3 {
		t.Errorf("the third leaf in flight has slot %d of %d", third.slot, len(p.slots))
	}
}
