// Package measure turns the events of a run into what is known of it: the state
// at an instant, a row for each request, metrics and a verdict. Everything here
// is a fold over the events; only the services that a law gives a request
// (primaryMs, backupMs) are read from the scenario, of which they are a pure
// function.
package measure

import (
	"maps"
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Counters are what has happened so far.
type Counters struct {
	Arrived            int      `json:"arrived"`
	Answered           int      `json:"answered"`
	Hedges             int      `json:"hedges"`
	SuppressedHedges   int      `json:"suppressedHedges"`
	BackupWins         int      `json:"backupWins"`
	LoserWorkMs        fixed.Ms `json:"loserWorkMs"` // booked when the loser ends
	DuplicateWrites    int      `json:"duplicateWrites"`
	DeduplicatedWrites int      `json:"deduplicatedWrites"`
}

// Ledger follows a run event by event. It keeps the counters of all of it and an
// entry for each request that is open: that has not ended, or of which an attempt
// is still live.
type Ledger struct {
	Counters
	open  map[int]*entry
	spare []*entry

	// ended and closed are called when a request has ended, and when in addition
	// nothing of it is live any more. Both may be nil.
	ended  func(*entry)
	closed func(*entry)
}

// entry is a request as far as it has come.
type entry struct {
	request       int
	arrival       fixed.Ms
	attempts      []work
	live          int
	ended         bool
	suppressed    bool
	latency       fixed.Ms // from the arrival to the end
	winnerAttempt int      // 0 while there is none
	loserWork     fixed.Ms
	commits       int // deduplicated ones too
}

// work is an attempt as far as it has come.
type work struct {
	state   engine.WorkState // empty when it has ended
	sent    fixed.Ms
	started fixed.Ms
}

// Add books the next event of the run.
func (l *Ledger) Add(e engine.Event) {
	if e.Type == engine.RunCompleted {
		return
	}
	if e.Type == engine.RequestArrived {
		l.Arrived++
		l.enter(e)
		return
	}
	r := l.open[e.Key.Request]
	l.book(r, e)
	if r.ended && r.live == 0 {
		if l.closed != nil {
			l.closed(r)
		}
		delete(l.open, r.request)
		l.spare = append(l.spare, r)
	}
}

// enter opens an entry for a request that arrives.
func (l *Ledger) enter(e engine.Event) {
	var r *entry
	if last := len(l.spare) - 1; last >= 0 {
		r, l.spare = l.spare[last], l.spare[:last]
	} else {
		r = new(entry)
	}
	*r = entry{request: e.Key.Request, arrival: e.At, attempts: r.attempts[:0]}
	if l.open == nil {
		l.open = make(map[int]*entry)
	}
	l.open[r.request] = r
}

// book writes an event into the entry of its request, and into the counters.
func (l *Ledger) book(r *entry, e engine.Event) {
	switch e.Type {
	case engine.AttemptSent:
		r.attempts = append(r.attempts, work{state: engine.Waiting, sent: e.At})
		r.live++
		if e.Key.Attempt > 1 {
			l.Hedges++
		}
	case engine.AttemptStarted:
		a := &r.attempts[e.Key.Attempt-1]
		a.state, a.started = engine.Running, e.At
	case engine.AttemptAnswered:
		worked := r.finish(e)
		if r.ended { // another has won
			l.lose(r, worked)
		}
	case engine.AttemptCancelled:
		r.finish(e)
		l.lose(r, e.Work)
	case engine.HedgeSuppressed:
		r.suppressed = true
		l.SuppressedHedges++
	case engine.WriteCommitted:
		r.commits++
		if e.Duplicate {
			l.DuplicateWrites++
		}
	case engine.WriteDeduplicated:
		r.commits++
		l.DeduplicatedWrites++
	case engine.RequestAnswered:
		r.ended, r.latency, r.winnerAttempt = true, e.At-r.arrival, e.Key.Attempt
		l.Answered++
		if e.Key.Attempt > 1 {
			l.BackupWins++
		}
		if l.ended != nil {
			l.ended(r)
		}
	}
}

// finish ends an attempt and says how long it was worked on.
func (r *entry) finish(e engine.Event) fixed.Ms {
	a := &r.attempts[e.Key.Attempt-1]
	a.state = ""
	r.live--
	return e.At - a.started
}

func (l *Ledger) lose(r *entry, work fixed.Ms) {
	r.loserWork += work
	l.LoserWorkMs += work
}

// inFlightShown is the most requests that a State lists.
const inFlightShown = 1000

// State is a run as it stands at an instant, after every event up to it.
type State struct {
	Counters
	InFlightTotal int        `json:"inFlightTotal"`
	InFlight      []InFlight `json:"inFlight"`
}

// InFlight is a request that has not ended or still has live attempts.
type InFlight struct {
	Request  int           `json:"request"`
	Attempts []LiveAttempt `json:"attempts"`
}

// LiveAttempt is an attempt that waits or runs.
type LiveAttempt struct {
	Attempt  int              `json:"attempt"`
	Role     string           `json:"role"`
	State    engine.WorkState `json:"state"`
	SentAtMs fixed.Ms         `json:"sentAtMs"`
}

// State is what the ledger has booked so far, with the open requests by number.
func (l *Ledger) State() State {
	s := State{Counters: l.Counters, InFlightTotal: len(l.open), InFlight: []InFlight{}}
	for _, request := range slices.Sorted(maps.Keys(l.open)) {
		if len(s.InFlight) == inFlightShown {
			break
		}
		shown := InFlight{Request: request, Attempts: []LiveAttempt{}}
		for i, a := range l.open[request].attempts {
			if a.state != "" {
				key := engine.Key{Request: request, Attempt: i + 1}
				shown.Attempts = append(shown.Attempts, LiveAttempt{
					Attempt: key.Attempt, Role: key.Role(), State: a.state, SentAtMs: a.sent,
				})
			}
		}
		s.InFlight = append(s.InFlight, shown)
	}
	return s
}
