package measure

import (
	"math/rand/v2"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// fan is a scenario of wide requests, of whose leaves one in a hundred takes a
// thousand times as long as the others, and runs on when its hop has ended.
func fan(requests, leaves, attempts int, delay fixed.Micros) *engine.Scenario {
	ms := func(n int) latency.Law {
		return latency.Law{Constant: &latency.Constant{Ms: fixed.Micros(n) * fixed.Millisecond}}
	}
	return &engine.Scenario{
		Workload: engine.Workload{
			Requests: requests, Arrival: engine.Arrival{Paced: &engine.Paced{IntervalMs: 10 * fixed.Millisecond}},
			Hops: 2, FanOut: engine.FanOut{Leaves: leaves, Quorum: leaves * 9 / 10}, Operation: engine.Read,
		},
		Backend: engine.Backend{
			Latency: latency.Law{Mixture: &latency.Mixture{Parts: []latency.Part{{Weight: 99_000_000, Latency: ms(1)}, {Weight: 1_000_000, Latency: ms(1000)}}}},
			Copies:  engine.Independent, Capacity: engine.Capacity{Unlimited: &engine.Unlimited{}},
		},
		Policy: engine.Policy{Hedge: &engine.Hedge{
			Delay: engine.Delay{Ms: &delay}, MaxAttempts: attempts, ProbabilityPercent: 90_000,
			Budget: engine.Budget{Percent: new(fixed.Percent(100_000))}, Cancel: engine.CancelNever, CancelReach: engine.ReachRunning,
		}},
		Judge: engine.Judge{Percentile: 99_000},
	}
}

// The attempts of a request join the others at their end, so that a wide request
// costs no more for a leaf than a narrow one; and its entry needs room for what is
// live, not for what it has sent.
func TestWorksNeedRoomForWhatIsLive(t *testing.T) {
	for _, s := range []*engine.Scenario{
		fan(3, 10_000, 1, 0), fan(1, 10_000, 4, 0), fan(1, 10_000, 4, fixed.Millisecond/2), fan(100, 20, 16, 0), fan(100, 20, 16, fixed.Millisecond),
	} {
		l := newLedger(s)
		sent, most := 0, 0
		engine.Run(s, func(e engine.Event) bool {
			l.Add(e)
			r := l.open[e.Key.Request]
			if r == nil {
				return true
			}
			if w := &r.works; cap(w.all) > 4*w.live+2*fewWorks {
				t.Fatalf("after %v there is room for %d attempts, of which %d are live", e, cap(w.all), w.live)
			}
			if e.Type == engine.AttemptSent {
				sent++
				most = max(most, r.works.live)
				if last := r.works.all[len(r.works.all)-1]; last.place != l.placing.of(e.Key) {
					t.Fatalf("%v is not the last in order", e)
				}
			}
			return true
		})
		room := 0
		for _, r := range l.spare {
			room += cap(r.works.all)
		}
		t.Logf("%d attempts, at most %d of a request live; at the end room for %d in %d entries", sent, most, room, len(l.spare))
		if len(l.open) > 0 || sent < 4000 || room > 2*fewWorks*len(l.spare) {
			t.Errorf("%d requests are open", len(l.open))
		}
	}
}

// Of one request at most 160,000 attempts are shown, those of the first hops.
func TestWorksShown(t *testing.T) {
	var w works
	for i := range attemptsOfFirst + 1 {
		w.add(work{place: place(i), hop: uint8(1 + i/100_000), phase: running})
	}
	if shown := w.shown(); len(shown) != attemptsOfFirst || shown[0].Hop != 1 || shown[attemptsOfFirst-1].Hop != 2 {
		t.Errorf("%d attempts are shown", len(shown))
	}
}

// Attempts that come in any order, and end in any, are found again.
func TestWorksInAnyOrder(t *testing.T) {
	r, ended := rand.New(rand.NewPCG(1, 2)), 0
	for range 100 {
		var w works
		live := map[place]fixed.Micros{}
		order := r.Perm(500) // an attempt never comes again
		for at := range fixed.Micros(500) {
			p := place(order[at])
			w.add(work{place: p, phase: waiting, sent: at})
			live[p] = at
			for p, sent := range live {
				if a := w.at(p); a.sent != sent || a.phase == over {
					t.Fatalf("at %v stands %+v", p, *a)
				}
				if r.IntN(20) == 0 {
					w.end(w.at(p))
					delete(live, p)
				}
			}
			if w.live != len(live) || len(w.shown()) != len(live) {
				t.Fatalf("%d are live, %d shown, of %d", w.live, len(w.shown()), len(live))
			}
		}
		ended += 500 - w.live
	}
	t.Logf("%d attempts ended", ended)
	if ended == 0 {
		t.Error("nothing ended")
	}
}
