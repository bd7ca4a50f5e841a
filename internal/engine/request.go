package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// request is what its client waits for, with the hop that it is at. What losers still
// do for it when it has ended does not need it.
type request struct {
	arrived  fixed.Micros
	began    fixed.Micros // its hop
	leaves   []*leaf      // of the hop, by number; nil where one is not open any more
	open     int          // leaves of the hop
	answered int          // leaves of the hop
	answers  int          // leaves of all hops that have answered
	place    int32
	number   int32 // 0 when it has ended
	hop      int8  // from 1
	sending  bool  // the leaves of the hop, none of which is judged before all are sent
	partial  bool  // a hop was ended by time
}

// latest is when a request's hop ends, whatever happens; never if nothing says so.
func (w *world) latest(r *request) fixed.Micros {
	end := never
	if deadline := w.scenario.Workload.DeadlineMs; deadline > 0 {
		end = r.arrived + deadline
	}
	if after := w.scenario.Workload.FanOut.AfterMs; after > 0 {
		end = min(end, r.began+after)
	}
	return end
}

func (r *request) hopKey() Key { return Key{Request: r.number, Hop: r.hop} }

// arrive begins the request that is due.
func (w *world) arrive() {
	number := w.arriving
	w.expectArrival()
	if w.open += w.scenario.Workload.FanOut.Leaves; w.open > w.room {
		w.ending = Crowded
		return
	}
	w.emit(Event{Type: RequestArrived, Key: Key{Request: number}})
	place, r := w.requests.take()
	*r = request{place: place, number: number, hop: 1, arrived: w.now, leaves: r.leaves[:0]}
	if deadline := w.scenario.Workload.DeadlineMs; deadline > 0 {
		w.agenda.add(newItem(w.now+deadline, dueDeadline, Key{Request: number}, place))
	}
	w.fanOut(r)
}

// expectArrival puts the next arrival on the agenda, if there is one more.
func (w *world) expectArrival() {
	at, number, ok := w.arrivals.next()
	if !ok {
		at = never
	}
	w.arriving = int32(number)
	w.agenda.arrival = newItem(at, dueArrival, Key{Request: w.arriving}, 0)
}

// fanOut begins a hop: it sends all leaves, and then judges those of which nothing is
// left already.
func (w *world) fanOut(r *request) {
	shape := &w.scenario.Workload.FanOut
	r.began, r.open, r.answered, r.sending = w.now, shape.Leaves, 0, true
	if shape.AfterMs > 0 {
		w.agenda.add(newItem(w.now+shape.AfterMs, dueTimeout, r.hopKey(), r.place))
	}
	for number := range shape.Leaves {
		l := w.newLeaf(r, number+1)
		r.leaves = append(r.leaves, l)
		w.send(l, 1)
	}
	r.sending = false
	leaves := r.leaves
	for i := range leaves {
		if leaves[i] != nil { // until the request fails, which closes them all
			w.settle(leaves[i])
		}
	}
}

// endHop is the one end of a hop, whatever ends it; last names the attempt or the leaf
// that brought it about. The next hop begins at this instant, or the request ends.
func (w *world) endHop(r *request, by Cause, last Key) {
	if !w.oneLeaf {
		w.emit(Event{Type: HopEnded, Key: r.hopKey(), By: by, Took: w.now - r.began, Answers: int32(r.answered)})
	}
	for _, l := range r.leaves {
		if l != nil {
			w.close(l, by)
		}
	}
	r.leaves, r.partial = r.leaves[:0], r.partial || by == ByTime
	switch {
	case by == ByFailure:
		w.endRequest(r, Event{Type: RequestFailed, Key: last})
	case by == ByDeadline:
		w.endRequest(r, Event{Type: RequestExpired})
	case int(r.hop) == w.scenario.Workload.Hops:
		w.endRequest(r, Event{Type: RequestAnswered, Key: last, Partial: r.partial})
	default:
		r.hop++
		w.agenda.add(newItem(w.now, dueHop, r.hopKey(), r.place))
	}
}

// endRequest is the one end of a request.
func (w *world) endRequest(r *request, e Event) {
	e.Key.Request, e.Took, e.Answers = r.number, w.now-r.arrived, int32(r.answers)
	w.open -= w.scenario.Workload.FanOut.Leaves
	w.emit(e)
	r.number = 0
	w.requests.put(r.place)
}
