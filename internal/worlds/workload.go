package worlds

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// A world's workload, policy and judge.

func (l generator) workload(most scale) engine.Workload {
	w := engine.Workload{
		Requests:   1 + l.IntN(most.requests),
		Arrival:    l.arrival(),
		Bursts:     some(l, 2, func() engine.Burst { return engine.Burst{AtMs: l.instant(), Requests: 1 + l.IntN(most.burst)} }),
		Operation:  One(l, engine.Read, engine.Write, engine.IdempotentWrite),
		CommitMs:   l.span(),
		Hops:       1,
		FanOut:     engine.FanOut{Leaves: 1, AfterMs: One(l, 0, 0, 0, l.span())},
		DeadlineMs: One(l, 0, l.deadline()),
		DurationMs: fixed.Micros(l.IntN(301)) * fixed.Millisecond,
	}
	if l.IntN(2) == 0 {
		w.Hops, w.FanOut = One(l, 1, 1, 1, 2, 3), l.fanOut()
		w.Requests = max(1, min(w.Requests, most.leaves/w.Leaves()))
	}
	w.WarmupRequests = One(l, 0, l.IntN(w.Total()))
	return w
}

func (l generator) arrival() (a engine.Arrival) {
	paced := func() { a.Paced = &engine.Paced{IntervalMs: l.span()} }
	One(l, paced, paced, paced,
		func() { a.Poisson = &engine.Poisson{RatePerSecond: 1_000_000 * fixed.Millionths(10+l.IntN(1000))} },
	)()
	return a
}

func (l generator) fanOut() engine.FanOut {
	leaves := 1 + l.IntN(4)
	return engine.FanOut{Leaves: leaves, Quorum: One(l, 0, l.IntN(leaves+1)), AfterMs: One(l, 0, l.span())}
}

func (l generator) deadline() fixed.Micros { return fixed.Micros(1+l.IntN(24)) * 5 * fixed.Millisecond }

func (l generator) policy() (p engine.Policy) {
	hedge := func() { p.Hedge = l.hedge() }
	One(l, hedge, hedge, hedge, hedge, hedge,
		func() { p.None = &engine.None{Cancellation: l.cancellation()} },
	)()
	return p
}

func (l generator) hedge() *engine.Hedge {
	return &engine.Hedge{
		Delay:              engine.Delay{Ms: new(One(l, 0, l.span(), l.span()))},
		MaxAttempts:        1 + l.IntN(5),
		ProbabilityPercent: One(l, 100_000, l.share()),
		Budget:             engine.Budget{Percent: new(One(l, 100_000, l.share()))},
		Cancellation:       l.cancellation(),
	}
}

func (l generator) cancellation() engine.Cancellation {
	return engine.Cancellation{
		Cancel:        One(l, engine.CancelOnAnswer, engine.CancelOnStart, engine.CancelNever),
		CancelReach:   One(l, engine.ReachRunning, engine.ReachQueued),
		CancelDelayMs: One(l, 0, l.span()),
	}
}

func (l generator) judge() engine.Judge {
	return engine.Judge{
		Percentile:            One(l, 50_000, 90_000, 95_000, 99_900, 1+l.share()%100_000),
		ExtraLoadLimitPercent: 2 * l.share(),
	}
}
