package engine

import (
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// Timers of calls that are over do not pile up: of 150,000 hedges
// that would fall due in a day, the agenda keeps no more than it has room for.
func TestAgendaForgetsWhatDoesNotMatter(t *testing.T) {
	const n = 150_000
	delay, percent := 86_400_000*fixed.Millisecond, fixed.Percent(100_000)
	s := &Scenario{
		Workload: Workload{
			Requests: n, Arrival: Arrival{Paced: &Paced{IntervalMs: 1}}, Hops: 1, FanOut: FanOut{Leaves: 1}, Operation: Read,
			DeadlineMs: 80_000_000 * fixed.Millisecond,
		},
		Backend: Backend{Latency: latency.Law{Constant: &latency.Constant{}}, Copies: Independent, Capacity: Capacity{Unlimited: &Unlimited{}}},
		Policy: Policy{Hedge: &Hedge{
			Delay: Delay{Ms: &delay}, MaxAttempts: 2, ProbabilityPercent: percent, Budget: Budget{Percent: &percent}, Cancel: CancelOnAnswer, CancelReach: ReachRunning,
		}},
	}
	answered, most := 0, 0
	w := newWorld(s, func(e Event) bool {
		if e.Type == RequestAnswered {
			answered++
		}
		return true
	})
	for w.step() {
		most = max(most, len(w.agenda))
	}
	if answered != n || most > agendaRoom+4 {
		t.Errorf("%d answered; %d on the agenda", answered, most)
	}
}
