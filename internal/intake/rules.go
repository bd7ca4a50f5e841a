package intake

import (
	"fmt"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// lastArrival bounds a run's length, so that every instant is exact in the float64 of a
// client that knows no other number.
const lastArrival = 1_000_000_000_000 * fixed.Millisecond

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
	r.shape(&s.Workload)
	r.table(s)
	r.law("/backend/latency", &s.Backend.Latency, 1)
	r.length(s)
	r.cluster(s)
	if total := s.Workload.Total(); s.Workload.WarmupRequests >= total {
		r.fault(fmt.Sprintf("The warm-up must leave a request to count; got %d of %d.", s.Workload.WarmupRequests, total),
			"/workload/warmupRequests", "/workload/requests")
	}
	if price := s.Price(); price > ceiling {
		r.fault(fmt.Sprintf(
			"The run is too large: requests × leaves × attempts, with those of its baseline, may be at most %d; got %d.", ceiling, price),
			"/workload/requests", "/workload/fanOut/leaves", "/workload/hops", "/workload/bursts", "/policy/hedge/maxAttempts", "/policy")
	}
}

// shape are the rules of a request with several leaves.
func (r *rules) shape(w *engine.Workload) {
	if w.FanOut.Quorum > w.FanOut.Leaves {
		r.fault(fmt.Sprintf("A quorum is at most the number of leaves; got %d of %d.", w.FanOut.Quorum, w.FanOut.Leaves),
			"/workload/fanOut/quorum", "/workload/fanOut/leaves")
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
	if leaves := s.Workload.Leaves(); leaves > 1 {
		r.fault(fmt.Sprintf("A table serves requests of one hop with one leaf; got %d leaves.", leaves),
			"/workload/hops", "/workload/fanOut/leaves", "/backend/latency/table")
	}
	if len(s.Workload.Bursts) > 0 {
		r.fault("A table has no rows for the requests of bursts.", "/workload/bursts", "/backend/latency/table")
	}
	if s.Backend.Copies != engine.Independent || s.Backend.CommonCausePercent > 0 {
		r.fault("A table says itself what backups take: copies must be independent, and commonCausePercent 0.",
			"/backend/copies", "/backend/commonCausePercent", "/backend/latency/table")
	}
}

// cluster are the rules of servers in trouble.
func (r *rules) cluster(s *engine.Scenario) {
	c := s.Backend.Capacity.Cluster
	if c == nil {
		return
	}
	const place = "/backend/capacity/cluster"
	window := func(list string, i int, w engine.Window) {
		at := fmt.Sprintf("%s/%s/%d", place, list, i)
		if w.Server > c.Servers {
			r.fault(fmt.Sprintf("There are servers 1 to %d, and 0 for all.", c.Servers), at+"/server")
		}
		if w.ToMs <= w.FromMs {
			r.fault("A window must end after it begins.", at+"/toMs")
		}
	}
	for i, w := range c.Slow {
		window("slow", i, w.Window)
	}
	for i, w := range c.Down {
		window("down", i, w.Window)
	}
	if len(c.Down) > 0 && s.Workload.DeadlineMs == 0 {
		r.fault("A call to a server that is down ends at its deadline only: deadlineMs must be above 0.", place+"/down", "/workload/deadlineMs")
	}
}

// length bounds how long a run lasts. Of random arrivals it is the mean that is
// bounded, which leaves room for luck: a client's float64 holds nine times as much.
func (r *rules) length(s *engine.Scenario) {
	arrival, n := s.Workload.Arrival, int64(s.Workload.Requests)
	last, at := fixed.Micros(0), "/workload/arrival/paced/intervalMs"
	if arrival.Poisson != nil {
		last, at = fixed.Micros(fixed.Ratio(n, 1_000_000*int64(1000*fixed.Millisecond), int64(arrival.Poisson.RatePerSecond))), "/workload/arrival/poisson/ratePerSecond"
	} else {
		last = fixed.Micros(n-1) * arrival.Paced.IntervalMs
	}
	if last > lastArrival {
		r.fault(fmt.Sprintf("The last request must arrive by %v ms; it would at %v.", lastArrival, last), at, "/workload/requests")
	}
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
