package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// leaf is one unit of work that the client waits for, with its attempts so far.
// It lives in a slot of the pool until it has ended and nothing of it is live.
type leaf struct {
	slot       int32
	generation uint32 // of the slot; raised when the leaf leaves it
	key        Key
	attempts   []attempt // by number; one that was never sent has no state
	sent       int       // attempts that were sent
	live       int       // of them, those that wait or run
	lost       int       // of them, those that went down with their server
	due        bool      // a hedge may still come
	ended      bool      // for the client: answered, failed or expired
	committed  bool      // a write has been made durable
	hedged     bool      // it has drawn on the budget
}

// attempt is one try to serve a leaf.
type attempt struct {
	state   WorkState // empty when it is not live
	lost    bool      // gone with its server
	replica int       // where, from 1; 0 where there is no cluster, or none yet
	started fixed.Ms
	leaf    *leaf
	number  int
	links   // in its replica's queue, or among those that run there
}

func (l *leaf) attempt(key Key) *attempt { return &l.attempts[key.Attempt-1] }

func (a *attempt) isLive() bool { return a.state != "" }

// work is how long an attempt has been worked on by now.
func (a *attempt) work(now fixed.Ms) fixed.Ms {
	if a.state != Running {
		return 0
	}
	return now - a.started
}

func (a *attempt) key() Key {
	key := a.leaf.key
	key.Attempt = a.number
	return key
}

// pool keeps the leaves in flight in slots that are used again, so that a run
// of any length needs memory only for what is in flight at once.
type pool struct {
	attempts int // of each leaf, at most
	slots    []*leaf
	free     []int32
}

func (p *pool) at(slot int32) *leaf { return p.slots[slot] }

func (p *pool) take() *leaf {
	if last := len(p.free) - 1; last >= 0 {
		slot := p.free[last]
		p.free = p.free[:last]
		return p.slots[slot]
	}
	l := &leaf{slot: int32(len(p.slots)), attempts: make([]attempt, p.attempts)}
	for i := range l.attempts {
		l.attempts[i].leaf, l.attempts[i].number = l, i+1
	}
	p.slots = append(p.slots, l)
	return l
}

func (p *pool) release(l *leaf) {
	for i := range l.attempts {
		l.attempts[i] = attempt{leaf: l, number: i + 1}
	}
	*l = leaf{slot: l.slot, generation: l.generation + 1, attempts: l.attempts}
	p.free = append(p.free, l.slot)
}
