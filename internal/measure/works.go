package measure

import (
	"cmp"
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// phase is how far an attempt has come.
type phase uint8

const (
	over phase = iota
	waiting
	running
)

// states are the phases of a live attempt, as events name them.
var states = [...]engine.WorkState{waiting: engine.Waiting, running: engine.Running}

// work is an attempt as far as it has come.
type work struct {
	place   place
	leaf    uint16
	hop     uint8
	attempt uint8
	phase   phase
	server uint16 // 0 without a cluster, and in a shared queue
	sent    fixed.Micros
	started fixed.Micros
}

// works are the attempts of a request that are live, and among them some that are
// over: never many more than are live, whatever the request has sent.
type works struct {
	all  []work // by place
	live int
}

// fewWorks is the number of attempts among which nobody clears those that are over.
const fewWorks = 4

// add adds an attempt. Nearly always it is the last in order.
func (w *works) add(a work) {
	w.live++
	if last := len(w.all) - 1; last < 0 || w.all[last].place < a.place {
		w.all = append(w.all, a)
		return
	}
	i, _ := w.find(a.place)
	w.all = slices.Insert(w.all, i, a)
}

// at is the live attempt at a place.
func (w *works) at(p place) *work {
	if last := len(w.all) - 1; w.all[last].place == p {
		return &w.all[last]
	}
	i, _ := w.find(p)
	return &w.all[i]
}

func (w *works) find(p place) (int, bool) {
	return slices.BinarySearchFunc(w.all, p, func(a work, p place) int { return cmp.Compare(a.place, p) })
}

// end says that an attempt is over. When more than half are, those that live move to
// room of their own.
func (w *works) end(a *work) {
	a.phase = over
	w.live--
	if len(w.all) <= fewWorks || 2*w.live > len(w.all) {
		return
	}
	left := make([]work, 0, w.live)
	for _, a := range w.all {
		if a.phase != over {
			left = append(left, a)
		}
	}
	w.all = left
}

// clear makes room for another request, with no attempts yet.
func (w *works) clear() { w.all, w.live = w.all[:0], 0 }

// place orders the attempts of a request, as nearly as can be in the order in which
// they are sent, so that each joins at the end.
type place uint32

// The bits that the largest leaf, 10,000, and the largest attempt, 16, need.
const (
	leafBits    = 14
	attemptBits = 5
)

// placing says in which order a policy sends. The hedges of a hop fall due attempt by
// attempt, leaf by leaf in each; but without a delay leaf by leaf, each with all its
// backups.
type placing struct{ leafByLeaf bool }

func newPlacing(s *engine.Scenario) placing {
	hedge := s.Policy.Hedge
	return placing{hedge != nil && *hedge.Delay.Ms == 0}
}

func (p placing) of(k engine.Key) place {
	hop := place(k.Hop) << (1 + leafBits + attemptBits)
	if !p.leafByLeaf {
		return hop | place(k.Attempt)<<leafBits | place(k.Leaf)
	}
	backup := place(min(k.Attempt-1, 1))
	return hop | backup<<(leafBits+attemptBits) | place(k.Leaf)<<attemptBits | place(k.Attempt)
}
