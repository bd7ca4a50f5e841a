package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// Budget bounds hedging: a union of which exactly one member is set.
type Budget struct {
	Percent *fixed.Percent `json:"percent,omitempty" validate:"omitempty,min=0,max=100000"`
}

// budget is what each kind of budget answers.
type budget interface {
	// binds says whether it may refuse a hedge.
	binds() bool
	// open starts the account of a run with so many leaves.
	open(leaves int) account
}

// account is a budget while a run draws on it. One that depends on what happens is a
// listener too.
type account interface {
	// draw takes what a hedge costs, of a leaf that has hedged before or has not; false
	// if there is not enough.
	draw(again bool) bool
	// isSpent says whether no hedge of such a leaf can be paid any more, now or later.
	isSpent(again bool) bool
}

// kind gives the member that is set. A new budget is a file and a line here.
func (b Budget) kind() budget {
	switch {
	case b.Percent != nil:
		return percentBudget(*b.Percent)
	default:
		panic("a budget of no kind")
	}
}

// Binds says whether the budget may refuse a hedge.
func (b Budget) Binds() bool { return b.kind().binds() }

// percentBudget lets a share of the run's leaves hedge, in the order in which their
// first hedges fall due. A leaf draws on it once, for all its backups.
type percentBudget fixed.Percent

func (b percentBudget) binds() bool { return b < 100_000 }

// open gives ⌊N·b/100⌋ leaves, with b in thousandths of a percent.
func (b percentBudget) open(leaves int) account {
	return &leavesLeft{int(int64(leaves) * int64(b) / 100_000)}
}

// leavesLeft is how many leaves may still begin to hedge.
type leavesLeft struct{ n int }

func (a *leavesLeft) draw(again bool) bool {
	if again {
		return true
	}
	if a.n == 0 {
		return false
	}
	a.n--
	return true
}

func (a *leavesLeft) isSpent(again bool) bool { return !again && a.n == 0 }
