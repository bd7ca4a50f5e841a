// Package shelf keeps things, as many as fit into a number of bytes. A Shelf keeps finished
// answers, and has each made once at a time: an asker for an answer that is being made waits
// for it. A Desk keeps what one asker at a time works with.
package shelf

import (
	"context"
	"errors"
	"sync"

	"github.com/maypok86/otter/v2"
)

// Key is what decides an answer.
type Key struct {
	Target string // path and query
	Coding string
}

// Source is where an answer came from.
type Source uint8

// The sources: the shelf, the asker's own work, which is kept or not, or another's work.
const (
	Kept Source = iota
	Stored
	Made
	Shared
)

// ErrFailed is for those who waited for an answer whose maker panicked.
var ErrFailed = errors.New("the answer's maker has failed")

// share is the part of a shelf or a desk that one thing may take.
const share = 8

// overhead is about what the shelf itself needs for an answer.
const overhead = 256

// Shelf is safe for concurrent use.
type Shelf[A any] struct {
	kept    *otter.Cache[Key, *A] // nil if nothing is kept
	size    func(*A) int
	largest int
	mu      sync.Mutex
	making  map[Key]*making[A]
}

// making is an answer that is being made.
type making[A any] struct {
	done    chan struct{} // closed when what follows is final
	answer  *A
	err     error
	waiting int // askers besides the maker
}

// New makes a shelf of so many bytes, by the size of an answer. With none it keeps nothing,
// but still has each answer made once at a time.
func New[A any](bytes int, size func(*A) int) *Shelf[A] {
	s := &Shelf[A]{size: size, largest: bytes / share, making: map[Key]*making[A]{}}
	if bytes > 0 {
		s.kept = otter.Must(&otter.Options[Key, *A]{
			MaximumWeight: uint64(bytes),
			Weigher:       func(key Key, a *A) uint32 { return uint32(s.weight(key, a)) },
			Executor:      func(task func()) { task() }, // upkeep is short, and needs no goroutine
		})
	}
	return s
}

func (s *Shelf[A]) weight(key Key, a *A) int {
	return len(key.Target) + len(key.Coding) + s.size(a) + overhead
}

// Find gives an answer that is kept, or nil.
func (s *Shelf[A]) Find(key Key) *A {
	if s.kept == nil {
		return nil
	}
	a, _ := s.kept.GetIfPresent(key)
	return a
}

// Get gives an answer: one that is kept, or that another asker is making, or that work
// makes. What it makes is kept if it is no error and not too large. A maker asks whether its
// answer is still wanted: by its own asker, whose context has not ended, or by another. An
// asker whose context ends waits no longer.
func (s *Shelf[A]) Get(ctx context.Context, key Key, work func(wanted func() bool) (*A, error)) (*A, Source, error) {
	kept, m, mine := s.join(key)
	switch {
	case kept != nil:
		return kept, Kept, nil
	case mine:
		return s.make(ctx, key, m, work)
	}
	select {
	case <-m.done:
		return m.answer, Shared, m.err
	case <-ctx.Done():
		s.mu.Lock()
		defer s.mu.Unlock()
		m.waiting--
		return nil, Shared, ctx.Err()
	}
}
