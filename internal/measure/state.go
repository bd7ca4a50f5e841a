package measure

import (
	"cmp"
	"maps"
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// A State lists at most so many requests, and so many attempts, though of the first
// request more.
const (
	requestsShown   = 1000
	attemptsShown   = 10_000
	attemptsOfFirst = 160_000
)

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
	Hop         int              `json:"hop,omitempty"`  // where a request has more than one leaf
	Leaf        int              `json:"leaf,omitempty"` // likewise
	Attempt     int              `json:"attempt"`
	Role        string           `json:"role"`
	Server     int              `json:"server,omitempty"` // in a cluster; with a shared queue once it has started
	State       engine.WorkState `json:"state"`
	SentAtMs    fixed.Micros     `json:"sentAtMs"`
	StartedAtMs *fixed.Micros    `json:"startedAtMs,omitempty"` // in a cluster, where that may be later
}

// State is what the ledger has booked so far, with the open requests by number.
func (l *ledger) State() State {
	s := State{Counters: l.Counters, InFlightTotal: len(l.open), InFlight: []InFlight{}}
	attempts := 0
	for _, request := range slices.Sorted(maps.Keys(l.open)) {
		works := &l.open[request].works
		attempts += works.live
		if n := len(s.InFlight); n == requestsShown || n > 0 && attempts > attemptsShown {
			break
		}
		s.InFlight = append(s.InFlight, InFlight{Request: request, Attempts: works.shown()})
	}
	return s
}

// shown are the live attempts, by hop, leaf and number.
func (w *works) shown() []LiveAttempt {
	shown := make([]LiveAttempt, 0, w.live)
	for _, a := range w.all {
		if a.phase != over {
			live := LiveAttempt{
				Hop: int(a.hop), Leaf: int(a.leaf), Attempt: int(a.attempt), Role: engine.Key{Attempt: int(a.attempt)}.Role(),
				Server: int(a.server), State: states[a.phase], SentAtMs: a.sent,
			}
			if a.phase == running && a.server > 0 {
				started := a.started
				live.StartedAtMs = &started
			}
			shown = append(shown, live)
		}
	}
	slices.SortFunc(shown, func(a, b LiveAttempt) int {
		return cmp.Or(cmp.Compare(a.Hop, b.Hop), cmp.Compare(a.Leaf, b.Leaf), cmp.Compare(a.Attempt, b.Attempt))
	})
	return shown[:min(len(shown), attemptsOfFirst)]
}
