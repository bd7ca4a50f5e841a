package engine

import (
	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// hedging answers a run's questions about its policy; it schedules nothing.
type hedging struct {
	policy *Hedge // nil: none
	chance draw.Source
	left   int // leaves that the budget still lets hedge
}

func newHedging(s *Scenario) hedging {
	h := hedging{policy: s.Policy.Hedge, chance: draw.New(s.Seed, draw.Probability)}
	if h.policy != nil {
		// ⌊N·b/100⌋ with b in thousandths of a percent.
		h.left = int(int64(s.Leaves()) * int64(*h.policy.Budget.Percent) / 100_000)
	}
	return h
}

// next says how long after an attempt's turn the next one's is, if there is to be
// one.
func (h *hedging) next(attempt int) (fixed.Micros, bool) {
	if h.policy == nil || attempt >= h.policy.MaxAttempts {
		return 0, false
	}
	return *h.policy.Delay.Ms, true
}

// refuse says why the leaf's hedge that falls due may not be sent; empty if it
// may. Chance is asked first. A leaf draws on the budget once, for all its backups.
func (h *hedging) refuse(l *leaf, number int) Reason {
	if !happens(h.policy.ProbabilityPercent, l.keyOf(number).word(h.chance, 0)) {
		return SuppressedByProbability
	}
	if l.hedged {
		return ""
	}
	if h.left == 0 {
		return SuppressedByBudget
	}
	h.left--
	l.hedged = true
	return ""
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

// happens says whether a word has something happen that does so in a percentage of
// cases.
func happens(percent fixed.Percent, word uint64) bool {
	const whole = 100_000
	return draw.Below(word, whole) < int(percent)
}
