package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Counters are what has happened so far.
type Counters struct {
	Arrived            int          `json:"arrived"`
	Answered           int          `json:"answered"` // partially too
	Hedges             int          `json:"hedges"`
	SuppressedHedges   int          `json:"suppressedHedges"`
	BackupWins         int          `json:"backupWins"`  // of requests
	LoserWorkMs        fixed.Micros `json:"loserWorkMs"` // booked when the loser ends
	DuplicateWrites    int          `json:"duplicateWrites"`
	DeduplicatedWrites int          `json:"deduplicatedWrites"`
	Failed             int          `json:"failed,omitempty"`
	Expired            int          `json:"expired,omitempty"`
	Partial            int          `json:"partial,omitempty"` // of the answered
}

// add counts an event.
func (c *Counters) add(e *engine.Event) {
	switch e.Type {
	case engine.RequestArrived:
		c.Arrived++
	case engine.AttemptSent:
		if e.Key.Attempt > 1 {
			c.Hedges++
		}
	case engine.HedgeSuppressed:
		c.SuppressedHedges++
	case engine.WriteCommitted:
		if e.Duplicate {
			c.DuplicateWrites++
		}
	case engine.WriteDeduplicated:
		c.DeduplicatedWrites++
	case engine.RequestAnswered:
		c.Answered++
		if e.Key.Attempt > 1 {
			c.BackupWins++
		}
		if e.Partial {
			c.Partial++
		}
	case engine.RequestFailed:
		c.Failed++
	case engine.RequestExpired:
		c.Expired++
	case engine.AttemptAnswered, engine.AttemptCancelled, engine.AttemptRefused, engine.AttemptLost:
		if !e.Won {
			c.LoserWorkMs += e.Work
		}
	}
}
