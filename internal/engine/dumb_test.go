package engine_test

import (
	"cmp"
	"math"
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
	now     fixed.Micros
	due     []thing
	calls   []*call
	tries   []*try // in the order of sending
	turns   int    // of round robin
	hedged  int    // leaves that have hedged
	service latency.Sampler
	trace   []engine.Event
}

// thing is something that is due. Its key has zeros where it concerns no attempt, no
// leaf, no hop.
type thing struct {
	at   fixed.Micros
	rank int
	key  engine.Key
	do   func()
}

// call is a request: the leaves of the hop that it is in, or was in last.
type call struct {
	request, hop int
	asks         bool // the hop has not ended
	over         bool
	leaves       []*branch
}

// branch is a leaf, with its number from 1.
type branch struct {
	call           *call
	hop, number    int
	open, answered bool // open: neither answered nor closed
	hedged, awaits bool // awaits: a hedge may come
	begun          bool // an attempt of it has started
	duplicate      bool // a commit would be one
}

type try struct {
	leaf    *branch
	number  int
	server  int    // 0 while there is none
	state   string // waiting, running, lost or gone
	started fixed.Micros
}

func (c *call) key() engine.Key { return engine.Key{Request: c.request} }

func (l *branch) attempt(number int) engine.Key {
	return engine.Key{Request: l.call.request, Hop: l.hop, Leaf: l.number, Attempt: number}
}

func (a *try) key() engine.Key { return a.leaf.attempt(a.number) }

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

// fans says whether a request has more than one leaf: only then are they named.
func (d *dumb) fans() bool { return d.s.Workload.Hops*d.s.Workload.FanOut.Leaves > 1 }

func (d *dumb) tell(e engine.Event) {
	if !d.fans() {
		e.Key.Hop, e.Key.Leaf = 0, 0
	}
	e.At, e.Seq = d.now, int64(len(d.trace)+1)
	d.trace = append(d.trace, e)
}

func (d *dumb) later(after fixed.Micros, rank int, key engine.Key, do func()) {
	d.due = append(d.due, thing{d.now + after, rank, key, do})
}

func byKey(a, b engine.Key) int {
	return cmp.Or(a.Request-b.Request, a.Hop-b.Hop, a.Leaf-b.Leaf, a.Attempt-b.Attempt)
}

// step plays the lowest rank that has anything due, its first item by key.
func (d *dumb) step() bool {
	slices.SortStableFunc(d.due, func(a, b thing) int {
		return cmp.Or(cmp.Compare(a.at, b.at), a.rank-b.rank, byKey(a.key, b.key))
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
	for _, c := range d.calls {
		d.judge(c)
	}
	return true
}

func (d *dumb) planArrivals() {
	w := &d.s.Workload
	var at fixed.Micros
	gaps := draw.New(d.s.Seed, draw.Arrival)
	for i := 1; i <= w.Requests; i++ {
		switch {
		case w.Arrival.Poisson != nil:
			mean := 1e12 / float64(w.Arrival.Poisson.RatePerSecond)
			at += fixed.Micros(math.Round(mean * -portable.Log(draw.Uniform(gaps.Word(i, 0, 0, 0, 0)))))
		case i > 1:
			at += w.Arrival.Paced.IntervalMs
		}
		d.later(at, 6, engine.Key{Request: i}, func() { d.arrive(i) })
	}
	number := w.Requests
	for _, b := range w.Bursts {
		for range b.Requests {
			number++
			n := number
			d.later(b.AtMs, 6, engine.Key{Request: n}, func() { d.arrive(n) })
		}
	}
}
