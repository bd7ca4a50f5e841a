package engine_test

import (
	"math"

	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/portable"
)

// What the dumb engine knows of the members of unions: by the letter again, and each in
// a case.

// gap is the time from request i−1, or from 0, to request i.
func (d *dumb) gap(i int) fixed.Micros {
	switch a := &d.s.Workload.Arrival; {
	case a.Poisson != nil:
		u := draw.Uniform(draw.New(d.s.Seed, draw.Arrival).Word(draw.At(i, 0, 0, 0), 0))
		return fixed.Micros(math.Round(1e12 / float64(a.Poisson.RatePerSecond) * -portable.Log(u)))
	case a.Paced != nil && i == 1:
		return 0
	case a.Paced != nil:
		return a.Paced.IntervalMs
	default:
		panic("the dumb engine does not know this arrival: give gap a case")
	}
}

func (d *dumb) delay() fixed.Micros {
	if ms := d.policy().Delay.Ms; ms != nil {
		return *ms
	}
	panic("the dumb engine does not know this delay: give delay a case")
}

// pays says whether the budget lets a leaf hedge.
func (d *dumb) pays(l *branch) bool {
	leaves := d.s.Workload.Total() * d.s.Workload.Hops * d.s.Workload.FanOut.Leaves
	switch b := &d.policy().Budget; {
	case b.Percent != nil:
		return l.hedged || (d.hedged+1)*100_000 <= leaves*int(*b.Percent)
	default:
		panic("the dumb engine does not know this budget: give pays a case")
	}
}

// mayPay says whether the budget may let a leaf hedge, now or later.
func (d *dumb) mayPay(l *branch) bool {
	if d.policy().Budget.Percent != nil {
		return d.pays(l)
	}
	panic("the dumb engine does not know this budget: give mayPay a case")
}

// delayOf is the delay of a policy, or 5 ms if that is not the same all the time.
func delayOf(h *engine.Hedge) fixed.Micros {
	if ms, ok := h.Delay.Fixed(); ok {
		return ms
	}
	return 5 * fixed.Millisecond
}
