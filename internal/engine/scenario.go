package engine

import (
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// Scenario is everything that decides a run, every field given. The types are
// the JSON of the API; the tags state the bounds that api/openapi.yaml states.
//
// The engine believes what it is handed: package intake is where a scenario is
// checked, also for the rules that tie fields together.
type Scenario struct {
	Seed     int64    `json:"seed" validate:"min=0,max=9007199254740991"`
	Workload Workload `json:"workload"`
	Backend  Backend  `json:"backend"`
	Policy   Policy   `json:"policy"`
	Judge    Judge    `json:"judge"`
}

// Baseline is the same scenario with hedging switched off, and nothing else changed.
func (s Scenario) Baseline() Scenario {
	s.Policy = Policy{None: &None{s.Policy.Cancellation()}}
	return s
}

// Price is the work of the run and of its baseline, in attempts: the most that
// either may send.
func (s *Scenario) Price() int {
	leaves := s.Leaves()
	return leaves*s.Policy.MaxAttempts() + leaves
}

// Leaves is the number of leaves of all requests.
func (s *Scenario) Leaves() int {
	return s.Workload.Total() * s.Workload.Leaves()
}

// Workload says what is asked: requests, when they arrive, and what each does.
type Workload struct {
	Requests       int          `json:"requests" validate:"min=1,max=20000000"`
	Arrival        Arrival      `json:"arrival"`
	Bursts         []Burst      `json:"bursts" validate:"max=100,dive"`
	WarmupRequests int          `json:"warmupRequests" validate:"min=0,max=20000000"`
	Operation      Operation    `json:"operation" validate:"oneof=read write idempotentWrite"`
	CommitMs       fixed.Micros `json:"commitMs" validate:"min=0,max=86400000000"`
	Hops           int          `json:"hops" validate:"min=1,max=100"`
	FanOut         FanOut       `json:"fanOut"`
	DeadlineMs     fixed.Micros `json:"deadlineMs" validate:"min=0,max=86400000000"`
	DurationMs     fixed.Micros `json:"durationMs" validate:"min=0,max=1000000000000000"`
}

// Total is the number of requests, those of the bursts included.
func (w *Workload) Total() int {
	n := w.Requests
	for _, b := range w.Bursts {
		n += b.Requests
	}
	return n
}

// Leaves is the number of leaves of a request, those of all its hops.
func (w *Workload) Leaves() int { return w.Hops * w.FanOut.Leaves }

// isPlain says whether a request has one leaf, whose answer or failure alone ends it.
func (w *Workload) isPlain() bool {
	return w.Leaves() == 1 && w.DeadlineMs == 0 && w.FanOut.AfterMs == 0
}

// Burst is a number of extra requests at one instant. Their numbers follow those of
// the base process, so that no other draw moves.
type Burst struct {
	AtMs     fixed.Micros `json:"atMs" validate:"min=0,max=1000000000000000"`
	Requests int          `json:"requests" validate:"min=1,max=20000000"`
}

// Operation is what a request does to the backend.
type Operation string

// The operations. Each attempt of a write commits; an idempotency key lets the
// backend see that a second commit of the same leaf is the first one again.
const (
	Read            Operation = "read"
	Write           Operation = "write"
	IdempotentWrite Operation = "idempotentWrite"
)

// FanOut is how many leaves a hop asks at once, and when it has enough: when a
// quorum of them has answered (0 = all), or after a time with what it has (0 = never).
type FanOut struct {
	Leaves  int          `json:"leaves" validate:"min=1,max=10000"`
	Quorum  int          `json:"quorum" validate:"min=0,max=10000"`
	AfterMs fixed.Micros `json:"afterMs" validate:"min=0,max=86400000000"`
}

// Needed is the number of leaves whose answers a hop waits for.
func (f *FanOut) Needed() int {
	if f.Quorum == 0 {
		return f.Leaves
	}
	return f.Quorum
}

// Backend says how attempts are served.
type Backend struct {
	Latency            latency.Law   `json:"latency"`
	Copies             Copies        `json:"copies" validate:"oneof=independent identical"`
	CommonCausePercent fixed.Percent `json:"commonCausePercent" validate:"min=0,max=100000"`
	Capacity           Capacity      `json:"capacity"`
}

// Copies says how a backup's work relates to its primary's.
type Copies string

// Copies: an independent backup draws its own service, an identical one repeats its
// primary's.
const (
	Independent Copies = "independent"
	Identical   Copies = "identical"
)

// Cluster is servers with workers and queues.
type Cluster struct {
	Servers    int       `json:"servers" validate:"min=1,max=1000"`
	Workers    int       `json:"workers" validate:"min=1,max=10000"`
	Queue      QueueKind `json:"queue" validate:"oneof=perServer shared"`
	QueueLimit int       `json:"queueLimit" validate:"min=0,max=1000000"`
	Order      Order     `json:"order" validate:"oneof=fifo lifo hedgesLast"`
	Balance    Balance   `json:"balance" validate:"oneof=random roundRobin leastOutstanding powerOfTwo"`
	Slow       []Slow    `json:"slow" validate:"max=100,dive"`
	Down       []Down    `json:"down" validate:"max=100,dive"`
}

// QueueKind says whether each server has a queue, or all have one.
type QueueKind string

// The kinds of queues. Where there is one for all, no server is chosen.
const (
	PerServerQueue QueueKind = "perServer"
	SharedQueue    QueueKind = "shared"
)

// Order is which of the waiting attempts a free worker takes.
type Order string

// The orders. HedgesLast takes primaries first, FIFO among each.
const (
	FIFO       Order = "fifo"
	LIFO       Order = "lifo"
	HedgesLast Order = "hedgesLast"
)

// Balance is how a server is chosen for an attempt.
type Balance string

// The ways of choosing.
const (
	RandomServer     Balance = "random"
	RoundRobin       Balance = "roundRobin"
	LeastOutstanding Balance = "leastOutstanding"
	PowerOfTwo       Balance = "powerOfTwo"
)

// Window is a stretch of time at one server, or at all: FromMs ≤ t < ToMs.
type Window struct {
	Server int          `json:"server" validate:"min=0,max=1000"` // 0 = all
	FromMs fixed.Micros `json:"fromMs" validate:"min=0,max=1000000000000000"`
	ToMs   fixed.Micros `json:"toMs" validate:"min=0,max=1000000000000000"`
}

func (w *Window) covers(server int, at fixed.Micros) bool {
	return (w.Server == 0 || w.Server == server) && w.FromMs <= at && at < w.ToMs
}

// Slow is a window in which attempts that start take a multiple of their service.
type Slow struct {
	Window
	Factor fixed.Millionths `json:"factor" validate:"min=0,max=1000000000"`
}

// Down is a window in which a server loses what it holds and is sent.
type Down struct{ Window }

// Policy is when to hedge: a union of which exactly one member is set.
type Policy struct {
	None  *None  `json:"none,omitempty"`
	Hedge *Hedge `json:"hedge,omitempty"`
}

// Hedging is how the policy hedges; nil if it never does.
func (p Policy) Hedging() *Hedge {
	switch {
	case p.None != nil:
		return nil
	case p.Hedge != nil:
		return p.Hedge
	default:
		panic("a policy of no kind")
	}
}

// MaxAttempts is the most attempts a leaf may have under the policy.
func (p Policy) MaxAttempts() int {
	if h := p.Hedging(); h != nil {
		return h.MaxAttempts
	}
	return 1
}

// Cancellation returns the policy's, whether it hedges or not.
func (p Policy) Cancellation() Cancellation {
	if h := p.Hedging(); h != nil {
		return h.Cancellation
	}
	return p.None.Cancellation
}

// None never hedges. It still cancels what is left of a request that has ended.
type None struct{ Cancellation }

// Hedge sends backups to slow leaves.
type Hedge struct {
	Delay              Delay         `json:"delay"`
	MaxAttempts        int           `json:"maxAttempts" validate:"min=1,max=16"`
	ProbabilityPercent fixed.Percent `json:"probabilityPercent" validate:"min=0,max=100000"`
	Budget             Budget        `json:"budget"`
	Cancellation
}

// Cancellation says how attempts are stopped that nobody waits for: losers, and what is
// left of a hop or a request that has ended.
type Cancellation struct {
	Cancel        Cancel       `json:"cancel" validate:"oneof=onAnswer onStart never"`
	CancelReach   CancelReach  `json:"cancelReach" validate:"oneof=running queued"`
	CancelDelayMs fixed.Micros `json:"cancelDelayMs" validate:"min=0,max=86400000000"`
}

// Cancel says when the losers of a race are stopped.
type Cancel string

// The times of cancellation. With CancelOnStart the copies of a leaf are tied: the
// one that starts first withdraws those that still wait. What runs by then is stopped
// by an answer, as with CancelOnAnswer.
const (
	CancelOnAnswer Cancel = "onAnswer"
	CancelOnStart  Cancel = "onStart"
	CancelNever    Cancel = "never"
)

// CancelReach says what a cancellation can stop.
type CancelReach string

// The reaches. A waiting copy is always removed; a running one stops, or goes on to
// its end.
const (
	ReachRunning CancelReach = "running"
	ReachQueued  CancelReach = "queued"
)

// Judge says what counts as a gain and as too much.
type Judge struct {
	Percentile            fixed.Percent `json:"percentile" validate:"min=1,max=100000"`
	ExtraLoadLimitPercent fixed.Percent `json:"extraLoadLimitPercent" validate:"min=0,max=10000000"`
}
