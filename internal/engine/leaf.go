package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// leaf is one unit of work that a call waits for, with its attempts so far. It lives
// in a slot until it is closed and nothing of it is live.
type leaf struct {
	slot
	key       Key
	call      *call      // that waits for it; nil once it is answered, has failed, or is closed
	attempts  []*attempt // by number; nil where it is over or was not sent
	live      int        // attempts that wait or run
	lost      int        // attempts that went down with their server
	due       bool       // a hedge may still come
	started   bool       // an attempt has been worked on
	committed bool       // a write has been made durable
	hedged    bool       // it has drawn on the budget
}

// attempt is one try to serve a leaf. It is remembered while it is live and, if it is
// lost, for as long as its leaf is waited for.
type attempt struct {
	state   WorkState // empty when it is not live
	lost    bool      // gone with its server
	server int       // where, from 1; 0 where there is no cluster, or none yet
	started fixed.Micros
	leaf    *leaf
	number  int
	links   // in its server's queue, or among those that run there
}

// open makes of a leaf, new or left by another, one of which nothing has been sent.
func (l *leaf) open(s slot, key Key, c *call) {
	*l = leaf{slot: s, key: key, call: c, attempts: l.attempts[:0]}
}

// attempt is the one that a key names; nil if it is over, or was not sent.
func (l *leaf) attempt(key Key) *attempt {
	if key.Attempt > len(l.attempts) {
		return nil
	}
	return l.attempts[key.Attempt-1]
}

// remember makes an attempt of a leaf.
func (w *world) remember(l *leaf, number int) *attempt {
	var a *attempt
	if last := len(w.over) - 1; last >= 0 {
		a, w.over = w.over[last], w.over[:last]
	} else {
		a = new(attempt)
	}
	*a = attempt{leaf: l, number: number}
	for len(l.attempts) < number {
		l.attempts = append(l.attempts, nil)
	}
	l.attempts[number-1] = a
	return a
}

// forget gives the room of an attempt to others.
func (w *world) forget(a *attempt) {
	a.leaf.attempts[a.number-1] = nil
	w.over = append(w.over, a)
}

// abandon says that nobody waits for a leaf any more. It will choose no server again,
// so it need not remember those that its lost attempts went to.
func (w *world) abandon(l *leaf) {
	l.call = nil
	if l.lost == 0 {
		return
	}
	for _, a := range l.attempts {
		if a != nil && a.lost {
			w.forget(a)
		}
	}
}

func (a *attempt) isLive() bool { return a != nil && a.state != "" }

// work is how long an attempt has been worked on by now.
func (a *attempt) work(now fixed.Micros) fixed.Micros {
	if a.state != Running {
		return 0
	}
	return now - a.started
}

// keyOf is the key of an attempt of a leaf, whether it is ever sent or not.
func (l *leaf) keyOf(number int) Key {
	key := l.key
	key.Attempt = number
	return key
}

func (a *attempt) key() Key { return a.leaf.keyOf(a.number) }
