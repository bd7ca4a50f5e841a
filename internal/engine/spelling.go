package engine

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// String is a line of a trace: the time in milliseconds, aligned on its point, the
// type, what it is about (and in a cluster where), and what belongs to the type.
//
//	225.5    attempt.cancelled   6#1 primary @3  running, 225.5 ms of work
func (e Event) String() string {
	whole, fraction, found := strings.Cut(e.At.String(), ".")
	if found {
		fraction = "." + fraction
	}
	about := e.Key.String()
	if e.OneLeaf {
		about = e.Key.short()
	}
	if e.Server > 0 {
		about = strings.TrimLeft(fmt.Sprintf("%s @%d", about, e.Server), " ")
	}
	line := fmt.Sprintf("%9s%-4s  %-18s  %-13s  %s", whole, fraction, e.Type, about, strings.Join(e.details(), ", "))
	return strings.TrimRight(line, " ")
}

// details are what a line says after what the event is about.
func (e *Event) details() (all []string) {
	add := func(when bool, text string) {
		if when {
			all = append(all, text)
		}
	}
	add(e.Status != NoStatus, e.Status.String())
	add(e.Type.EndsAttempt() && e.State != Running && e.Status == NoStatus, e.State.String())
	add(e.Won, "won")
	add(e.Type.EndsAttempt() && e.State == Running, fmt.Sprintf("%v ms of work", e.Work))
	add(e.Type == AttemptStarted && e.Took > 0, fmt.Sprintf("waited %v ms", e.Took))
	add(e.Extra, "extra")
	add(e.By != NoCause, "by "+e.By.String())
	add(e.Type.hasLatency() && !e.Type.EndsAttempt(), fmt.Sprintf("after %v ms", e.Took))
	add(e.hasAnswers(), fmt.Sprintf("%d answered", e.Answers))
	add(e.Partial, "partial")
	add(e.Reason != NoReason, e.Reason.String())
	add(e.Duplicate, "duplicate")
	return all
}

// hasLatency says whether an end says how long it took.
func (t EventType) hasLatency() bool {
	return t.EndsAttempt() || LeafAnswered <= t && t <= RequestExpired
}

// hasAnswers says whether an end says how many leaves have answered.
func (e *Event) hasAnswers() bool {
	return !e.OneLeaf && (e.Type == HopEnded || e.Type.EndsRequest())
}

// MarshalJSON writes the members that belong to the event's type, in a fixed order.
func (e Event) MarshalJSON() ([]byte, error) { return e.AppendJSON(make([]byte, 0, 192)), nil }

// AppendJSON appends what MarshalJSON writes.
func (e *Event) AppendJSON(b []byte) []byte {
	b = strconv.AppendInt(append(b, `{"seq":`...), e.Seq, 10)
	b = appendTime(b, "atMs", e.At, true)
	b = appendName(b, "type", e.Type.String())
	b = appendCount(b, "request", int(e.Key.Request))
	if !e.OneLeaf {
		b = appendCount(b, "hop", int(e.Key.Hop))
		b = appendCount(b, "leaf", int(e.Key.Leaf))
	}
	if e.Key.Attempt > 0 {
		b = appendCount(b, "attempt", int(e.Key.Attempt))
		b = appendName(b, "role", e.Key.Role())
	}
	b = appendCount(b, "server", int(e.Server))
	b = appendName(b, "status", e.Status.String())
	b = appendName(b, "state", e.State.String())
	b = appendTime(b, "waitedMs", e.Took, e.Type == AttemptStarted)
	b = appendBool(b, "extra", e.Extra, e.Type == AttemptStarted)
	b = appendTime(b, "workMs", e.Work, e.Type.EndsAttempt())
	b = appendTime(b, "serviceMs", e.Service, e.Type.EndsAttempt())
	b = appendBool(b, "won", e.Won, e.Type == AttemptAnswered)
	b = appendName(b, "by", e.By.String())
	b = appendTime(b, "latencyMs", e.Took, e.Type.hasLatency())
	if e.hasAnswers() {
		b = strconv.AppendInt(appendMember(b, "leavesAnswered"), int64(e.Answers), 10)
	}
	b = appendBool(b, "partial", e.Partial, e.Type == RequestAnswered)
	b = appendName(b, "reason", e.Reason.String())
	b = appendBool(b, "duplicate", e.Duplicate, e.Type == WriteCommitted)
	return append(b, '}')
}

// appendMember appends a member's name.
func appendMember(b []byte, name string) []byte {
	return append(append(append(b, ',', '"'), name...), '"', ':')
}

func appendCount(b []byte, name string, n int) []byte {
	if n == 0 {
		return b
	}
	return strconv.AppendInt(appendMember(b, name), int64(n), 10)
}

func appendName(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	return append(append(append(appendMember(b, name), '"'), value...), '"')
}

func appendTime(b []byte, name string, t fixed.Micros, belongs bool) []byte {
	if !belongs {
		return b
	}
	return fixed.Append(appendMember(b, name), int64(t))
}

func appendBool(b []byte, name string, value, belongs bool) []byte {
	if !belongs {
		return b
	}
	return strconv.AppendBool(appendMember(b, name), value)
}
