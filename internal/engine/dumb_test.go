package engine_test

import (
	"cmp"
	"math"
	"math/big"
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
	"github.com/hedgedrill/hedgedrill/internal/portable"
)

// dumb plays a scenario by the letter of docs/model.md and as slowly as it likes:
// one list of all that is due, one list of all attempts ever sent, and every question
// answered by looking through them. It shares the engine's draws and nothing else.
type dumb struct {
	s       *engine.Scenario
	now     fixed.Ms
	due     []thing
	calls   []*call
	tries   []*try // in the order of sending
	turns   int    // of round robin
	hedged  int    // calls that have hedged
	service latency.Sampler
	trace   []engine.Event
}

// thing is something that is due, for a request's attempt (0 for neither).
type thing struct {
	at               fixed.Ms
	rank             int
	request, attempt int
	do               func()
}

type call struct {
	request                         int
	over, hedged, awaits, duplicate bool // awaits: a hedge may come; duplicate: a commit would be one
}

type try struct {
	call    *call
	number  int
	server  int    // 0 while there is none
	state   string // waiting, running, lost or gone
	started fixed.Ms
}

func (a *try) key() engine.Key { return engine.Key{Request: a.call.request, Attempt: a.number} }

func playDumbly(s *engine.Scenario) []engine.Event {
	d := &dumb{s: s, service: s.Backend.Latency.Sampler(s.Seed)}
	d.planArrivals()
	d.planOutages()
	for d.step() {
	}
	d.now = s.Workload.DurationMs
	if n := len(d.trace); n > 0 {
		d.now = max(d.now, d.trace[n-1].At)
	}
	d.tell(engine.Event{Type: engine.RunCompleted})
	return d.trace
}

func (d *dumb) tell(e engine.Event) {
	e.At, e.Seq = d.now, int64(len(d.trace)+1)
	d.trace = append(d.trace, e)
}

func (d *dumb) later(after fixed.Ms, rank, request, attempt int, do func()) {
	d.due = append(d.due, thing{d.now + after, rank, request, attempt, do})
}

// step plays the lowest rank that has anything due, its first item by key.
func (d *dumb) step() bool {
	slices.SortStableFunc(d.due, func(a, b thing) int {
		return cmp.Or(cmp.Compare(a.at, b.at), a.rank-b.rank, a.request-b.request, a.attempt-b.attempt)
	})
	if a, server := d.startable(); a != nil && (len(d.due) == 0 || d.due[0].at > d.now || d.due[0].rank > 4) {
		d.run(a, server)
		return true
	}
	if len(d.due) == 0 {
		return false
	}
	next := d.due[0]
	d.due, d.now = d.due[1:], next.at
	next.do()
	for _, c := range d.calls { // nothing live and no hedge to come
		if !c.over && !c.awaits && len(d.of(c, "waiting", "running", "lost")) == 0 {
			c.over = true
			d.tell(engine.Event{Type: engine.RequestFailed, Key: engine.Key{Request: c.request}})
		}
	}
	return true
}

func (d *dumb) planArrivals() {
	w := &d.s.Workload
	var at fixed.Ms
	gaps := draw.New(d.s.Seed, draw.Arrival)
	for i := 1; i <= w.Requests; i++ {
		switch {
		case w.Arrival.Poisson != nil:
			mean := 1e12 / float64(w.Arrival.Poisson.RatePerSecond)
			at += fixed.Ms(math.Round(mean * -portable.Log(draw.Uniform(gaps.Word(i, 0, 0, 0, 0)))))
		case i > 1:
			at += w.Arrival.Paced.IntervalMs
		}
		d.later(at, 6, i, 0, func() { d.arrive(i) })
	}
	number := w.Requests
	for _, b := range w.Bursts {
		for range b.Requests {
			number++
			n := number
			d.later(b.AtMs, 6, n, 0, func() { d.arrive(n) })
		}
	}
}

func (d *dumb) policy() *engine.Hedge { return d.s.Policy.Hedge }

func (d *dumb) of(c *call, states ...string) (found []*try) {
	for _, a := range d.tries {
		if a.call == c && slices.Contains(states, a.state) {
			found = append(found, a)
		}
	}
	return found
}

func (d *dumb) arrive(request int) {
	c := &call{request: request}
	d.calls = append(d.calls, c)
	d.tell(engine.Event{Type: engine.RequestArrived, Key: engine.Key{Request: request}})
	if deadline := d.s.Workload.DeadlineMs; deadline > 0 {
		d.later(deadline, 7, request, 0, func() {
			if !c.over {
				d.tell(engine.Event{Type: engine.RequestExpired, Key: engine.Key{Request: request}})
				d.end(c)
			}
		})
	}
	d.send(&try{call: c, number: 1})
}

// run starts an attempt, and says when it commits and finishes.
func (d *dumb) run(a *try, server int) {
	a.state, a.server, a.started = "running", server, d.now
	d.tell(engine.Event{Type: engine.AttemptStarted, Key: a.key(), Replica: server})
	service := d.serviceOf(a)
	if d.s.Workload.Operation != engine.Read {
		d.later(min(d.s.Workload.CommitMs, service), 1, a.call.request, a.number, func() { d.commit(a) })
	}
	d.later(service, 2, a.call.request, a.number, func() {
		if a.state != "running" {
			return
		}
		a.state = "gone"
		d.tell(engine.Event{Type: engine.AttemptAnswered, Key: a.key(), Replica: server, Status: engine.OK})
		if !a.call.over {
			d.tell(engine.Event{Type: engine.RequestAnswered, Key: a.key()})
			d.end(a.call)
		}
	})
}

func (d *dumb) serviceOf(a *try) fixed.Ms {
	number := a.number
	cause := draw.New(d.s.Seed, draw.CommonCause).Word(a.call.request, 1, 1, 0, 0)
	if d.s.Backend.Copies == engine.Identical || draw.Below(cause, 100_000) < int(d.s.Backend.CommonCausePercent) {
		number = 1
	}
	service := d.service.Service(a.call.request, 1, 1, number)
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
	return fixed.Ms(new(big.Int).Quo(slowed.Num(), slowed.Denom()).Int64())
}

func (d *dumb) commit(a *try) {
	if a.state != "running" {
		return
	}
	e := engine.Event{Type: engine.WriteCommitted, Key: a.key(), Replica: a.server, Duplicate: a.call.duplicate}
	if a.call.duplicate && d.s.Workload.Operation == engine.IdempotentWrite {
		e.Type, e.Duplicate = engine.WriteDeduplicated, false
	}
	a.call.duplicate = true
	d.tell(e)
}

func (d *dumb) awaitHedge(c *call, number int) {
	h := d.policy()
	if h == nil || number > h.MaxAttempts {
		return
	}
	c.awaits = true
	d.later(*h.Delay.Ms, 5, c.request, number, func() { d.hedge(c, number) })
}

func (d *dumb) hedge(c *call, number int) {
	c.awaits = false
	if c.over {
		return
	}
	h := d.policy()
	suppressed := engine.Event{Type: engine.HedgeSuppressed, Key: engine.Key{Request: c.request, Attempt: number}}
	chance := draw.New(d.s.Seed, draw.Probability).Word(c.request, 1, 1, number, 0)
	switch {
	case draw.Below(chance, 100_000) >= int(h.ProbabilityPercent):
		suppressed.Reason = engine.SuppressedByProbability
		d.tell(suppressed)
		d.awaitHedge(c, number+1)
	case !c.hedged && (d.hedged+1)*100_000 > d.s.Workload.Total()*int(*h.Budget.Percent):
		suppressed.Reason = engine.SuppressedByBudget
		d.tell(suppressed)
	default:
		if !c.hedged {
			c.hedged = true
			d.hedged++
		}
		d.send(&try{call: c, number: number})
	}
}

// end ends a call, and sends its cancellations on their way.
func (d *dumb) end(c *call) {
	c.over = true
	h := d.policy()
	if h == nil || h.Cancel == engine.CancelNever {
		return
	}
	for _, a := range d.of(c, "waiting", "running") {
		d.later(h.CancelDelayMs, 3, c.request, a.number, func() {
			e := engine.Event{Type: engine.AttemptCancelled, Key: a.key(), Replica: a.server, State: engine.WorkState(a.state)}
			switch {
			case a.state == "waiting":
			case a.state == "running" && h.CancelReach == engine.ReachRunning:
				e.Work = d.now - a.started
			default:
				return
			}
			a.state = "gone"
			d.tell(e)
		})
	}
}
