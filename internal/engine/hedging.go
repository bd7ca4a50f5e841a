package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// hedging answers a run's questions about its policy; it schedules nothing.
type hedging struct {
	policy *Hedge // nil: none
	left   int    // leaves that the budget still lets hedge
}

func newHedging(s *Scenario) hedging {
	h := hedging{policy: s.Policy.Hedge}
	if h.policy != nil {
		// ⌊N·b/100⌋ with b in thousandths of a percent.
		h.left = int(int64(s.Leaves()) * int64(*h.policy.Budget.Percent) / 100_000)
	}
	return h
}

// next says how long after the attempt just sent the leaf's next one is due, if
// there is to be one.
func (h *hedging) next(l *leaf) (fixed.Ms, bool) {
	if h.policy == nil || len(l.attempts) >= h.policy.MaxAttempts {
		return 0, false
	}
	return *h.policy.Delay.Ms, true
}

// refuse says why the leaf's hedge that falls due may not be sent; empty if it
// may. A leaf draws on the budget once, for all its backups.
func (h *hedging) refuse(l *leaf) Reason {
	if len(l.attempts) > 1 {
		return ""
	}
	if h.left == 0 {
		return SuppressedByBudget
	}
	h.left--
	return ""
}

// cancels says whether an answer stops the attempts that lost.
func (h *hedging) cancels() bool {
	return h.policy != nil && h.policy.Cancel == CancelOnAnswer
}
