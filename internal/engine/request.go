package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// request is what its client waits for, with the hop that it is at. What losers still
// do for it when it has ended does not need it.
type request struct {
	arrived  fixed.Micros
	began    fixed.Micros // its hop
	number   int32        // 0 when it has ended
	first    int32        // of the open leaves of the hop, a chain by number
	last     int32
	open     int32 // leaves of the hop
	answered int32 // leaves of the hop
	answers  int32 // leaves of all hops that have answered
	hop      int8  // from 1
	sending  bool  // the leaves of the hop, none of which is judged before all are sent
	partial  bool  // a hop was ended by time
}

// latest is when the hop of a leaf ends, whatever happens; never if nothing says so.
func (w *world) latest(l *leaf) fixed.Micros {
	end, arrived := never, l.began
	if !w.oneLeaf {
		arrived = w.requests.guests[l.request].arrived
	}
	if deadline := w.scenario.Workload.DeadlineMs; deadline > 0 {
		end = arrived + deadline
	}
	if after := w.scenario.Workload.FanOut.AfterMs; after > 0 {
		end = min(end, l.began+after)
	}
	return end
}

func (r *request) hopID() id { return hopID(r.number, r.hop) }

// arrive begins the request that is due.
func (w *world) arrive() {
	number := w.arriving
	w.expectArrival()
	if w.open += w.scenario.Workload.FanOut.Leaves; w.open > w.room {
		w.ending = Crowded
		return
	}
	if w.heard {
		w.says(RequestArrived, requestID(number))
		w.tells()
	}
	if w.short {
		w.arriveShort(number)
		return
	}
	if w.oneLeaf {
		w.arriveAlone(number)
		return
	}
	place := w.requests.take()
	w.requests.guests[place] = request{number: number, hop: 1, arrived: w.now, first: none, last: none}
	w.expectDeadline(number, place)
	w.fanOut(place)
}

// arriveAlone begins a request of one leaf.
func (w *world) arriveAlone(number int32) {
	hop := hopID(number, 1)
	place := w.newLeaf(hop.withLeaf(1))
	w.expectDeadline(number, place)
	w.expectTimeout(hop, place)
	w.sending = true
	w.send(place, 1)
	w.sending = false
	w.settle(place)
}

// expectDeadline and expectTimeout put the ends of a request and of a hop on the agenda
// that come in any case.
func (w *world) expectDeadline(number, place int32) {
	if deadline := w.scenario.Workload.DeadlineMs; deadline > 0 {
		w.agenda.add(newItem(w.now+deadline, dueDeadline, requestID(number), place))
	}
}

func (w *world) expectTimeout(hop id, place int32) {
	if after := w.scenario.Workload.FanOut.AfterMs; after > 0 {
		w.agenda.add(newItem(w.now+after, dueTimeout, hop, place))
	}
}

// expectArrival puts the next arrival on the agenda, if there is one more.
func (w *world) expectArrival() {
	at, number, ok := w.arrivals.next()
	if !ok {
		at = never
	}
	w.arriving = int32(number)
	w.agenda.arrival = newItem(at, dueArrival, requestID(w.arriving), 0)
}

// fanOut begins a hop: it sends all leaves, and then judges those of which nothing is
// left already.
func (w *world) fanOut(place int32) {
	r, shape := &w.requests.guests[place], &w.scenario.Workload.FanOut
	r.began, r.open, r.answered, r.sending = w.now, int32(shape.Leaves), 0, true
	w.expectTimeout(r.hopID(), place)
	for number := range shape.Leaves {
		w.send(w.joinLeaf(r, place, number+1), 1)
	}
	r.sending = false
	for number, at := r.number, r.first; at != none && r.number == number; { // until the request fails, which closes them all
		next := w.leaves.guests[at].after
		w.settle(at)
		at = next
	}
}

// joinLeaf makes a leaf of a request's hop, and gives its place.
func (w *world) joinLeaf(r *request, request int32, number int) int32 {
	place := w.newLeaf(r.hopID().withLeaf(number))
	l := &w.leaves.guests[place]
	l.request, l.before, l.after = request, r.last, none
	if r.last == none {
		r.first = place
	} else {
		w.leaves.guests[r.last].after = place
	}
	r.last = place
	return place
}

// endOnly ends a request of one leaf, and the leaf with it.
func (w *world) endOnly(place int32, by Cause, how EventType, last id) {
	l := &w.leaves.guests[place]
	w.open--
	if w.heard {
		e := w.says(how, last)
		e.Took, e.Partial = w.now-l.began, by == ByTime
		if how == RequestAnswered && by != ByTime {
			e.Answers = 1
		}
		w.tells()
	}
	w.endLeaf(place, by)
}

// endHop is the one end of a hop, whatever ends it; last names the attempt or the leaf
// that brought it about. The next hop begins at this instant, or the request ends.
func (w *world) endHop(place int32, by Cause, last id) {
	r := &w.requests.guests[place]
	if w.heard {
		e := w.says(HopEnded, r.hopID())
		e.By, e.Took, e.Answers = by, w.now-r.began, r.answered
		w.tells()
	}
	for at := r.first; at != none; {
		next := w.leaves.guests[at].after
		w.close(at, by)
		at = next
	}
	r.partial = r.partial || by == ByTime
	switch {
	case by == ByFailure:
		w.endRequest(place, RequestFailed, last)
	case by == ByDeadline:
		w.endRequest(place, RequestExpired, requestID(r.number))
	case int(r.hop) == w.scenario.Workload.Hops:
		w.endRequest(place, RequestAnswered, last)
	default:
		r.hop++
		w.agenda.add(newItem(w.now, dueHop, r.hopID(), place))
	}
}

// endRequest is the one end of a request.
func (w *world) endRequest(place int32, how EventType, last id) {
	r := &w.requests.guests[place]
	w.open -= w.scenario.Workload.FanOut.Leaves
	if w.heard {
		e := w.says(how, last)
		e.Key.Request, e.Took, e.Answers = r.number, w.now-r.arrived, r.answers
		e.Partial = r.partial && how == RequestAnswered
		w.tells()
	}
	r.number = 0
	w.requests.put(place)
}
