package measure

import (
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
	ServersDown   []int16    `json:"serversDown,omitempty"`
}

// InFlight is a request that has not ended or still has live attempts.
type InFlight struct {
	Request  int           `json:"request"`
	Ended    bool          `json:"ended"`
	Attempts []LiveAttempt `json:"attempts"`
}

// LiveAttempt is an attempt that waits or runs.
type LiveAttempt struct {
	Hop         int              `json:"hop,omitempty"`  // where a request has more than one leaf
	Leaf        int              `json:"leaf,omitempty"` // likewise
	Attempt     int              `json:"attempt"`
	Role        string           `json:"role"`
	Server      int              `json:"server,omitempty"` // in a cluster; with a shared queue once it has started
	State       engine.WorkState `json:"state"`
	SentAtMs    fixed.Micros     `json:"sentAtMs"`
	StartedAtMs *fixed.Micros    `json:"startedAtMs,omitempty"` // in a cluster, where that may be later
}

// present follows what is in flight.
type present struct {
	Counters
	oneLeaf bool
	open    map[int32]bool // requests that have not ended
	live    map[engine.Key]stay
	down    map[int16]bool // servers
}

// stay is a live attempt at its server.
type stay struct {
	sent, started fixed.Micros
	server        int16
	state         engine.WorkState
}

func newPresent() *present {
	return &present{open: map[int32]bool{}, live: map[engine.Key]stay{}, down: map[int16]bool{}}
}

func (p *present) add(e *engine.Event) {
	p.Counters.add(e)
	p.oneLeaf = e.OneLeaf
	switch {
	case e.Type == engine.RequestArrived:
		p.open[e.Key.Request] = true
	case e.Type == engine.AttemptSent:
		p.live[e.Key] = stay{sent: e.At, server: e.Server, state: engine.Waiting}
	case e.Type == engine.AttemptStarted:
		p.live[e.Key] = stay{sent: e.At - e.Took, started: e.At, server: e.Server, state: engine.Running}
	case e.Type.EndsAttempt():
		delete(p.live, e.Key)
	case e.Type.EndsRequest():
		delete(p.open, e.Key.Request)
	case e.Type == engine.ServerDown:
		p.down[e.Server] = true
	case e.Type == engine.ServerUp:
		delete(p.down, e.Server)
	}
}

// state lists the requests in flight by number, and their attempts by key.
func (p *present) state() State {
	keys := slices.SortedFunc(maps.Keys(p.live), engine.Key.Compare)
	requests := slices.Collect(maps.Keys(p.open))
	for _, key := range keys {
		if !p.open[key.Request] {
			requests = append(requests, key.Request)
		}
	}
	slices.Sort(requests)
	requests = slices.Compact(requests)
	s := State{
		Counters: p.Counters, InFlightTotal: len(requests), InFlight: []InFlight{}, ServersDown: slices.Sorted(maps.Keys(p.down)),
	}
	attempts := 0
	for _, request := range requests {
		n := 0
		for n < len(keys) && keys[n].Request == request {
			n++
		}
		attempts += n
		if shown := len(s.InFlight); shown == requestsShown || shown > 0 && attempts > attemptsShown {
			break
		}
		s.InFlight = append(s.InFlight, InFlight{Request: int(request), Ended: !p.open[request], Attempts: p.shown(keys[:min(n, attemptsOfFirst)])})
		keys = keys[n:]
	}
	return s
}

// shown tells of live attempts.
func (p *present) shown(keys []engine.Key) []LiveAttempt {
	all := make([]LiveAttempt, 0, len(keys))
	for _, key := range keys {
		at := p.live[key]
		a := LiveAttempt{
			Attempt: int(key.Attempt), Role: key.Role(), Server: int(at.server), State: at.state, SentAtMs: at.sent,
		}
		if !p.oneLeaf {
			a.Hop, a.Leaf = int(key.Hop), int(key.Leaf)
		}
		if at.state == engine.Running && at.server > 0 {
			a.StartedAtMs = &at.started
		}
		all = append(all, a)
	}
	return all
}
