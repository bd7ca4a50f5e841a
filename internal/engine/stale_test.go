package engine

import (
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// Timers of calls and of hops that are over do not pile up: of more than 100,000 that
// would fall due in a day, the agenda keeps no more than it has room for.
func TestAgendaForgetsWhatDoesNotMatter(t *testing.T) {
	day, percent := 86_400_000*fixed.Millisecond, fixed.Percent(100_000)
	for what, c := range map[string]struct {
		requests, hops    int
		service, deadline fixed.Micros
		after             fixed.Micros
	}{
		"hedges and deadlines of calls that are over": {150_000, 1, 0, day, 0},
		"clocks of hops that are over":                {10_000, 10, 20 * fixed.Millisecond, 0, day},
	} {
		s := &Scenario{
			Workload: Workload{
				Requests: c.requests, Arrival: Arrival{Paced: &Paced{IntervalMs: 1}}, Hops: c.hops,
				FanOut: FanOut{Leaves: 1, AfterMs: c.after}, Operation: Read, DeadlineMs: c.deadline,
			},
			Backend: Backend{Latency: latency.Law{Constant: &latency.Constant{Ms: c.service}}, Copies: Independent, Capacity: Capacity{Unlimited: &Unlimited{}}},
			Policy: Policy{Hedge: &Hedge{
				Delay: Delay{Ms: &day}, MaxAttempts: 2, ProbabilityPercent: percent, Budget: Budget{Percent: &percent}, Cancel: CancelOnAnswer, CancelReach: ReachRunning,
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
		if answered != c.requests || most > agendaRoom+4 {
			t.Errorf("%s: %d answered; %d on the agenda", what, answered, most)
		}
	}
}
