package engine

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// Event is one thing that happened. It says what the engine knows when it tells it
// (docs/model.md, "Events"). Fields that do not belong to its type are zero.
type Event struct {
	Seq     int64        // from 1, without gaps
	At      fixed.Micros // since the start of the run
	Took    fixed.Micros // on attempt.started and ends of attempts, since it was sent; on ends of leaves and hops, from the start of the hop; of requests, from the arrival
	Work    fixed.Micros // on each end of an attempt: how long it was worked on
	Service fixed.Micros // on each end of an attempt: how long it would have been worked on, had nothing stopped it
	Key     Key          // what it is about; zero on events of servers and run.completed
	Answers int32        // on hop.ended and ends of requests: leaves of it that have answered
	Server  int16        // from 1, in a cluster: where
	Type    EventType
	Status  Status    // on attempt.answered and attempt.refused
	State   WorkState // on each end of an attempt: what it was doing
	Reason  Reason    // on hedge.suppressed
	By      Cause     // on hop.ended and attempt.cancelled

	Extra     bool // on attempt.started: another attempt of its leaf has started before
	Won       bool // on attempt.answered: it is its leaf's answer
	Partial   bool // on request.answered: a hop ended by time
	Duplicate bool // on write.committed: not the first of its leaf
	OneLeaf   bool // the run's requests have one leaf each: hop and leaf are not spelled
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
	LeafFailed
	HopEnded
	RequestAnswered
	RequestFailed
	RequestExpired
	ServerDown
	ServerUp
	RunCompleted
)

var eventTypes = [...]string{
	"request.arrived", "attempt.sent", "attempt.started", "attempt.answered", "attempt.cancelled",
	"attempt.refused", "attempt.lost", "hedge.suppressed", "write.committed", "write.deduplicated",
	"leaf.answered", "leaf.failed", "hop.ended", "request.answered", "request.failed", "request.expired",
	"server.down", "server.up", "run.completed",
}

// String is the type's name in JSON.
func (t EventType) String() string { return eventTypes[t] }

// EndsAttempt says whether an attempt ends with the event.
func (t EventType) EndsAttempt() bool { return AttemptAnswered <= t && t <= AttemptLost }

// EndsRequest says whether a request ends with the event.
func (t EventType) EndsRequest() bool { return RequestAnswered <= t && t <= RequestExpired }

// Status is how an attempt ended for the client, a gRPC status code.
type Status uint8

// The statuses: of an answer, and of an attempt that a full queue refused.
const (
	NoStatus Status = iota
	OK
	ResourceExhausted
)

// String is the code's name in JSON.
func (s Status) String() string { return [...]string{"", "OK", "RESOURCE_EXHAUSTED"}[s] }

// WorkState is what an attempt is doing.
type WorkState uint8

// The states: an attempt is sent until its server has taken it, then waits or runs.
const (
	NoState WorkState = iota
	Sent
	Waiting
	Running
)

// String is the state's name in JSON.
func (s WorkState) String() string { return [...]string{"", "sent", "waiting", "running"}[s] }

// MarshalText writes the name.
func (s WorkState) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Reason is why a hedge that fell due was not sent.
type Reason uint8

// The reasons: the budget had nothing left, or chance was against it.
const (
	NoReason Reason = iota
	SuppressedByBudget
	SuppressedByProbability
)

// String is the reason's name in JSON.
func (r Reason) String() string { return [...]string{"", "budget", "probability"}[r] }

// Cause is what ended a hop, or why an attempt was cancelled.
type Cause uint8

// The causes. A hop ends when enough leaves have answered, when afterMs is over, when too
// many leaves have failed, or when the request expires. An attempt is cancelled when its
// leaf is answered, when a tied sibling starts, or when its hop ends.
const (
	NoCause Cause = iota
	ByQuorum
	ByTime
	ByFailure
	ByDeadline
	ByAnswer
	ByStart
)

// String is the cause's name in JSON.
func (c Cause) String() string {
	return [...]string{"", "quorum", "time", "failure", "deadline", "answer", "start"}[c]
}
