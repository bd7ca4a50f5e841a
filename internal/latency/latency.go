// Package latency holds the laws that say how long an attempt is worked on.
//
// A draw is a pure function of its Key, never of the order in which draws are
// made: two policies on one seed meet the same work (common random numbers).
// Every draw is a whole number of microseconds.
package latency

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// Key names one draw: the attempt whose service it is.
type Key struct {
	Seed    int64 // of the scenario
	Request int   // from 1
	Hop     int   // from 1
	Leaf    int   // from 1
	Attempt int   // from 1; 1 is the primary
}

// Law is a latency law: a union of which exactly one member is set.
type Law struct {
	Constant *Constant `json:"constant,omitempty"`
	Table    *Table    `json:"table,omitempty"`
}

// law is what each kind of law answers.
type law interface {
	// Service is the time that the attempt is worked on if nothing stops it.
	Service(Key) fixed.Ms
	// Longest is the least upper bound of Service.
	Longest() fixed.Ms
}

// kind gives the member that is set. A new law is a file and a line here.
func (l Law) kind() law {
	switch {
	case l.Constant != nil:
		return l.Constant
	default:
		return l.Table
	}
}

// Service is the time that the attempt is worked on if nothing stops it.
func (l Law) Service(k Key) fixed.Ms { return l.kind().Service(k) }

// Longest is the least time that no service exceeds.
func (l Law) Longest() fixed.Ms { return l.kind().Longest() }
