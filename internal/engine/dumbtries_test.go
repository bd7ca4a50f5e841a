package engine_test

import (
	"math/big"
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// The attempts of the dumb engine: their starts, commits, ends and cancellations, and
// the hedges.

func (d *dumb) policy() *engine.Hedge { return d.s.Policy.Hedge }

func (d *dumb) tied() bool { return d.policy() != nil && d.policy().Cancel == engine.CancelOnStart }

func (d *dumb) of(l *branch, states ...string) (found []*try) {
	for _, a := range d.tries {
		if a.leaf == l && slices.Contains(states, a.state) {
			found = append(found, a)
		}
	}
	return found
}

// run starts an attempt, and says when it commits and finishes. The first of a leaf
// tells its tied siblings.
func (d *dumb) run(a *try, server int) {
	if !a.leaf.begun && d.tied() {
		for _, b := range d.of(a.leaf, "waiting") {
			if b != a {
				d.later(d.policy().CancelDelayMs, 3, b.key(), func() { d.cancel(b, "waiting") })
			}
		}
	}
	a.leaf.begun = true
	a.state, a.server, a.started = "running", server, d.now
	d.tell(engine.Event{Type: engine.AttemptStarted, Key: a.key(), Server: server})
	service := d.serviceOf(a)
	if d.s.Workload.Operation != engine.Read {
		d.later(min(d.s.Workload.CommitMs, service), 1, a.key(), func() { d.commit(a) })
	}
	d.later(service, 2, a.key(), func() {
		if a.state == "running" {
			a.state = "gone"
			d.answer(a)
		}
	})
}

func (d *dumb) serviceOf(a *try) fixed.Micros {
	l, number := a.leaf, a.number
	cause := draw.New(d.s.Seed, draw.CommonCause).Word(l.call.request, l.hop, l.number, 0, 0)
	if d.s.Backend.Copies == engine.Identical || draw.Below(cause, 100_000) < int(d.s.Backend.CommonCausePercent) {
		number = 1
	}
	service := d.service.Service(l.call.request, l.hop, l.number, number)
	if d.cluster() == nil {
		return service
	}
	slowed := new(big.Rat).SetInt64(int64(service))
	for _, slow := range d.cluster().Slow {
		if in(slow.Window, a.server, d.now) {
			slowed.Mul(slowed, big.NewRat(int64(slow.Factor), 1_000_000))
		}
	}
	slowed.Add(slowed, big.NewRat(1, 2)) // rounded once, half up
	return fixed.Micros(new(big.Int).Quo(slowed.Num(), slowed.Denom()).Int64())
}

func (d *dumb) commit(a *try) {
	if a.state != "running" {
		return
	}
	e := engine.Event{Type: engine.WriteCommitted, Key: a.key(), Server: a.server, Duplicate: a.leaf.duplicate}
	if a.leaf.duplicate && d.s.Workload.Operation == engine.IdempotentWrite {
		e.Type, e.Duplicate = engine.WriteDeduplicated, false
	}
	a.leaf.duplicate = true
	d.tell(e)
}

func (d *dumb) awaitHedge(l *branch, number int) {
	h := d.policy()
	if h == nil || number > h.MaxAttempts {
		return
	}
	l.awaits = true
	d.later(*h.Delay.Ms, 5, l.attempt(number), func() { d.hedge(l, number) })
}

func (d *dumb) hedge(l *branch, number int) {
	l.awaits = false
	if !l.open || d.tied() && l.begun {
		return
	}
	h := d.policy()
	suppressed := engine.Event{Type: engine.HedgeSuppressed, Key: l.attempt(number)}
	chance := draw.New(d.s.Seed, draw.Probability).Word(l.call.request, l.hop, l.number, number, 0)
	leaves := d.s.Workload.Total() * d.s.Workload.Hops * d.s.Workload.FanOut.Leaves
	switch {
	case draw.Below(chance, 100_000) >= int(h.ProbabilityPercent):
		suppressed.Reason = engine.SuppressedByProbability
		d.tell(suppressed)
		d.awaitHedge(l, number+1)
	case !l.hedged && (d.hedged+1)*100_000 > leaves*int(*h.Budget.Percent):
		suppressed.Reason = engine.SuppressedByBudget
		d.tell(suppressed)
	default:
		if !l.hedged {
			l.hedged = true
			d.hedged++
		}
		d.send(&try{leaf: l, number: number})
	}
}

// close lets no more of a leaf count, and sends cancellations to what is left of it.
func (d *dumb) close(l *branch) {
	l.open = false
	h := d.policy()
	if h == nil || h.Cancel == engine.CancelNever {
		return
	}
	for _, a := range d.of(l, "waiting", "running") {
		d.later(h.CancelDelayMs, 3, a.key(), func() {
			d.cancel(a, "waiting")
			if h.CancelReach == engine.ReachRunning {
				d.cancel(a, "running")
			}
		})
	}
}

// cancel ends an attempt if it is in a state.
func (d *dumb) cancel(a *try, state string) {
	if a.state != state {
		return
	}
	e := engine.Event{Type: engine.AttemptCancelled, Key: a.key(), Server: a.server, State: engine.WorkState(state)}
	if state == "running" {
		e.Work = d.now - a.started
	}
	a.state = "gone"
	d.tell(e)
}
