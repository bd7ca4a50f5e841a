package shelf

import "github.com/maypok86/otter/v2"

// Desk keeps things that one asker at a time works with, as many as fit into a number of
// bytes. An asker that takes one has it alone, and puts it back. It is safe for concurrent
// use.
type Desk[T any] struct {
	things  *otter.Cache[string, *T] // nil if nothing is kept
	size    func(*T) int
	largest int
}

// NewDesk makes a desk of so many bytes, by the size of a thing; with none it keeps nothing.
func NewDesk[T any](bytes int, size func(*T) int) *Desk[T] {
	d := &Desk[T]{size: size, largest: bytes / share}
	if bytes > 0 {
		d.things = otter.Must(&otter.Options[string, *T]{
			MaximumWeight: uint64(bytes),
			Weigher:       func(name string, thing *T) uint32 { return uint32(len(name) + size(thing) + overhead) },
			Executor:      func(task func()) { task() },
		})
	}
	return d
}

// Take takes a thing off the desk; nil if it is not there, perhaps because another asker
// has it.
func (d *Desk[T]) Take(name string) *T {
	if d.things == nil {
		return nil
	}
	thing, _ := d.things.Invalidate(name)
	return thing
}

// Keeps says whether the desk keeps anything.
func (d *Desk[T]) Keeps() bool { return d.things != nil }

// Put lays a thing on the desk, in the place of one of its name. One that would take a large
// part of the desk is not kept: then it says false.
func (d *Desk[T]) Put(name string, thing *T) bool {
	if d.things == nil || d.size(thing) > d.largest {
		return false
	}
	d.things.Set(name, thing)
	return true
}
