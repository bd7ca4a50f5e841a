package engine

import (
	"bytes"
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
func (e Event) MarshalJSON() ([]byte, error) {
	line, _ := e.AppendLine(make([]byte, 0, 224))
	return line, nil
}

// AppendLine appends the event as a line of JSON, with a blank after each comma and colon,
// and gives the number of those blanks.
func (e *Event) AppendLine(b []byte) (line []byte, blanks int) {
	from := len(b)
	b = strconv.AppendInt(append(b, `{"seq": `...), e.Seq, 10)
	b = fixed.Append(append(b, `, "atMs": `...), int64(e.At))
	b = appendName(b, `, "type": "`, e.Type.String())
	b = e.appendKey(b)
	b = appendName(b, `, "status": "`, e.Status.String())
	b = appendName(b, `, "state": "`, e.State.String())
	if e.Type == AttemptStarted {
		b = fixed.Append(append(b, `, "waitedMs": `...), int64(e.Took))
		b = strconv.AppendBool(append(b, `, "extra": `...), e.Extra)
	}
	if e.Type.EndsAttempt() {
		b = fixed.Append(append(b, `, "workMs": `...), int64(e.Work))
		b = fixed.Append(append(b, `, "serviceMs": `...), int64(e.Service))
	}
	b = append(e.appendEnd(b), '}')
	return b, bytes.Count(b[from:], []byte{' '}) // no name or value has any
}

// appendKey appends what the event is about, and where.
func (e *Event) appendKey(b []byte) []byte {
	b = appendCount(b, `, "request": `, int64(e.Key.Request))
	if !e.OneLeaf {
		b = appendCount(b, `, "hop": `, int64(e.Key.Hop))
		b = appendCount(b, `, "leaf": `, int64(e.Key.Leaf))
	}
	if e.Key.Attempt > 0 {
		b = appendCount(b, `, "attempt": `, int64(e.Key.Attempt))
		b = appendName(b, `, "role": "`, e.Key.Role())
	}
	return appendCount(b, `, "server": `, int64(e.Server))
}

// appendEnd appends how what the event is about ended.
func (e *Event) appendEnd(b []byte) []byte {
	if e.Type == AttemptAnswered {
		b = strconv.AppendBool(append(b, `, "won": `...), e.Won)
	}
	b = appendName(b, `, "by": "`, e.By.String())
	if e.Type.hasLatency() {
		b = fixed.Append(append(b, `, "latencyMs": `...), int64(e.Took))
	}
	if e.hasAnswers() {
		b = strconv.AppendInt(append(b, `, "leavesAnswered": `...), int64(e.Answers), 10)
	}
	if e.Type == RequestAnswered {
		b = strconv.AppendBool(append(b, `, "partial": `...), e.Partial)
	}
	b = appendName(b, `, "reason": "`, e.Reason.String())
	if e.Type == WriteCommitted {
		b = strconv.AppendBool(append(b, `, "duplicate": `...), e.Duplicate)
	}
	return b
}

// appendCount appends a member that is a number, unless it is 0.
func appendCount(b []byte, member string, n int64) []byte {
	if n == 0 {
		return b
	}
	return strconv.AppendInt(append(b, member...), n, 10)
}

// appendName appends a member that is a name, whose opening quote is the member's, unless
// it is empty.
func appendName(b []byte, member, name string) []byte {
	if name == "" {
		return b
	}
	return append(append(append(b, member...), name...), '"')
}
