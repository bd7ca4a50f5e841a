package measure_test

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// witness has seen the events of a run so far, and knows of each when it happened and
// what it was about: what the next says besides, it works out anew.
type witness struct {
	s        *engine.Scenario
	services services
	last     engine.Event
	winner   engine.Key                  // the attempt that answered its leaf last
	failed   engine.Key                  // the leaf that failed last
	at       map[what]fixed.Micros       // when something happened
	n        map[what]int                // how often it happened to a leaf, a hop or a request
	server   map[engine.Key]int16        // of attempts
	turn     map[engine.Key]engine.Event // of leaves: the last attempt sent or suppressed
	begun    map[engine.Key]fixed.Micros // hops
	ended    map[engine.Key]engine.Cause // hops, where an event says so
	answered map[engine.Key]bool         // leaves
	hops     map[engine.Key]engine.Key   // the last of each request
	timedOut map[engine.Key]bool         // requests of which a hop was
	hedgers  int                         // leaves that have hedged
}

// what is a type of events, and what they are about.
type what struct {
	kind engine.EventType
	key  engine.Key
}

func newWitness(s *engine.Scenario) *witness {
	return &witness{
		s: s, services: newServices(s), at: map[what]fixed.Micros{}, n: map[what]int{}, server: map[engine.Key]int16{}, turn: map[engine.Key]engine.Event{},
		begun: map[engine.Key]fixed.Micros{}, ended: map[engine.Key]engine.Cause{}, answered: map[engine.Key]bool{}, hops: map[engine.Key]engine.Key{}, timedOut: map[engine.Key]bool{},
	}
}

// hear gives the next event as it should be.
func (w *witness) hear(e engine.Event) engine.Event {
	want := engine.Event{
		Seq: w.last.Seq + 1, At: e.At, Type: e.Type, Key: e.Key, Server: e.Server, Reason: e.Reason,
		OneLeaf: w.s.Workload.Leaves() == 1,
	}
	hop, leaf := hopOf(e.Key), leafOf(e.Key)
	switch {
	case e.Type == engine.AttemptSent:
		if _, ok := w.begun[hop]; !ok {
			w.begun[hop], w.hops[requestOf(e.Key)] = e.At, hop
		}
		if w.n[what{engine.AttemptSent, leaf}] == 1 {
			w.hedgers++
		}
		w.turn[leaf] = e
	case e.Type == engine.HedgeSuppressed:
		w.turn[leaf] = e
	case e.Type == engine.AttemptStarted:
		want.Took = e.At - w.at[what{engine.AttemptSent, e.Key}]
		want.Extra = w.n[what{engine.AttemptStarted, leaf}] > 0
	case e.Type.EndsAttempt():
		w.endAttempt(&want)
	case e.Type == engine.WriteCommitted || e.Type == engine.WriteDeduplicated:
		w.commit(&want)
	case e.Type == engine.LeafAnswered:
		want.Key, want.Took = w.winner, e.At-w.begun[hop]
	case e.Type == engine.LeafFailed:
		want.Took, w.failed = e.At-w.begun[hop], leaf
		if want.Key = leaf; !w.isHopeless(leaf) {
			want.Key = engine.Key{}
		}
	case e.Type == engine.HopEnded:
		want.Key, want.By = hop, w.why(hop, e.At)
		w.ended[hop] = want.By
		want.Took, want.Answers = e.At-w.begun[hop], int32(w.answers(hop))
		w.timedOut[requestOf(hop)] = w.timedOut[requestOf(hop)] || want.By == engine.ByTime
	case e.Type.EndsRequest():
		w.endRequest(&want)
	}
	w.note(want)
	return want
}

// note remembers what happened.
func (w *witness) note(e engine.Event) {
	w.last = e
	w.at[what{e.Type, e.Key}] = e.At
	if e.Server > 0 {
		w.server[e.Key] = e.Server
	}
	about := map[engine.Key]bool{leafOf(e.Key): true, hopOf(e.Key): true, requestOf(e.Key): true}
	for key := range about {
		w.n[what{e.Type, key}]++
	}
}

// answers is how many leaves of a hop or a request have answered.
func (w *witness) answers(key engine.Key) int { return w.n[what{engine.LeafAnswered, key}] }

func (w *witness) endAttempt(e *engine.Event) {
	started, ran := w.at[what{engine.AttemptStarted, e.Key}]
	refused, lost := e.Type == engine.AttemptRefused, e.Type == engine.AttemptLost
	atOnce := w.last.Type == engine.AttemptSent && w.last.Key == e.Key
	e.Server, e.State = w.server[e.Key], engine.Waiting
	e.Took, e.Service = e.At-w.at[what{engine.AttemptSent, e.Key}], w.services.of(e.Key, e.Server, e.At)
	switch {
	case ran:
		e.State, e.Work, e.Service = engine.Running, e.At-started, w.services.of(e.Key, e.Server, started)
	case refused || lost && atOnce:
		e.State = engine.Sent
	}
	if e.Type == engine.AttemptCancelled {
		e.By = w.cause(e.Key)
	}
	if refused {
		e.Status = engine.ResourceExhausted
	}
	if e.Type != engine.AttemptAnswered {
		return
	}
	e.Status = engine.OK
	over := w.n[what{engine.AttemptAnswered, leafOf(e.Key)}] > 0
	for _, end := range []engine.EventType{engine.RequestAnswered, engine.RequestFailed, engine.RequestExpired} {
		over = over || w.n[what{end, requestOf(e.Key)}] > 0
	}
	if e.Won = !over && w.n[what{engine.HopEnded, hopOf(e.Key)}] == 0; e.Won {
		w.winner, w.answered[leafOf(e.Key)] = e.Key, true
		if e.OneLeaf { // else the leaf's own event says so
			for _, key := range []engine.Key{hopOf(e.Key), requestOf(e.Key)} {
				w.n[what{engine.LeafAnswered, key}]++
			}
		}
	}
}

// commit works out what a commit is: the leaf's first, or one more.
func (w *witness) commit(e *engine.Event) {
	again := w.n[what{engine.WriteCommitted, leafOf(e.Key)}] > 0
	e.Type, e.Server = engine.WriteCommitted, w.server[e.Key]
	if again && w.s.Workload.Operation == engine.IdempotentWrite {
		e.Type, again = engine.WriteDeduplicated, false
	}
	e.Duplicate = again
}

// isHopeless says whether all attempts of a leaf were refused, and no hedge can be sent.
func (w *witness) isHopeless(leaf engine.Key) bool {
	sent := w.n[what{engine.AttemptSent, leaf}]
	return sent == w.n[what{engine.AttemptRefused, leaf}] && noneCanFollow(w.s, w.turn[leaf], sent > 1, w.hedgers,
		w.at[what{engine.RequestArrived, requestOf(leaf)}], w.begun[hopOf(leaf)])
}

// cause is why an attempt is cancelled: what has ended its leaf, or else that a tied
// sibling has started.
func (w *witness) cause(attempt engine.Key) engine.Cause {
	hop, request := hopOf(attempt), requestOf(attempt)
	switch {
	case w.answered[leafOf(attempt)]:
		return engine.ByAnswer
	case w.ended[hop] != engine.NoCause:
		return w.ended[hop]
	case w.n[what{engine.RequestExpired, request}] > 0:
		return engine.ByDeadline
	case w.n[what{engine.RequestAnswered, request}] > 0:
		return engine.ByTime
	default:
		return engine.ByStart
	}
}

// why says what a hop that ends now must have ended by.
func (w *witness) why(hop engine.Key, at fixed.Micros) engine.Cause {
	load := &w.s.Workload
	spare := load.FanOut.Leaves - load.FanOut.Needed()
	switch {
	case w.answers(hop) == load.FanOut.Needed():
		return engine.ByQuorum
	case w.n[what{engine.LeafFailed, hop}] == spare+1 || w.s.Workload.Leaves() == 1 && w.isHopeless(w.failed):
		return engine.ByFailure
	case load.DeadlineMs > 0 && at == w.at[what{engine.RequestArrived, requestOf(hop)}]+load.DeadlineMs:
		return engine.ByDeadline
	case load.FanOut.AfterMs > 0 && at == w.begun[hop]+load.FanOut.AfterMs:
		return engine.ByTime
	default:
		return engine.NoCause
	}
}

// endRequest works out how a request ends of how its last hop does.
func (w *witness) endRequest(e *engine.Event) {
	request := requestOf(e.Key)
	if e.OneLeaf {
		w.failed = engine.Key{Request: request.Request, Hop: 1, Leaf: 1}
	}
	by := w.why(w.hops[request], e.At)
	switch by {
	case engine.ByQuorum:
		e.Type, e.Key = engine.RequestAnswered, w.winner
	case engine.ByTime:
		e.Type, e.Key = engine.RequestAnswered, request
	case engine.ByDeadline:
		e.Type, e.Key = engine.RequestExpired, request
	default:
		e.Type, e.Key = engine.RequestFailed, w.failed
	}
	e.Took, e.Answers = e.At-w.at[what{engine.RequestArrived, request}], int32(w.answers(request))
	e.Partial = e.Type == engine.RequestAnswered && (w.timedOut[request] || by == engine.ByTime)
}
