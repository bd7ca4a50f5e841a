package measure_test

import (
	"math/big"

	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// services are those of a scenario's attempts.
type services struct {
	s   *engine.Scenario
	law latency.Sampler
}

func newServices(s *engine.Scenario) services { return services{s, s.Backend.Latency.Sampler(s.Seed)} }

// of is how long an attempt is worked on that starts at a server at an instant, if
// nothing stops it.
func (v services) of(key engine.Key, server int16, at fixed.Micros) fixed.Micros {
	s, attempt := v.s, int(key.Attempt)
	word := draw.New(s.Seed, draw.CommonCause).Word(draw.At(int(key.Request), int(key.Hop), int(key.Leaf), 0), 0)
	if s.Backend.Copies == engine.Identical || draw.Below(word, 100_000) < int(s.Backend.CommonCausePercent) {
		attempt = 1
	}
	service := new(big.Rat).SetInt64(int64(v.law.Service(draw.At(int(key.Request), int(key.Hop), int(key.Leaf), attempt))))
	if c := s.Backend.Capacity.Cluster; c != nil {
		for _, slow := range c.Slow {
			if (slow.Server == 0 || slow.Server == int(server)) && slow.FromMs <= at && at < slow.ToMs {
				service.Mul(service, big.NewRat(int64(slow.Factor), 1_000_000))
			}
		}
	}
	return min(rounded(service), milliseconds(86_400_000))
}

// noneCanFollow says whether no hedge of a leaf can be sent after a turn: there is no
// other before its hop ends, the budget has nothing left, after so many leaves that have
// hedged, or chance is against all that follow.
func noneCanFollow(s *engine.Scenario, turn engine.Event, hedged bool, hedgers int, arrival, began fixed.Micros) bool {
	h := s.Policy.Hedge
	if h == nil || turn.Reason == engine.SuppressedByBudget {
		return true
	}
	if percent := h.Budget.Percent; percent != nil && !hedged && hedgers >= s.Leaves()*int(*percent)/100_000 {
		return true
	}
	delay, isFixed := h.Delay.Fixed()
	if !isFixed {
		panic("noneCanFollow knows fixed delays only: give it a case")
	}
	for number := int(turn.Key.Attempt) + 1; number <= h.MaxAttempts; number++ {
		at := turn.At + fixed.Micros(number-int(turn.Key.Attempt))*delay
		deadline, after := s.Workload.DeadlineMs, s.Workload.FanOut.AfterMs
		if deadline > 0 && at > arrival+deadline || after > 0 && at > began+after {
			return true
		}
		word := draw.New(s.Seed, draw.Probability).Word(draw.At(int(turn.Key.Request), int(turn.Key.Hop), int(turn.Key.Leaf), number), 0)
		if draw.Below(word, 100_000) < int(h.ProbabilityPercent) {
			return false
		}
	}
	return true
}
