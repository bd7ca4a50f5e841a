package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// leaf is one unit of work that a call waits for, with its attempts so far. It lives
// in a slot until it is closed and nothing of it is live.
type leaf struct {
	slot
	key       Key
	call      *call     // that waits for it; nil once it is answered, has failed, or is closed
	attempts  []attempt // by number; one that was never sent has no state
	live      int       // attempts that wait or run
	lost      int       // attempts that went down with their server
	due       bool      // a hedge may still come
	started   bool      // an attempt has been worked on
	committed bool      // a write has been made durable
	hedged    bool      // it has drawn on the budget
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

// open makes of a leaf, new or left by another, one of which nothing has been sent.
func (l *leaf) open(s slot, key Key, c *call, attempts int) {
	if l.attempts == nil {
		l.attempts = make([]attempt, attempts)
	}
	for i := range l.attempts {
		l.attempts[i] = attempt{leaf: l, number: i + 1}
	}
	*l = leaf{slot: s, key: key, call: c, attempts: l.attempts}
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
