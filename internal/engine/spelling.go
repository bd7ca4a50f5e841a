package engine

import (
	"fmt"
	"strings"
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
