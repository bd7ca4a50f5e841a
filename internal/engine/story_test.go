package engine_test

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// played is a thing that was played: its rank among the simultaneous, what it was
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
// tells together.
type story struct {
	things  []played
	shared  bool
	tied    bool
	begun   map[engine.Key]bool // hops
	sent    map[engine.Key]int  // the turns of attempts: sent, or passed on by chance
	started map[engine.Key]int  // by a thing of their own, or that which sent them
	first   map[engine.Key]int  // of a leaf: the start of its first attempt
	ended   map[engine.Key]int  // leaves, by answers, and hops
	touched map[int16]int       // queues, by what joins or leaves them or their workers
	where   map[engine.Key]int16
}

func thingsPlayed(s *engine.Scenario, trace []engine.Event) []played {
	c, h := s.Backend.Capacity.Cluster, s.Policy.Hedge
	y := story{
		shared: c != nil && c.Queue == engine.SharedQueue, tied: h != nil && h.Cancel == engine.CancelOnStart,
		begun: map[engine.Key]bool{}, sent: map[engine.Key]int{}, started: map[engine.Key]int{},
		first: map[engine.Key]int{}, ended: map[engine.Key]int{}, touched: map[int16]int{}, where: map[engine.Key]int16{},
	}
	for _, e := range withLeaves(trace) {
		y.read(e)
	}
	return y.things
}

func (y *story) last() int { return len(y.things) - 1 }

// add adds a thing that was due before.
func (y *story) add(e engine.Event, rank int, key engine.Key) {
	y.things = append(y.things, played{e.At, rank, key, -1, e})
}

// addCaused adds a thing that may have been made due by another of its instant.
func (y *story) addCaused(e engine.Event, rank int, key engine.Key, causedBy int, known bool) {
	y.add(e, rank, key)
	if known && y.things[causedBy].at == e.At {
		y.things[y.last()].cause = causedBy
	}
}

// touch says that the last thing changed what could start at a server.
func (y *story) touch(server int16) { y.touched[y.queue(server)] = y.last() }

func (y *story) queue(server int16) int16 {
	if y.shared {
		return 0
	}
	return server
}

func (y *story) read(e engine.Event) {
	switch e.Type {
	case engine.RequestArrived:
		y.add(e, 6, e.Key)
	case engine.AttemptSent:
		y.turn(e)
		y.where[e.Key] = e.Server
		y.touch(e.Server)
	case engine.HedgeSuppressed:
		y.turn(e)
	case engine.AttemptStarted:
		y.start(e)
	case engine.WriteCommitted, engine.WriteDeduplicated:
		y.addCaused(e, 1, e.Key, y.started[e.Key], true)
	case engine.AttemptAnswered:
		y.addCaused(e, 2, e.Key, y.started[e.Key], true)
		y.touch(y.where[e.Key])
	case engine.LeafAnswered: // told with the attempt's answer
		y.ended[leafKey(e.Key)] = y.last()
	case engine.HopEnded: // told with what completed or failed it, or a thing of its own
		switch e.By {
		case engine.ByTime:
			y.add(e, 7, hopKey(e.Key))
		case engine.ByDeadline:
			y.add(e, 7, engine.Key{Request: e.Key.Request})
		}
		y.ended[e.Key] = y.last()
	case engine.AttemptCancelled:
		by, known := y.withdrawal(e)
		y.addCaused(e, 3, e.Key, by, known)
		y.touch(y.where[e.Key])
	case engine.ServerDown, engine.ServerUp:
		y.add(e, 3, engine.Key{})
		y.touch(e.Server)
	}
}

func (y *story) start(e engine.Event) {
	if last := y.things[y.last()]; y.sent[e.Key] != y.last() || last.at != e.At {
		by, known := y.touched[y.queue(e.Server)]
		y.addCaused(e, 4, e.Key, by, known)
		y.touch(e.Server)
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
	by, known = y.ended[hopKey(e.Key)]
	return by, known
}

// turn is that of an attempt, sent or not. Those of a hop are sent by the one thing that
// begins it: the arrival, or after a hop the next. A hedge's is caused by the turn before.
func (y *story) turn(e engine.Event) {
	before := e.Key
	if before.Attempt--; before.Attempt > 0 {
		by, known := y.sent[before]
		y.addCaused(e, 5, e.Key, by, known)
	} else if hop := hopKey(e.Key); hop.Hop > 1 && !y.begun[hop] {
		y.begun[hop] = true
		by, known := y.ended[engine.Key{Request: hop.Request, Hop: hop.Hop - 1}]
		y.addCaused(e, 6, hop, by, known)
	}
	y.sent[e.Key] = y.last()
}
