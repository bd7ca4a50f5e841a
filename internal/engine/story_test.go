package engine_test

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// played is a thing that was played: its rank among the simultaneous, whom it was
// about, and since when it could have been (the place of the thing that caused it
// at the same instant; -1 if it was due before).
type played struct {
	at    fixed.Micros
	rank  int
	key   engine.Key
	cause int
	event engine.Event
}

// story reads off a trace what was played, one thing for the events that the model
// tells together. A clock that ends a hop tells nothing itself; it is played just before
// the first that it causes.
type story struct {
	things  []played
	shared  bool
	tied    bool
	leaves  map[engine.Key]*leaf
	clocks  map[engine.Key]bool // the hops that are known to have ended so
	sent    map[engine.Key]int  // the turns of attempts: sent, or passed on by chance
	started map[engine.Key]int  // by a thing of their own, or that which sent them
	first   map[engine.Key]int  // of a leaf: the start of its first attempt
	ended   map[engine.Key]int  // leaves, by answers, and hops
	touched map[int]int         // queues, by what joins or leaves them or their workers
	where   map[engine.Key]int
}

func thingsPlayed(s *engine.Scenario, trace []engine.Event) []played {
	c, h := s.Backend.Capacity.Cluster, s.Policy.Hedge
	y := story{
		shared: c != nil && c.Queue == engine.SharedQueue, tied: h != nil && h.Cancel == engine.CancelOnStart,
		leaves: leavesOf(s, trace), clocks: map[engine.Key]bool{}, sent: map[engine.Key]int{}, started: map[engine.Key]int{},
		first: map[engine.Key]int{}, ended: map[engine.Key]int{}, touched: map[int]int{}, where: map[engine.Key]int{},
	}
	for _, e := range trace {
		y.read(e)
	}
	return y.things
}

func (y *story) last() int { return len(y.things) - 1 }

func (y *story) add(e engine.Event, rank int, key engine.Key, causedBy int, known bool) {
	cause := -1
	if known && y.things[causedBy].at == e.At {
		cause = causedBy
	}
	y.things = append(y.things, played{e.At, rank, key, cause, e})
}

// touch says that the last thing changed what could start from a queue.
func (y *story) touch(e engine.Event) {
	queue := y.where[e.Key]
	if y.shared {
		queue = 0
	}
	y.touched[queue] = y.last()
}

// hopKey names an attempt's hop, also where it has no number.
func hopKey(k engine.Key) engine.Key { return engine.Key{Request: k.Request, Hop: max(1, k.Hop)} }

// clock plays the end of a hop by the clock, once.
func (y *story) clock(e engine.Event, hop engine.Key) {
	if !y.clocks[hop] {
		y.clocks[hop] = true
		y.add(e, 7, hop, 0, false)
		y.ended[hop] = y.last()
	}
}

func (y *story) read(e engine.Event) {
	switch e.Type {
	case engine.RequestArrived:
		y.add(e, 6, e.Key, 0, false)
	case engine.AttemptSent:
		y.turn(e)
		y.where[e.Key] = e.Server
		y.touch(e)
	case engine.HedgeSuppressed:
		y.turn(e)
	case engine.AttemptStarted:
		y.start(e)
	case engine.WriteCommitted, engine.WriteDeduplicated:
		y.add(e, 1, e.Key, y.started[e.Key], true)
	case engine.AttemptAnswered:
		y.add(e, 2, e.Key, y.started[e.Key], true)
		y.touch(e)
		if l := y.leaves[leafKey(e.Key)]; l.end == "answered" && l.endSeq == e.Seq+1 {
			y.ended[leafKey(e.Key)] = y.last()
			if l.hop.end == "quorum" && l.hop.endSeq == e.Seq+1 {
				y.ended[hopKey(e.Key)] = y.last()
			}
		}
	case engine.RequestAnswered: // told with attempt.answered, or by the clock
		if e.Key.Attempt == 0 {
			y.clock(e, engine.Key{Request: e.Key.Request, Hop: y.hops(e.Key.Request)})
		}
	case engine.RequestExpired:
		y.add(e, 7, e.Key, 0, false)
		fallthrough
	case engine.RequestFailed: // told with what failed it
		y.ended[engine.Key{Request: e.Key.Request, Hop: y.hops(e.Key.Request)}] = y.last()
	case engine.AttemptCancelled:
		by, known := y.withdrawal(e)
		y.add(e, 3, e.Key, by, known)
		y.touch(e)
	}
}

// hops is the number of hops of a request so far.
func (y *story) hops(request int) (n int) {
	for key := range y.sent {
		if key.Request == request {
			n = max(n, key.Hop, 1)
		}
	}
	return n
}

func (y *story) start(e engine.Event) {
	if last := y.things[y.last()]; y.sent[e.Key] != y.last() || last.at != e.At {
		queue := e.Server
		if y.shared {
			queue = 0
		}
		by, known := y.touched[queue]
		y.add(e, 4, e.Key, by, known)
		y.touched[queue] = y.last()
	}
	y.started[e.Key] = y.last()
	if _, known := y.first[leafKey(e.Key)]; !known {
		y.first[leafKey(e.Key)] = y.last()
	}
}

// withdrawal is what sent a cancellation: the start of a sibling, an answer, the end of
// the hop.
func (y *story) withdrawal(e engine.Event) (by int, known bool) {
	if by, known = y.first[leafKey(e.Key)]; known && y.tied && e.State == engine.Waiting {
		return by, known
	}
	if by, known = y.ended[leafKey(e.Key)]; known {
		return by, known
	}
	if h := y.leaves[leafKey(e.Key)].hop; h.end == "clock" && h.to == e.At {
		y.clock(e, hopKey(e.Key))
	}
	by, known = y.ended[hopKey(e.Key)]
	return by, known
}

// turn is that of an attempt, sent or not. Those of a hop are sent by the one thing that
// begins it: the arrival, or after a hop the next. A hedge's is caused by the turn before.
func (y *story) turn(e engine.Event) {
	switch before := e.Key; {
	case e.Key.Attempt > 1:
		before.Attempt--
		by, known := y.sent[before]
		y.add(e, 5, e.Key, by, known)
	case e.Key.Hop > 1 && y.hops(e.Key.Request) < e.Key.Hop:
		ended := engine.Key{Request: e.Key.Request, Hop: e.Key.Hop - 1}
		if _, known := y.ended[ended]; !known {
			y.clock(e, ended)
		}
		by, known := y.ended[ended]
		y.add(e, 6, hopKey(e.Key), by, known)
	}
	y.sent[e.Key] = y.last()
}
