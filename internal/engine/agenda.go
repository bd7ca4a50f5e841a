package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// rank orders what is due at one instant (docs/model.md, "Order").
type rank uint8

const (
	rankCommit rank = iota + 1
	rankFinish
	rankCancel
	rankStart
	rankHedge
	rankArrival
	rankDeadline
)

// item is something that falls due: at an instant, for whom its key names. What that
// is lives in a slot; the item is stale if the slot has been given to another since.
type item struct {
	at   fixed.Micros
	key  Key
	slot slot
	rank rank
	tied bool // a cancellation that a sibling sent when it started
}

// subject is whom an item concerns.
type subject uint8

const (
	theServers subject = iota // that go down and come back
	aRequest                  // that arrives
	aCall                     // of which a hop begins or has waited long enough, or that expires
	aLeaf                     // an attempt of it
)

func (a *item) subject() subject {
	switch {
	case a.key.Request == 0:
		return theServers
	case a.key.Attempt > 0:
		return aLeaf
	case a.rank == rankArrival && a.key.Hop == 0:
		return aRequest
	default:
		return aCall
	}
}

func (a *item) before(b *item) bool {
	switch {
	case a.at != b.at:
		return a.at < b.at
	case a.rank != b.rank:
		return a.rank < b.rank
	default:
		return a.key.before(b.key)
	}
}

// agenda is what falls due, as a 4-ary heap of values: the children of i are
// 4i+1 … 4i+4. The first item is the one to play next; an item that becomes due
// at the present instant joins under its own rank, as the model asks.
type agenda []item

func (g *agenda) add(x item) {
	h := append(*g, x)
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !x.before(&h[parent]) {
			break
		}
		h[i], i = h[parent], parent
	}
	h[i] = x
	*g = h
}

func (g *agenda) next() item {
	h := *g
	first, x := h[0], h[len(h)-1]
	*g = h[:len(h)-1]
	if len(*g) > 0 {
		g.sink(0, x)
	}
	return first
}

// sink puts an item at i, or as far below as it belongs.
func (g agenda) sink(i int, x item) {
	for {
		least := 4*i + 1
		if least >= len(g) {
			break
		}
		for c := least + 1; c < min(4*i+5, len(g)); c++ {
			if g[c].before(&g[least]) {
				least = c
			}
		}
		if !g[least].before(&x) {
			break
		}
		g[i], i = g[least], least
	}
	g[i] = x
}

// keep drops the items that do not matter, and gives back the room that they took.
func (g *agenda) keep(matters func(*item) bool) {
	kept := agenda{}
	for i := range *g {
		if x := &(*g)[i]; matters(x) {
			kept = append(kept, *x)
		}
	}
	for i := len(kept) / 4; i >= 0 && len(kept) > 0; i-- {
		kept.sink(i, kept[i])
	}
	*g = kept
}
