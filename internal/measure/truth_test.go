package measure_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// TestEventsSayWhatTheirTimesComeTo holds every member of every event of random
// scenarios against the events before it.
func TestEventsSayWhatTheirTimesComeTo(t *testing.T) {
	r := chooser{rand.New(rand.NewPCG(31, 7))}
	n := map[string]int{}
	for i := range 1000 {
		s := r.scenario()
		if i%2 == 1 {
			s = r.shaped()
		}
		w := newWitness(s)
		engine.Run(s, func(e *engine.Event) bool {
			if want := w.hear(*e); *e != want {
				t.Fatalf("%+v\n%v, not\n%v, in %s", *e, e, want, text(s))
			}
			n[e.Type.String()]++
			n[fmt.Sprint(e.Type, " ", e.State)]++
			n["by "+e.By.String()]++
			for what, is := range map[string]bool{"won": e.Won, "waits": e.Type == engine.AttemptStarted && e.Took > 0, "extra": e.Extra, "cut short": e.Service > e.Work, "partial": e.Partial, "duplicates": e.Duplicate} {
				if is {
					n[what]++
				}
			}
			return true
		})
		w.closes(t, n)
	}
	t.Log(n)
	for kind := engine.RequestArrived; kind <= engine.RunCompleted; kind++ {
		if n[kind.String()] == 0 {
			t.Errorf("saw no %v", kind)
		}
	}
	for _, what := range []string{
		"won", "waits", "extra", "cut short", "partial", "duplicates", "by quorum", "by time", "by failure", "by deadline", "by answer", "by start",
		"attempt.cancelled waiting",
		"attempt.cancelled running", "attempt.lost sent", "attempt.lost waiting", "attempt.lost running", "leaves closed",
	} {
		if n[what] == 0 {
			t.Errorf("saw no %s", what)
		}
	}
}

// closes says that every life has ended, once.
func (w *witness) closes(t *testing.T, n map[string]int) {
	t.Helper()
	sum := func(kinds ...engine.EventType) (all int) {
		for _, kind := range kinds {
			for at, times := range w.n {
				if at.kind == kind && at.key == requestOf(at.key) {
					all += times
				}
			}
		}
		return all
	}
	ended := sum(engine.AttemptAnswered, engine.AttemptCancelled, engine.AttemptRefused, engine.AttemptLost)
	if sent := sum(engine.AttemptSent); sent != ended {
		t.Fatalf("%d attempts were sent, and %d ended, in %s", sent, ended, text(w.s))
	}
	over := sum(engine.RequestAnswered, engine.RequestFailed, engine.RequestExpired)
	if arrived := sum(engine.RequestArrived); arrived != over || arrived != w.s.Workload.Total() {
		t.Fatalf("%d of %d requests arrived, and %d ended, in %s", arrived, w.s.Workload.Total(), over, text(w.s))
	}
	if w.s.Workload.Leaves() == 1 {
		return
	}
	if hops := sum(engine.HopEnded); hops != len(w.begun) {
		t.Fatalf("%d hops began, and %d ended, in %s", len(w.begun), hops, text(w.s))
	}
	n["leaves closed"] += len(w.begun)*w.s.Workload.FanOut.Leaves - sum(engine.LeafAnswered, engine.LeafFailed)
}
