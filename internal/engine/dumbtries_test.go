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

func (d *dumb) cancellation() engine.Cancellation {
	if d.policy() == nil {
		return d.s.Policy.None.Cancellation
	}
	return d.policy().Cancellation
}

func (d *dumb) tied() bool { return d.cancellation().Cancel == engine.CancelOnStart }

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
	if !a.leaf.begun && a.leaf.open && d.tied() {
		for _, b := range d.of(a.leaf, "waiting") {
			if b != a {
				d.later(d.cancellation().CancelDelayMs, 3, b.key(), func() { d.cancel(b, "waiting", engine.ByStart) })
			}
		}
	}
	a.state, a.server, a.started = "running", server, d.now
	d.tell(engine.Event{Type: engine.AttemptStarted, Key: a.key(), Server: int16(server), Took: d.now - a.sent, Extra: a.leaf.begun})
	a.leaf.begun = true
	service := d.serviceOf(a)
	a.service = service
	if d.s.Workload.Operation != engine.Read {
		d.later(min(d.s.Workload.CommitMs, service), 1, a.key(), func() { d.commit(a) })
	}
	d.later(service, 2, a.key(), func() {
		if a.state == "running" {
			d.answer(a)
		}
	})
}

// over ends an attempt, and tells what it was doing.
func (d *dumb) over(a *try, state string, e engine.Event) {
	e.Key, e.Server = a.key(), int16(a.server)
	e.State = map[string]engine.WorkState{"sent": engine.Sent, "waiting": engine.Waiting, "running": engine.Running}[a.state]
	e.Took, e.Service = d.now-a.sent, d.serviceOf(a)
	if a.state == "running" {
		e.Work, e.Service = d.now-a.started, a.service
	}
	a.state, a.leaf.judged = state, false
	d.tell(e)
}

// services are how long attempts are worked on where nothing slows them.
type services func(engine.Key) fixed.Micros

func servicesOf(s *engine.Scenario) services {
	law, causes := s.Backend.Latency.Sampler(s.Seed), draw.New(s.Seed, draw.CommonCause)
	return func(k engine.Key) fixed.Micros {
		request, hop, leaf, attempt := int(k.Request), int(k.Hop), int(k.Leaf), int(k.Attempt)
		cause := causes.Word(draw.At(request, hop, leaf, 0), 0)
		if s.Backend.Copies == engine.Identical || draw.Below(cause, 100_000) < int(s.Backend.CommonCausePercent) {
			attempt = 1
		}
		return law.Service(draw.At(request, hop, leaf, attempt))
	}
}

// serviceOf is how long an attempt would be worked on if it started now.
func (d *dumb) serviceOf(a *try) fixed.Micros {
	service := d.service(a.key())
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
	whole := new(big.Int).Quo(slowed.Num(), slowed.Denom())
	if day := int64(86_400_000 * fixed.Millisecond); whole.Cmp(big.NewInt(day)) > 0 {
		return fixed.Micros(day)
	}
	return fixed.Micros(whole.Int64())
}

func (d *dumb) commit(a *try) {
	if a.state != "running" {
		return
	}
	e := engine.Event{Type: engine.WriteCommitted, Key: a.key(), Server: int16(a.server), Duplicate: a.leaf.committed}
	if a.leaf.committed && d.s.Workload.Operation == engine.IdempotentWrite {
		e.Type, e.Duplicate = engine.WriteDeduplicated, false
	}
	a.leaf.committed = true
	d.tell(e)
}

func (d *dumb) awaitHedge(l *branch, number int) {
	h := d.policy()
	if h == nil || number > h.MaxAttempts {
		return
	}
	l.next, l.nextAt = number, d.now+d.delay()
	d.later(d.delay(), 5, l.attempt(number), func() { d.hedge(l, number) })
}

func (d *dumb) hedge(l *branch, number int) {
	l.next, l.judged = 0, false
	if !l.open || d.tied() && l.begun {
		return
	}
	suppressed := engine.Event{Type: engine.HedgeSuppressed, Key: l.attempt(number)}
	switch {
	case !d.chance(l, number):
		suppressed.Reason = engine.SuppressedByProbability
		d.tell(suppressed)
		d.awaitHedge(l, number+1)
	case !d.pays(l):
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

// chance says whether chance is for a hedge.
func (d *dumb) chance(l *branch, number int) bool {
	word := draw.New(d.s.Seed, draw.Probability).Word(draw.At(l.call.request, l.hop, l.number, number), 0)
	return draw.Below(word, 100_000) < int(d.policy().ProbabilityPercent)
}

// mayHedge says whether a hedge of a leaf can still be sent, before its hop is over in
// any case.
func (d *dumb) mayHedge(l *branch) bool {
	if l.next == 0 || d.tied() && l.begun || !d.mayPay(l) {
		return false
	}
	at, after, deadline := l.nextAt, d.s.Workload.FanOut.AfterMs, d.s.Workload.DeadlineMs
	for number := l.next; number <= d.policy().MaxAttempts; number++ {
		inTime := (after == 0 || at <= l.call.began+after) && (deadline == 0 || at <= l.call.arrived+deadline)
		if inTime && d.chance(l, number) {
			return true
		}
		at += d.delay()
	}
	return false
}

// close lets no more of a leaf count, and sends cancellations to what is left of it.
func (d *dumb) close(l *branch, by engine.Cause) {
	l.open = false
	how := d.cancellation()
	if how.Cancel == engine.CancelNever {
		return
	}
	for _, a := range d.of(l, "waiting", "running") {
		d.later(how.CancelDelayMs, 3, a.key(), func() {
			d.cancel(a, "waiting", by)
			if how.CancelReach == engine.ReachRunning {
				d.cancel(a, "running", by)
			}
		})
	}
}

// cancel ends an attempt if it is in a state.
func (d *dumb) cancel(a *try, state string, by engine.Cause) {
	if a.state == state {
		d.over(a, "gone", engine.Event{Type: engine.AttemptCancelled, By: by})
	}
}
