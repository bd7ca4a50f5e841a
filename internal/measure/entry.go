package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// entry is a request as far as it has come.
type entry struct {
	request       int
	order         int // of arrival among the counted, from 0; -1 in the warm-up
	arrival       fixed.Micros
	works         works
	hop           int          // that it is at, from 1; 0 where a request has one leaf
	hopStart      fixed.Micros // when that was sent
	hopAnswers    int          // leaves of it that have answered
	answers       int          // leaves of all hops that have answered
	partial       bool         // a hop before has ended with fewer answers than it waited for
	worked        fixed.Micros // by the attempt that ended last
	sent          int
	hedged        bool
	ended         bool
	status        string // how it ended
	suppressed    bool
	latency       fixed.Micros // from the arrival to the end
	winnerAttempt int          // 0 while there is none
	loserWork     fixed.Micros
	commits       int // deduplicated ones too
}

// How a request ended. A partial answer is one with a hop that had waited long enough.
const (
	answered = "answered"
	partial  = "partial"
	failed   = "failed"
	expired  = "expired"
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

// count adds an event that is booked, but for the work of losers.
func (c *Counters) count(r *entry, e *engine.Event) {
	switch e.Type {
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
		if r.status == partial {
			c.Partial++
		}
	case engine.RequestFailed:
		c.Failed++
	case engine.RequestExpired:
		c.Expired++
	}
}
