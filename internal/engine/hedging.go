package engine

import (
	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// hedging answers a run's questions about its policy; it schedules nothing.
type hedging struct {
	policy    *Hedge // nil: none
	delay     timer
	chance    draw.Source
	budget    account
	listeners []listener // the delay and the budget, if they hear events
}

// listener hears each event of a run after it has happened: what depends on more than
// the settings learns from that.
type listener interface{ hear(*Event) }

func newHedging(s *Scenario) hedging {
	h := hedging{policy: s.Policy.Hedging(), chance: draw.New(s.Seed, draw.Probability)}
	if h.policy == nil {
		return h
	}
	h.delay, h.budget = h.policy.Delay.kind().open(), h.policy.Budget.kind().open(s.Leaves())
	for _, part := range []any{h.delay, h.budget} {
		if hears, ok := part.(listener); ok {
			h.listeners = append(h.listeners, hears)
		}
	}
	return h
}

// next says how long after an attempt's turn the next one's is, if there is to be
// one.
func (h *hedging) next(attempt int8) (fixed.Micros, bool) {
	if h.policy == nil || int(attempt) >= h.policy.MaxAttempts {
		return 0, false
	}
	return h.delay.next(), true
}

// admit draws on the budget for a leaf's hedge that falls due, or says why it may not
// be sent. Chance is asked first.
func (h *hedging) admit(l *leaf, number int8) Reason {
	if !happens(h.policy.ProbabilityPercent, l.keyOf(number).word(h.chance, 0)) {
		return SuppressedByProbability
	}
	if !h.budget.draw(l.hedged) {
		return SuppressedByBudget
	}
	l.hedged = true
	return NoReason
}

// cancels says whether the attempts that lost are stopped.
func (h *hedging) cancels() bool {
	return h.policy != nil && h.policy.Cancel != CancelNever
}

// ties says whether the copies of a leaf are tied: the first that starts withdraws
// those that wait.
func (h *hedging) ties() bool {
	return h.policy != nil && h.policy.Cancel == CancelOnStart
}

// reaches says whether a message of a kind stops an attempt that waits or runs. That
// of a tied sibling reaches only those that wait.
func (h *hedging) reaches(kind kind, state WorkState) bool {
	return state == Waiting || kind == dueCancel && h.policy.CancelReach == ReachRunning
}

// happens says whether a word has something happen that does so in a percentage of
// cases.
func happens(percent fixed.Percent, word uint64) bool {
	const whole = 100_000
	return draw.Below(word, whole) < int(percent)
}
