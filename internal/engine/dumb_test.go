package engine_test

import (
	"cmp"
	"math"
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/portable"
)

// dumb plays a scenario by the letter of docs/model.md and as slowly as it likes:
// one list of all that is due, one list of all attempts ever sent, and every question
// answered by looking through them. It shares the engine's draws and nothing else.
type dumb struct {
	s       *engine.Scenario
	service services
	now     fixed.Micros
	due     []thing
	calls   []*call
	tries   []*try       // in the order of sending
	down    map[int]bool // servers, since their last turn
	chosen  int          // by round robin
	hedged  int          // leaves that have hedged
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
	request, hop   int
	arrived, began fixed.Micros // began: the hop
	asks           bool         // the hop has not ended
	answers        int          // leaves of all hops
	partial        bool         // a hop ended by time
	over           bool
	leaves         []*branch
}

// branch is a leaf, with its number from 1.
type branch struct {
	call                   *call
	hop, number            int
	open, answered, failed bool // open: neither answered, nor failed, nor closed
	hedged                 bool
	next                   int // the attempt whose hedge is to fall due, 0 if none is
	due                    fixed.Micros
	judged                 bool // since the last end of an attempt or turn of a hedge
	closedBy               engine.Cause
	begun                  bool // an attempt of it has started
	committed              bool // by an attempt of it
}

type try struct {
	leaf          *branch
	number        int
	server        int    // 0 while there is none
	state         string // sent, waiting, running, lost or gone
	sent, started fixed.Micros
	service       fixed.Micros // once it has started
}

func keyOf(request, hop, leaf, attempt int) engine.Key {
	return engine.Key{Request: int32(request), Hop: int8(hop), Leaf: int16(leaf), Attempt: int8(attempt)}
}

func (c *call) key() engine.Key { return keyOf(c.request, 0, 0, 0) }

func (c *call) hopKey() engine.Key { return keyOf(c.request, c.hop, 0, 0) }

func (l *branch) attempt(number int) engine.Key {
	return keyOf(l.call.request, l.hop, l.number, number)
}

func (l *branch) key() engine.Key { return l.attempt(0) }

func (a *try) key() engine.Key { return a.leaf.attempt(a.number) }

func playDumbly(s *engine.Scenario) []engine.Event {
	d := &dumb{s: s, service: servicesOf(s), down: map[int]bool{}}
	d.planArrivals()
	d.planTurns()
	for d.step() {
	}
	d.now = s.Workload.DurationMs
	if n := len(d.trace); n > 0 {
		d.now = max(d.now, d.trace[n-1].At)
	}
	d.tell(engine.Event{Type: engine.RunCompleted})
	return d.trace
}

// fans says whether a request has more than one leaf: only then hops and leaves have
// events.
func (d *dumb) fans() bool { return d.s.Workload.Hops*d.s.Workload.FanOut.Leaves > 1 }

func (d *dumb) tell(e engine.Event) {
	e.At, e.Seq, e.OneLeaf = d.now, int64(len(d.trace)+1), !d.fans()
	d.trace = append(d.trace, e)
}

func (d *dumb) later(after fixed.Micros, rank int, key engine.Key, do func()) {
	d.due = append(d.due, thing{d.now + after, rank, key, do})
}

func byKey(a, b engine.Key) int {
	return cmp.Or(
		cmp.Compare(a.Request, b.Request), cmp.Compare(a.Hop, b.Hop), cmp.Compare(a.Leaf, b.Leaf), cmp.Compare(a.Attempt, b.Attempt),
	)
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
		d.later(at, 6, keyOf(i, 0, 0, 0), func() { d.arrive(i) })
	}
	number := w.Requests
	for _, b := range w.Bursts {
		for range b.Requests {
			number++
			n := number
			d.later(b.AtMs, 6, keyOf(n, 0, 0, 0), func() { d.arrive(n) })
		}
	}
}

// isOver says whether every request has arrived and ended, and no attempt is live.
func (d *dumb) isOver() bool {
	return len(d.calls) == d.s.Workload.Total() &&
		!slices.ContainsFunc(d.calls, func(c *call) bool { return !c.over }) &&
		!slices.ContainsFunc(d.tries, func(a *try) bool { return a.state == "waiting" || a.state == "running" })
}
