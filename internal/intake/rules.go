package intake

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

const (
	// lastArrival bounds a run's length, so that every instant is exact in the
	// float64 of a client that knows no other number.
	lastArrival = 1_000_000_000_000 * fixed.Millisecond
	// maxInFlight bounds the memory of a run.
	maxInFlight = 1_000_000
)

// DefaultCeiling is the largest price of a run, in attempts, if nobody sets another.
const DefaultCeiling = 40_000_000

// rules are the faults of a resolved scenario that no single field shows.
type rules struct {
	body   any // as sent, which the pointers are into
	faults []Fault
}

// fault tells a fault at the first of the places that stands in the body, or at
// what stands in it of the first.
func (r *rules) fault(detail string, pointers ...string) {
	for _, p := range pointers {
		if at := path(strings.Split(p, "/")[1:]); find(r.body, at) != nil {
			r.faults = append(r.faults, at.fault(detail))
			return
		}
	}
	at := path(strings.Split(pointers[0], "/")[1:])
	for find(r.body, at) == nil && len(at) > 0 {
		at = at[:len(at)-1]
	}
	r.faults = append(r.faults, at.fault(detail))
}

func (r *rules) check(s *engine.Scenario, ceiling int) {
	r.table(s)
	r.law("/backend/latency", &s.Backend.Latency, 1)
	r.length(s)
	if price := s.Price(); price > ceiling {
		r.fault(fmt.Sprintf(
			"The run is too large: requests × attempts, with those of its baseline, may be at most %d; got %d.", ceiling, price),
			"/workload/requests", "/policy/hedge/maxAttempts", "/policy")
	}
}

func (r *rules) table(s *engine.Scenario) {
	t := s.Backend.Latency.Table
	if t == nil {
		return
	}
	if len(t.PrimaryMs) != len(t.BackupMs) {
		r.fault(fmt.Sprintf("The columns must be of one length; primaryMs has %d rows, backupMs %d.", len(t.PrimaryMs), len(t.BackupMs)),
			"/backend/latency/table/backupMs", "/backend/latency/table/primaryMs")
	}
	if rows := min(len(t.PrimaryMs), len(t.BackupMs)); rows < s.Workload.Requests {
		r.fault(fmt.Sprintf("A table needs a row for every request; got %d rows for %d requests.", rows, s.Workload.Requests),
			"/workload/requests", "/backend/latency/table/primaryMs", "/backend/latency/table/backupMs")
	}
	if attempts := s.Policy.MaxAttempts(); attempts > 2 {
		r.fault(fmt.Sprintf("A table serves two attempts, a primary and a backup; got maxAttempts %d.", attempts),
			"/policy/hedge/maxAttempts", "/backend/latency/table")
	}
}

// length bounds how long a run lasts, and how much of it is in flight at once: by
// Little's law, the requests that arrive in the time that one takes on average.
func (r *rules) length(s *engine.Scenario) {
	w := &s.Workload
	if last := w.Arrival.At(w.Requests); last > lastArrival {
		r.fault(fmt.Sprintf("The last request must arrive by %v ms; it would at %v.", lastArrival, last),
			"/workload/arrival/paced/intervalMs", "/workload/requests")
	}
	longest := stay(s)
	open := w.Requests
	if interval := w.Arrival.Paced.IntervalMs; interval > 0 {
		open = min(open, int(longest/interval)+1)
	}
	if open > maxInFlight {
		r.fault("At most "+strconv.Itoa(maxInFlight)+" requests may be in flight at once; as they arrive, and as long as they take, it could be "+strconv.Itoa(open)+".",
			"/workload/arrival/paced/intervalMs", "/workload/requests", "/backend/latency")
	}
}

// stay bounds the time that a request is in flight on average. Each of its attempts
// is sent at most a delay after the one before, and all of them together take no
// longer than the sum of their services, nor any longer than the law's longest.
func stay(s *engine.Scenario) fixed.Ms {
	attempts := s.Policy.MaxAttempts()
	longest := s.Backend.Latency.Longest()
	mean := min(s.Backend.Latency.Mean()*float64(fixed.Millisecond), float64(longest))
	time := min(longest, fixed.Ms(attempts)*fixed.Ms(math.Ceil(mean)))
	if h := s.Policy.Hedge; h != nil {
		time += fixed.Ms(attempts) * *h.Delay.Ms
	}
	return time
}

// largestPart is the place of the largest member of a patch, as deep as there are
// members.
func largestPart(patch any) path {
	var at path
	for {
		members, _ := patch.(map[string]any)
		if len(members) == 0 {
			return at
		}
		largest, size := "", -1
		for name, v := range members {
			if n := len(marshal(v)); n > size || n == size && name < largest {
				largest, size = name, n
			}
		}
		at, patch = at.with(largest), members[largest]
	}
}
