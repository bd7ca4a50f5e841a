package engine

import (
	"fmt"
	"math/bits"

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

// Compare orders keys by request, hop, leaf and attempt: below 0 if k comes first.
func (k Key) Compare(l Key) int { return int(int64(k.id()) - int64(l.id())) }

// Role is an attempt's part in the race: primary or backup.
func (k Key) Role() string {
	if k.Attempt == 1 {
		return "primary"
	}
	return "backup"
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

// id is a key in one number, which sorts as keys do: request, hop, leaf, attempt.
type id uint64

// The bits of the parts: the largest leaf is 10,000, hop 100 and attempt 16.
const (
	attemptBits = 6
	leafBits    = 14
	hopBits     = 7
	requestAt   = hopBits + leafBits + attemptBits
	idBits      = 32 + requestAt
)

func (k Key) id() id {
	return hopID(k.Request, k.Hop).withLeaf(int(k.Leaf)).withAttempt(k.Attempt)
}

// requestID and hopID name a request and a hop of it.
func requestID(request int32) id { return id(request) << requestAt }

func hopID(request int32, hop int8) id {
	return requestID(request) | id(hop)<<(leafBits+attemptBits)
}

// withLeaf names a leaf of a hop, and withAttempt an attempt of a leaf.
func (d id) withLeaf(leaf int) id        { return d | id(leaf)<<attemptBits }
func (d id) withAttempt(attempt int8) id { return d | id(attempt) }

// next names the same of the request that comes so many later.
func (d id) next(requests int) id { return d + id(requests)<<requestAt }

// ofLeaf names the leaf of an attempt.
func (d id) ofLeaf() id { return d &^ (1<<attemptBits - 1) }

func (d id) request() int32 { return int32(d >> requestAt) }
func (d id) hop() int8      { return int8(d >> (leafBits + attemptBits) & (1<<hopBits - 1)) }
func (d id) leaf() int16    { return int16(d >> attemptBits & (1<<leafBits - 1)) }
func (d id) attempt() int8  { return int8(d & (1<<attemptBits - 1)) }

func (d id) key() Key { return Key{d.request(), d.leaf(), d.hop(), d.attempt()} }

// place is that of the attempt's draws: the same parts, with the request last.
func (d id) place() draw.Place { return draw.Place(bits.RotateLeft64(uint64(d), -requestAt)) }

// word gives the n-th word of a source for the attempt.
func (d id) word(s draw.Source, n int) uint64 { return s.Word(d.place(), n) }
