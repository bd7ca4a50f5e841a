package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// MarshalJSON writes the members that belong to the event's type, in a fixed order.
func (e Event) MarshalJSON() ([]byte, error) { return e.AppendLine(make([]byte, 0, 224)), nil }

// AppendLine appends the event as a line of JSON, with a blank after each comma and colon
// and no other: no name or value has any. Most of what a server writes are events, so what
// always stands together is one text.
func (e *Event) AppendLine(b []byte) []byte {
	b = fixed.AppendWhole(append(b, `{"seq": `...), e.Seq)
	b = fixed.Append(append(b, `, "atMs": `...), int64(e.At))
	b = append(append(append(b, `, "type": "`...), eventTypes[e.Type]...), '"')
	if e.Key.Request > 0 {
		b = fixed.AppendWhole(append(b, `, "request": `...), int64(e.Key.Request))
	}
	if !e.OneLeaf {
		b = e.appendLeaf(b)
	}
	if e.Key.Attempt > 0 {
		b = e.appendAttempt(b)
	}
	if e.Server > 0 {
		b = fixed.AppendWhole(append(b, `, "server": `...), int64(e.Server))
	}
	switch {
	case e.Type.EndsAttempt():
		b = e.appendEndOfAttempt(b)
	case e.Type >= LeafAnswered && e.Type <= RequestExpired:
		b = e.appendEnd(b)
	default:
		b = e.appendOther(b)
	}
	return append(b, '}')
}

// appendLeaf appends what a key says where requests have several leaves.
func (e *Event) appendLeaf(b []byte) []byte {
	if e.Key.Hop > 0 {
		b = fixed.AppendWhole(append(b, `, "hop": `...), int64(e.Key.Hop))
	}
	if e.Key.Leaf > 0 {
		b = fixed.AppendWhole(append(b, `, "leaf": `...), int64(e.Key.Leaf))
	}
	return b
}

func (e *Event) appendAttempt(b []byte) []byte {
	if e.Key.Attempt == 1 {
		return append(b, `, "attempt": 1, "role": "primary"`...)
	}
	b = fixed.AppendWhole(append(b, `, "attempt": `...), int64(e.Key.Attempt))
	return append(b, `, "role": "backup"`...)
}

// appendEndOfAttempt appends how an attempt ended.
func (e *Event) appendEndOfAttempt(b []byte) []byte {
	b = appendName(b, `, "status": "`, e.Status.String())
	b = appendName(b, `, "state": "`, e.State.String())
	b = fixed.Append(append(b, `, "workMs": `...), int64(e.Work))
	b = fixed.Append(append(b, `, "serviceMs": `...), int64(e.Service))
	if e.Type == AttemptAnswered {
		b = appendTruth(append(b, `, "won": `...), e.Won)
	}
	b = appendName(b, `, "by": "`, e.By.String())
	return fixed.Append(append(b, `, "latencyMs": `...), int64(e.Took))
}

// appendEnd appends how a leaf, a hop or a request ended.
func (e *Event) appendEnd(b []byte) []byte {
	b = appendName(b, `, "by": "`, e.By.String())
	b = fixed.Append(append(b, `, "latencyMs": `...), int64(e.Took))
	if e.hasAnswers() {
		b = fixed.AppendWhole(append(b, `, "leavesAnswered": `...), int64(e.Answers))
	}
	if e.Type == RequestAnswered {
		b = appendTruth(append(b, `, "partial": `...), e.Partial)
	}
	return b
}

// appendOther appends what belongs to the other types.
func (e *Event) appendOther(b []byte) []byte {
	switch e.Type {
	case AttemptStarted:
		b = fixed.Append(append(b, `, "waitedMs": `...), int64(e.Took))
		b = appendTruth(append(b, `, "extra": `...), e.Extra)
	case HedgeSuppressed:
		b = appendName(b, `, "reason": "`, e.Reason.String())
	case WriteCommitted:
		b = appendTruth(append(b, `, "duplicate": `...), e.Duplicate)
	}
	return b
}

// appendName appends a member that is a name, whose opening quote is the member's, unless
// it is empty.
func appendName(b []byte, member, name string) []byte {
	if name == "" {
		return b
	}
	return append(append(append(b, member...), name...), '"')
}

func appendTruth(b []byte, is bool) []byte {
	if is {
		return append(b, "true"...)
	}
	return append(b, "false"...)
}
