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
	Failed             int      `json:"failed,omitempty"`
	Expired            int      `json:"expired,omitempty"`
}

// Ledger follows a run event by event. It keeps the counters of all of it and an
// entry for each request that is open: that has not ended, or of which an attempt
// is still live.
type Ledger struct {
	Counters
	warmup  int      // requests by number, at the start, that are not counted
	counted Counters // those of all requests after the warm-up
	slowest fixed.Ms // of all answers
	open    map[int]*entry
	spare   []*entry

	// What hears of a request's life; each may be nil. Started and stopped are of an
	// attempt and its work, ended of the request, and closed of it when in addition
	// nothing of it is live any more.
	started func(*entry, *work, fixed.Ms)
	stopped func(*entry, fixed.Ms)
	ended   func(*entry)
	closed  func(*entry)
}

// entry is a request as far as it has come.
type entry struct {
	request       int
	order         int // of arrival among the counted, from 0; -1 in the warm-up
	arrival       fixed.Ms
	attempts      []work // by number
	sent          int
	live          int // at the replicas
	ended         bool
	status        string // how it ended
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
	*r = entry{request: e.Key.Request, order: -1, arrival: e.At, attempts: r.attempts[:0]}
	l.Arrived++
	if r.request > l.warmup {
		r.order = l.counted.Arrived
		l.counted.Arrived++
	}
	if l.open == nil {
		l.open = make(map[int]*entry)
	}
	l.open[r.request] = r
}

// book writes an event into the entry of its request, and into the counters.
func (l *Ledger) book(r *entry, e engine.Event) {
	l.Counters.count(r, e)
	if r.order >= 0 {
		l.counted.count(r, e)
	}
	switch e.Type {
	case engine.AttemptSent:
		for len(r.attempts) < e.Key.Attempt { // a turn that chance passed on was sent nothing
			r.attempts = append(r.attempts, work{})
		}
		*r.attempt(e) = work{state: engine.Waiting, sent: e.At}
		r.sent++
		r.live++
	case engine.AttemptStarted:
		a := r.attempt(e)
		a.state, a.started = engine.Running, e.At
		if l.started != nil {
			l.started(r, a, e.At)
		}
	case engine.AttemptAnswered, engine.AttemptCancelled, engine.AttemptRefused, engine.AttemptLost:
		l.stop(r, e)
	case engine.HedgeSuppressed:
		r.suppressed = true
	case engine.WriteCommitted, engine.WriteDeduplicated:
		r.commits++
	case engine.RequestAnswered, engine.RequestFailed, engine.RequestExpired:
		r.ended, r.latency, r.winnerAttempt = true, e.At-r.arrival, e.Key.Attempt
		r.status = statusOf[e.Type]
		if r.status == answered {
			l.slowest = max(l.slowest, r.latency)
		}
		if l.ended != nil {
			l.ended(r)
		}
	}
}

// How a request ended.
const (
	answered = "answered"
	failed   = "failed"
	expired  = "expired"
)

// statusOf is how a request ended, by the event that ended it.
var statusOf = map[engine.EventType]string{
	engine.RequestAnswered: answered, engine.RequestFailed: failed, engine.RequestExpired: expired,
}

func (r *entry) attempt(e engine.Event) *work { return &r.attempts[e.Key.Attempt-1] }

// loses is the work that an event tells to have been a loser's: that of an attempt
// which ends without answering its request. It is asked before the event is booked.
func (r *entry) loses(e engine.Event) fixed.Ms {
	switch {
	case e.Type == engine.AttemptCancelled, e.Type == engine.AttemptLost:
		return e.Work
	case e.Type == engine.AttemptAnswered && r.ended:
		return e.At - r.attempt(e).started
	default:
		return 0
	}
}

// stop ends an attempt.
func (l *Ledger) stop(r *entry, e engine.Event) {
	worked := e.Work
	if e.Type == engine.AttemptAnswered {
		worked = e.At - r.attempt(e).started
	}
	r.loserWork += r.loses(e)
	started := r.attempt(e).state == engine.Running
	r.attempt(e).state = ""
	r.live--
	if started && l.stopped != nil {
		l.stopped(r, worked)
	}
}

// count adds an event to the counters; it is asked before the event is booked.
func (c *Counters) count(r *entry, e engine.Event) {
	switch e.Type {
	case engine.AttemptSent:
		if e.Key.Attempt > 1 {
			c.Hedges++
		}
	case engine.AttemptAnswered, engine.AttemptCancelled, engine.AttemptLost:
		c.LoserWorkMs += r.loses(e)
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
	case engine.RequestFailed:
		c.Failed++
	case engine.RequestExpired:
		c.Expired++
	}
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
