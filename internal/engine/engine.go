package engine

import (
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// Run plays the scenario and tells each event in order of time, until nothing is
// due any more; the last is run.completed, at the later of the last event and the
// scenario's duration. When tell returns false the run stops there.
//
// It takes time in proportion to the events, and memory in proportion to what is
// in flight at once. On a scenario that package intake has checked it is total.
func Run(scenario *Scenario, tell func(Event) bool) {
	w := world{scenario: scenario, tell: tell, hedging: newHedging(scenario)}
	w.expect(1)
	for len(w.agenda) > 0 && !w.stopped {
		w.play(w.agenda.next())
	}
	w.now = max(w.told, scenario.Workload.DurationMs)
	w.emit(Event{Type: RunCompleted})
}

// world is the state of a run: what is due, and the leaves in flight.
type world struct {
	scenario *Scenario
	tell     func(Event) bool
	stopped  bool
	now      fixed.Ms // of the item played last, which may have been stale
	told     fixed.Ms // of the event told last
	seq      int64
	agenda   agenda
	leaves   pool
	hedging  hedging
}

func (w *world) emit(e Event) {
	if w.stopped {
		return
	}
	w.seq++
	e.Seq, e.At, w.told = w.seq, w.now, w.now
	w.stopped = !w.tell(e)
}

// expect puts the arrival of a request on the agenda, if there is one more.
func (w *world) expect(request int) {
	if request <= w.scenario.Workload.Requests {
		w.agenda.add(item{at: w.scenario.Workload.Arrival.At(request), rank: rankArrival, key: Key{Request: request}})
	}
}

func (w *world) play(due item) {
	w.now = due.at
	if due.rank == rankArrival {
		w.arrive(due.key)
		return
	}
	leaf := w.leaves.at(due.slot)
	if leaf.generation != due.generation {
		return // the leaf is done, and its slot another's
	}
	switch due.rank {
	case rankCommit:
		w.commit(leaf, due.key)
	case rankFinish:
		w.finish(leaf, due.key)
	case rankCancel:
		w.cancel(leaf, due.key)
	case rankHedge:
		w.hedge(leaf, due.key)
	}
	if leaf.answered && leaf.live == 0 {
		w.leaves.release(leaf)
	}
}

// later puts something that concerns an attempt of a leaf on the agenda.
func (w *world) later(leaf *leaf, key Key, rank rank, at fixed.Ms) {
	w.agenda.add(item{at: at, rank: rank, key: key, slot: leaf.slot, generation: leaf.generation})
}

func (w *world) arrive(key Key) {
	w.emit(Event{Type: RequestArrived, Key: key})
	w.expect(key.Request + 1)
	key.Attempt = 1
	w.send(w.leaves.take(), key)
}

// send sends an attempt, which starts at once since capacity is unlimited, and
// says when it commits, when it ends, and when the next one is due.
func (w *world) send(leaf *leaf, key Key) {
	w.emit(Event{Type: AttemptSent, Key: key})
	w.emit(Event{Type: AttemptStarted, Key: key})
	leaf.attempts = append(leaf.attempts, attempt{live: true, started: w.now})
	leaf.live++
	service := w.scenario.Backend.Latency.Service(latency.Key{
		Seed: w.scenario.Seed, Request: key.Request, Hop: max(key.Hop, 1), Leaf: max(key.Leaf, 1), Attempt: key.Attempt,
	})
	if w.scenario.Workload.Operation != Read {
		w.later(leaf, key, rankCommit, w.now+min(w.scenario.Workload.CommitMs, service))
	}
	w.later(leaf, key, rankFinish, w.now+service)
	if delay, ok := w.hedging.next(leaf); ok {
		key.Attempt++
		w.later(leaf, key, rankHedge, w.now+delay)
	}
}

// hedge sends the backup that has fallen due, if its leaf is still unanswered
// and the budget allows it.
func (w *world) hedge(leaf *leaf, key Key) {
	if leaf.answered {
		return
	}
	if reason := w.hedging.refuse(leaf); reason != "" {
		w.emit(Event{Type: HedgeSuppressed, Key: key, Reason: reason})
		return
	}
	w.send(leaf, key)
}

// commit makes a running attempt's write durable: the leaf's first commit is the
// write, every further one the same write again.
func (w *world) commit(leaf *leaf, key Key) {
	if !leaf.attempts[key.Attempt-1].live {
		return
	}
	again := leaf.committed
	leaf.committed = true
	if again && w.scenario.Workload.Operation == IdempotentWrite {
		w.emit(Event{Type: WriteDeduplicated, Key: key})
		return
	}
	w.emit(Event{Type: WriteCommitted, Key: key, Duplicate: again})
}

// finish ends an attempt's work. The first answer of a leaf is the request's;
// what still runs then is a loser.
func (w *world) finish(leaf *leaf, key Key) {
	if !leaf.end(key.Attempt) {
		return
	}
	w.emit(Event{Type: AttemptAnswered, Key: key, Status: OK})
	if leaf.answered {
		return
	}
	leaf.answered = true
	w.emit(Event{Type: RequestAnswered, Key: key})
	if !w.hedging.cancels() {
		return
	}
	for i := range leaf.attempts {
		if leaf.attempts[i].live {
			key.Attempt = i + 1
			w.later(leaf, key, rankCancel, w.now)
		}
	}
}

// cancel stops a loser that is still running. It does not undo a commit.
func (w *world) cancel(leaf *leaf, key Key) {
	if leaf.end(key.Attempt) {
		work := w.now - leaf.attempts[key.Attempt-1].started
		w.emit(Event{Type: AttemptCancelled, Key: key, State: Running, Work: work})
	}
}
