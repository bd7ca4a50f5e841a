// Package engine plays a scenario and tells what happens as a stream of events.
//
// It is pure: no clock, no goroutine, no generator of random numbers, no input
// or output. A run is a function of its scenario alone, and the same on every
// machine. What the words mean and which of two simultaneous things comes first
// is written in docs/model.md.
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

// Baseline is the same scenario without hedging.
func (s Scenario) Baseline() Scenario {
	s.Policy = Policy{None: &None{}}
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
	return s.Workload.Requests * s.Workload.Hops * s.Workload.FanOut.Leaves
}

// Workload says what is asked: requests, when they arrive, and what each does.
type Workload struct {
	Requests       int       `json:"requests" validate:"min=1,max=20000000"`
	Arrival        Arrival   `json:"arrival"`
	Bursts         []Burst   `json:"bursts" validate:"max=0"`
	WarmupRequests int       `json:"warmupRequests" validate:"min=0,max=0"`
	Operation      Operation `json:"operation" validate:"oneof=read write idempotentWrite"`
	CommitMs       fixed.Ms  `json:"commitMs" validate:"min=0,max=86400000000"`
	Hops           int       `json:"hops" validate:"min=1,max=1"`
	FanOut         FanOut    `json:"fanOut"`
	DeadlineMs     fixed.Ms  `json:"deadlineMs" validate:"min=0,max=0"`
	DurationMs     fixed.Ms  `json:"durationMs" validate:"min=0,max=1000000000000000"`
}

// Arrival is when requests arrive: a union of which exactly one member is set.
type Arrival struct {
	Paced *Paced `json:"paced,omitempty"`
}

// At is the intended time of request i, counted from 1.
func (a Arrival) At(i int) fixed.Ms { return fixed.Ms(i-1) * a.Paced.IntervalMs }

// Paced arrivals: the first at 0, then one every interval.
type Paced struct {
	IntervalMs fixed.Ms `json:"intervalMs" validate:"min=0,max=86400000000"`
}

// Burst is a number of extra requests at one instant.
type Burst struct {
	AtMs     fixed.Ms `json:"atMs" validate:"min=0,max=1000000000000000"`
	Requests int      `json:"requests" validate:"min=1,max=20000000"`
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

// FanOut is how many leaves a hop asks at once, and when it has enough.
type FanOut struct {
	Leaves  int      `json:"leaves" validate:"min=1,max=1"`
	Quorum  int      `json:"quorum" validate:"min=0,max=0"`
	AfterMs fixed.Ms `json:"afterMs" validate:"min=0,max=0"`
}

// Backend says how attempts are served.
type Backend struct {
	Latency            latency.Law   `json:"latency"`
	Copies             Copies        `json:"copies" validate:"oneof=independent"`
	CommonCausePercent fixed.Percent `json:"commonCausePercent" validate:"min=0,max=0"`
	Capacity           Capacity      `json:"capacity"`
}

// Copies says how a backup's work relates to its primary's.
type Copies string

// Independent copies: a backup draws its own service.
const Independent Copies = "independent"

// Capacity is where attempts are served: a union of which exactly one member is
// set.
type Capacity struct {
	Unlimited *Unlimited `json:"unlimited,omitempty"`
}

// Unlimited capacity: every attempt starts when it is sent; nothing queues.
type Unlimited struct{}

// Policy is when to hedge: a union of which exactly one member is set.
type Policy struct {
	None  *None  `json:"none,omitempty"`
	Hedge *Hedge `json:"hedge,omitempty"`
}

// MaxAttempts is the most attempts a leaf may have under the policy.
func (p Policy) MaxAttempts() int {
	if p.Hedge == nil {
		return 1
	}
	return p.Hedge.MaxAttempts
}

// None never hedges.
type None struct{}

// Hedge sends backups to slow leaves.
type Hedge struct {
	Delay              Delay         `json:"delay"`
	MaxAttempts        int           `json:"maxAttempts" validate:"min=1,max=16"`
	ProbabilityPercent fixed.Percent `json:"probabilityPercent" validate:"min=100000,max=100000"`
	Budget             Budget        `json:"budget"`
	Cancel             Cancel        `json:"cancel" validate:"oneof=onAnswer never"`
	CancelReach        CancelReach   `json:"cancelReach" validate:"oneof=running"`
	CancelDelayMs      fixed.Ms      `json:"cancelDelayMs" validate:"min=0,max=0"`
}

// Delay is how long the client waits, after the last attempt it sent, before it
// sends the next: a union of which exactly one member is set.
type Delay struct {
	Ms *fixed.Ms `json:"ms,omitempty" validate:"omitempty,min=0,max=86400000000"`
}

// Budget bounds hedging: a union of which exactly one member is set.
type Budget struct {
	Percent *fixed.Percent `json:"percent,omitempty" validate:"omitempty,min=0,max=100000"`
}

// Cancel says when the losers of a race are stopped.
type Cancel string

// The times of cancellation.
const (
	CancelOnAnswer Cancel = "onAnswer"
	CancelNever    Cancel = "never"
)

// CancelReach says what a cancellation can stop.
type CancelReach string

// ReachRunning: waiting copies are removed and running ones stop.
const ReachRunning CancelReach = "running"

// Judge says what counts as a gain and as too much.
type Judge struct {
	Percentile            fixed.Percent `json:"percentile" validate:"min=1,max=100000"`
	ExtraLoadLimitPercent fixed.Percent `json:"extraLoadLimitPercent" validate:"min=0,max=10000000"`
}
