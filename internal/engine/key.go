package engine

import (
	"fmt"

	"github.com/hedgedrill/hedgedrill/internal/draw"
)

// Key names an attempt, or with zeros from the right a leaf, a hop, a request. It
// names one thing in the whole run: no attempt is sent twice.
type Key struct {
	Request int32 // from 1
	Leaf    int16 // from 1, in its hop
	Hop     int8  // from 1
	Attempt int8  // from 1; 1 is the primary, every other a backup
}

// The bits that the largest leaf (10,000), hop (100) and attempt (16) need.
const (
	attemptBits = 5
	leafBits    = 14
	hopBits     = 7
	keyBits     = 32 + hopBits + leafBits + attemptBits
)

// order is a number that sorts keys by request, hop, leaf and attempt.
func (k Key) order() uint64 {
	return ((uint64(k.Request)<<hopBits|uint64(k.Hop))<<leafBits|uint64(k.Leaf))<<attemptBits | uint64(k.Attempt)
}

// Compare orders keys by request, hop, leaf and attempt: below 0 if k comes first.
func (k Key) Compare(l Key) int { return int(int64(k.order()) - int64(l.order())) }

// Role is an attempt's part in the race: primary or backup.
func (k Key) Role() string {
	if k.Attempt == 1 {
		return "primary"
	}
	return "backup"
}

// word gives the n-th word of a source for the attempt.
func (k Key) word(s draw.Source, n int) uint64 {
	return s.Word(int(k.Request), int(k.Hop), int(k.Leaf), int(k.Attempt), n)
}

// short is the key without hop and leaf, for runs with one leaf a request: "6#2 backup".
func (k Key) short() string {
	switch {
	case k.Request == 0:
		return ""
	case k.Attempt == 0:
		return fmt.Sprint(k.Request)
	default:
		return fmt.Sprintf("%d#%d %s", k.Request, k.Attempt, k.Role())
	}
}

// String is "6" for a request, "6.1.3#2 backup" for an attempt, and in between.
func (k Key) String() string {
	switch {
	case k.Hop == 0:
		return k.short()
	case k.Leaf == 0:
		return fmt.Sprintf("%d.%d", k.Request, k.Hop)
	case k.Attempt == 0:
		return fmt.Sprintf("%d.%d.%d", k.Request, k.Hop, k.Leaf)
	default:
		return fmt.Sprintf("%d.%d.%d#%d %s", k.Request, k.Hop, k.Leaf, k.Attempt, k.Role())
	}
}
