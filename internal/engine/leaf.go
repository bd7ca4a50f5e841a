package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// leaf is one unit of work that the client waits for, with its attempts so far.
// It lives in a slot of the pool until it is answered and nothing of it runs.
type leaf struct {
	slot       int32
	generation uint32 // of the slot; raised when the leaf leaves it
	attempts   []attempt
	live       int  // attempts that are waiting or running
	answered   bool // the race is decided
	committed  bool // a write has been made durable
}

// attempt is one try to serve a leaf.
type attempt struct {
	live    bool
	started fixed.Ms
}

// end ends an attempt; it says whether the attempt was still live.
func (l *leaf) end(attempt int) bool {
	a := &l.attempts[attempt-1]
	if !a.live {
		return false
	}
	a.live = false
	l.live--
	return true
}

// pool keeps the leaves in flight in slots that are used again, so that a run
// of any length needs memory only for what is in flight at once.
type pool struct {
	slots []*leaf
	free  []int32
}

func (p *pool) at(slot int32) *leaf { return p.slots[slot] }

func (p *pool) take() *leaf {
	if last := len(p.free) - 1; last >= 0 {
		slot := p.free[last]
		p.free = p.free[:last]
		return p.slots[slot]
	}
	l := &leaf{slot: int32(len(p.slots))}
	p.slots = append(p.slots, l)
	return l
}

func (p *pool) release(l *leaf) {
	*l = leaf{slot: l.slot, generation: l.generation + 1, attempts: l.attempts[:0]}
	p.free = append(p.free, l.slot)
}
