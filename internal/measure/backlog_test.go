package measure

import (
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// A backlog is a collapse's if at least 2 % of all and at least 100 are open at the
// last arrival, and more than when three quarters had arrived.
func TestBacklogOfACollapse(t *testing.T) {
	tests := []struct {
		n, early, late int
		want           bool
	}{
		{150, 0, 100, true}, {150, 0, 99, false},
		{5000, 0, 100, true}, {5001, 0, 100, false},
		{10_000, 0, 200, true}, {10_000, 0, 199, false}, {20_000_000, 0, 400_000, true}, {20_000_000, 0, 399_999, false},
		{150, 100, 101, true}, {150, 101, 101, false}, {150, 120, 101, false},
	}
	for _, test := range tests {
		b := backlog{n: test.n, then: [2]int{test.early, test.late}}
		if got := b.collapsed(); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
	t.Logf("%d backlogs", len(tests))
}

// What is open is counted when all of the instant of an arrival has been played: later
// arrivals at that instant are in, and who ends at it is out.
func TestBacklogIsCountedAfterItsInstant(t *testing.T) {
	b := backlog{n: 4}
	tell := func(at fixed.Micros, kind engine.EventType) { b.add(&engine.Event{At: at, Type: kind}) }
	tell(0, engine.RequestArrived)
	tell(5, engine.RequestArrived)
	tell(10, engine.RequestArrived) // ⌊3·4/4⌋
	tell(10, engine.RequestArrived) // and at once the last
	tell(10, engine.AttemptSent)
	if b.marked != [2]bool{} {
		t.Errorf("after the arrivals: %+v", b)
	}
	tell(10, engine.RequestAnswered)
	tell(11, engine.RequestFailed)
	b.settle()
	if want := [2]int{3, 3}; b.then != want {
		t.Errorf("then %v were open, not %v", b.then, want)
	}
}
