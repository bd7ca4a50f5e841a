package engine

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Event is one thing that happened. Fields that do not belong to its type are
// zero, and JSON leaves them out.
type Event struct {
	Seq       int64        // from 1, without gaps
	At        fixed.Micros // since the start of the run
	Type      EventType
	Key       Key          // whom it is about; Request is 0 on run.completed
	Server   int          // from 1, in a cluster, on attempt and write events: where
	Status    Status       // on attempt.answered and attempt.refused
	State     WorkState    // on attempt.cancelled: what the attempt was doing
	Work      fixed.Micros // on attempt.cancelled and attempt.lost: how long it was worked on
	Reason    Reason       // on hedge.suppressed
	Duplicate bool         // on write.committed: not the first of its leaf
}

// String is a line of a trace: the time in milliseconds, aligned on its point, the
// type, whom it is about (and in a cluster where), and what belongs to the type.
//
//	225.5    attempt.cancelled   6#1 primary @3  running, 225.5 ms of work
func (e Event) String() string {
	whole, fraction, found := strings.Cut(e.At.String(), ".")
	if found {
		fraction = "." + fraction
	}
	var detail string
	switch {
	case e.Type == AttemptCancelled:
		detail = fmt.Sprintf("%s, %v ms of work", e.State, e.Work)
	case e.Type == AttemptLost:
		detail = fmt.Sprintf("%v ms of work", e.Work)
	case e.Duplicate:
		detail = "duplicate"
	default:
		detail = string(e.Status) + string(e.Reason) // one of them at most
	}
	whom := e.Key.String()
	if e.Server > 0 {
		whom += fmt.Sprintf(" @%d", e.Server)
	}
	line := fmt.Sprintf("%9s%-4s  %-18s  %-13s  %s", whole, fraction, e.Type, whom, detail)
	return strings.TrimRight(line, " ")
}

// Key names an attempt, or with zeros from the right a leaf, a hop, a request.
type Key struct {
	Request int // from 1
	Hop     int // from 1; 0 in the events of a run where hops × leaves = 1
	Leaf    int // likewise
	Attempt int // from 1; 1 is the primary, every other a backup
}

// String is "6" for a request, "6#2 backup" for its second attempt, with the hop
// and the leaf in between where there are more than one: "6.1.3#2 backup".
func (k Key) String() string {
	if k.Request == 0 {
		return ""
	}
	name := strconv.Itoa(k.Request)
	if k.Hop > 0 {
		name += fmt.Sprintf(".%d.%d", k.Hop, k.Leaf)
	}
	if k.Attempt > 0 {
		name += fmt.Sprintf("#%d %s", k.Attempt, k.Role())
	}
	return name
}

// word gives the n-th word of a source for the attempt.
func (k Key) word(s draw.Source, n int) uint64 {
	return s.Word(k.Request, k.Hop, k.Leaf, k.Attempt, n)
}

func (k Key) before(l Key) bool {
	switch {
	case k.Request != l.Request:
		return k.Request < l.Request
	case k.Hop != l.Hop:
		return k.Hop < l.Hop
	case k.Leaf != l.Leaf:
		return k.Leaf < l.Leaf
	default:
		return k.Attempt < l.Attempt
	}
}

// EventType is what happened.
type EventType uint8

// The types of events.
const (
	RequestArrived EventType = iota
	AttemptSent
	AttemptStarted
	AttemptAnswered
	AttemptCancelled
	AttemptRefused
	AttemptLost
	HedgeSuppressed
	WriteCommitted
	WriteDeduplicated
	LeafAnswered
	RequestAnswered
	RequestFailed
	RequestExpired
	RunCompleted
)

var eventTypes = [...]string{
	"request.arrived", "attempt.sent", "attempt.started", "attempt.answered", "attempt.cancelled",
	"attempt.refused", "attempt.lost", "hedge.suppressed", "write.committed", "write.deduplicated",
	"leaf.answered", "request.answered", "request.failed", "request.expired", "run.completed",
}

// String is the type's name in JSON.
func (t EventType) String() string { return eventTypes[t] }

// Status is how an attempt ended for the client, a gRPC status code's name.
type Status string

// The statuses: of an answer, and of an attempt that a full queue refused.
const (
	OK                Status = "OK"
	ResourceExhausted Status = "RESOURCE_EXHAUSTED"
)

// WorkState is what a live attempt is doing at its server.
type WorkState string

// The states of a live attempt.
const (
	Waiting WorkState = "waiting"
	Running WorkState = "running"
)

// Reason is why a hedge that fell due was not sent.
type Reason string

// The reasons: the budget had nothing left, or chance would not have it.
const (
	SuppressedByBudget      Reason = "budget"
	SuppressedByProbability Reason = "probability"
)

// Role is an attempt's part in the race.
func (k Key) Role() string {
	if k.Attempt == 1 {
		return "primary"
	}
	return "backup"
}

// MarshalJSON writes the members that belong to the event's type, in a fixed
// order.
func (e Event) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 128)
	b = strconv.AppendInt(append(b, `{"seq":`...), e.Seq, 10)
	b = fixed.Append(append(b, `,"atMs":`...), int64(e.At))
	b = append(append(append(b, `,"type":"`...), e.Type.String()...), '"')
	b = appendCount(b, "request", e.Key.Request)
	b = appendCount(b, "hop", e.Key.Hop)
	b = appendCount(b, "leaf", e.Key.Leaf)
	if e.Key.Attempt > 0 {
		b = appendCount(b, "attempt", e.Key.Attempt)
		b = appendName(b, "role", e.Key.Role())
	}
	b = appendCount(b, "server", e.Server)
	b = appendName(b, "status", string(e.Status))
	b = appendName(b, "state", string(e.State))
	if e.Type == AttemptCancelled || e.Type == AttemptLost {
		b = fixed.Append(append(b, `,"workMs":`...), int64(e.Work))
	}
	b = appendName(b, "reason", string(e.Reason))
	if e.Type == WriteCommitted {
		b = strconv.AppendBool(append(b, `,"duplicate":`...), e.Duplicate)
	}
	return append(b, '}'), nil
}

func appendCount(b []byte, name string, n int) []byte {
	if n == 0 {
		return b
	}
	b = append(append(append(b, ',', '"'), name...), '"', ':')
	return strconv.AppendInt(b, int64(n), 10)
}

func appendName(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	b = append(append(append(b, ',', '"'), name...), '"', ':', '"')
	return append(append(b, value...), '"')
}
