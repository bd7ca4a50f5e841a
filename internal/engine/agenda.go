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

// item is something that falls due: at an instant, for an attempt (a request,
// for an arrival) that lives in a slot. It is stale if the slot has been given to
// another leaf since, which the generation tells.
type item struct {
	at         fixed.Ms
	key        Key
	slot       int32
	generation uint32
	rank       rank
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
	h = h[:len(h)-1]
	*g = h
	if len(h) == 0 {
		return first
	}
	i := 0
	for {
		least := 4*i + 1
		if least >= len(h) {
			break
		}
		for c := least + 1; c < min(4*i+5, len(h)); c++ {
			if h[c].before(&h[least]) {
				least = c
			}
		}
		if !h[least].before(&x) {
			break
		}
		h[i], i = h[least], least
	}
	h[i] = x
	return first
}
