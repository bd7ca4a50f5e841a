package engine

import (
	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// hedging answers a run's questions about its policy; it schedules nothing.
type hedging struct {
	policy    *Hedge // nil: none
	cancel    Cancellation
	delay     timer
	fixed     bool         // the delay is the same all the time
	wait      fixed.Micros // it, then
	chance    draw.Source
	budget    account
	listeners []listener // the delay and the budget, if they hear events
}

// listener hears each event of a run after it has happened: what depends on more than
// the settings learns from that.
type listener interface{ hear(*Event) }

func newHedging(s *Scenario) hedging {
	h := hedging{policy: s.Policy.Hedging(), cancel: s.Policy.Cancellation(), chance: draw.New(s.Seed, draw.Probability)}
	if h.policy == nil {
		return h
	}
	h.delay, h.budget = h.policy.Delay.kind().open(), h.policy.Budget.kind().open(s.Leaves())
	h.wait, h.fixed = h.policy.Delay.Fixed()
	for _, part := range []any{h.delay, h.budget} {
		if hears, ok := part.(listener); ok {
			h.listeners = append(h.listeners, hears)
		}
	}
	return h
}

// next gives the time from an attempt to the next one of its leaf; false if the attempt
// is the last.
func (h *hedging) next(attempt int8) (fixed.Micros, bool) {
	if h.policy == nil || int(attempt) >= h.policy.MaxAttempts {
		return 0, false
	}
	if h.fixed {
		return h.wait, true
	}
	return h.delay.next(), true
}

// admit draws on the budget for a leaf's hedge that falls due, or says why it may not
// be sent. Chance is asked first.
func (h *hedging) admit(l *leaf, number int8) Reason {
	if !h.happens(l.id, number) {
		return SuppressedByProbability
	}
	if !h.budget.draw(l.hedged) {
		return SuppressedByBudget
	}
	l.hedged = true
	return NoReason
}

// happens draws whether a leaf's attempt is sent when it falls due.
func (h *hedging) happens(leaf id, number int8) bool {
	return h.policy.ProbabilityPercent == certain || happens(h.policy.ProbabilityPercent, leaf.withAttempt(number).word(h.chance, 0))
}

// isHopeless says whether no hedge of a leaf that ends at an instant can be sent any
// more: none is to come by then, a tied sibling has started, the budget has nothing left,
// or chance is against all that are to come.
func (h *hedging) isHopeless(l *leaf, end fixed.Micros) bool {
	if l.due == 0 || l.started && h.ties() || h.budget.isSpent(l.hedged) {
		return true
	}
	at := l.dueAt
	for number := l.due; int(number) <= h.policy.MaxAttempts && at <= end; number++ {
		if h.happens(l.id, number) {
			return false
		}
		at += h.delay.next()
	}
	return true
}

// cancels says whether the attempts that lost are stopped.
func (h *hedging) cancels() bool { return h.cancel.Cancel != CancelNever }

// ties says whether the copies of a leaf are tied: the first that starts withdraws
// those that wait.
func (h *hedging) ties() bool { return h.policy != nil && h.cancel.Cancel == CancelOnStart }

// reaches says whether a message of a kind stops an attempt that waits or runs. That
// of a tied sibling reaches only those that wait.
func (h *hedging) reaches(kind kind, state WorkState) bool {
	return state == Waiting || kind == dueCancel && h.cancel.CancelReach == ReachRunning
}

// certain is 100 %.
const certain = 100_000

// happens is true for a percentage of all words.
func happens(percent fixed.Percent, word uint64) bool {
	return draw.Below(word, certain) < int(percent)
}
