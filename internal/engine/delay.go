package engine

import (
	"fmt"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Delay is how long the client waits, after the last attempt it sent, before it
// sends the next: a union of which exactly one member is set.
type Delay struct {
	Ms *fixed.Micros `json:"ms,omitempty" validate:"omitempty,min=0,max=86400000000"`
}

// delay is what each kind of delay answers.
type delay interface {
	// fixed is the delay, if it is the same all the time.
	fixed() (ms fixed.Micros, ok bool)
	// words are those of a sentence about a hedge that did not fall due within it.
	words() string
	// open starts to measure the delay in a run.
	open() timer
}

// timer is a delay in a run. One that depends on what happens is a listener too.
type timer interface {
	// next is the delay of the hedge after the attempt that is being sent.
	next() fixed.Micros
}

// kind gives the member that is set. A new delay is a file and a line here.
func (d Delay) kind() delay {
	switch {
	case d.Ms != nil:
		return fixedDelay(*d.Ms)
	default:
		panic("a delay of no kind")
	}
}

// Fixed is the delay, if it is the same all the time.
func (d Delay) Fixed() (ms fixed.Micros, ok bool) { return d.kind().fixed() }

// Words name the delay in a sentence.
func (d Delay) Words() string { return d.kind().words() }

// fixedDelay is the same all the time.
type fixedDelay fixed.Micros

func (d fixedDelay) fixed() (fixed.Micros, bool) { return fixed.Micros(d), true }
func (d fixedDelay) words() string               { return fmt.Sprintf("the delay of %v ms", fixed.Micros(d)) }
func (d fixedDelay) open() timer                 { return d }
func (d fixedDelay) next() fixed.Micros          { return fixed.Micros(d) }
