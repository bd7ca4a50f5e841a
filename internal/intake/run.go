package intake

import (
	"fmt"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// DefaultCeiling is the largest price of a run, in attempts, if nobody sets another.
const DefaultCeiling = 40_000_000

// orLaw ends a fault of a scenario whose latency law is a table.
const orLaw = ", or put a law such as `{\"exponential\": {\"meanMs\": 100}}` at `/backend/latency`."

// runRules are those between the parts of a scenario.
func (in *Intake) runRules(s engine.Scenario, breaks report) {
	servedByTable(s, breaks)
	if c := s.Backend.Capacity.Cluster; c != nil && len(c.Down) > 0 && s.Workload.DeadlineMs == 0 {
		breaks("A request to a server that is down ends only at its deadline: write a `/workload/deadlineMs` above 0.",
			"backend/capacity/cluster/down", "workload/deadlineMs")
	}
	if price := s.Price(); price > in.ceiling {
		breaks(fmt.Sprintf("The run is too large: requests × leaves × attempts, with those of its baseline, may be at most %d; got %d. Write fewer of them.", in.ceiling, price),
			"workload/requests", "workload/fanOut/leaves", "workload/hops", "workload/bursts", "policy/hedge/maxAttempts", "policy")
	}
}

// servedByTable says what a table has no time for.
func servedByTable(s engine.Scenario, breaks report) {
	t, w := s.Backend.Latency.Table, s.Workload
	if t == nil {
		return
	}
	if rows := min(len(t.PrimaryMs), len(t.BackupMs)); rows < w.Requests {
		breaks(fmt.Sprintf("The latency table serves one request a row, and has %d rows for %d requests. Write at most %d requests%s", rows, w.Requests, rows, orLaw),
			"workload/requests", "backend/latency/table/primaryMs", "backend/latency/table/backupMs")
	}
	if attempts := s.Policy.MaxAttempts(); attempts > 2 {
		breaks(fmt.Sprintf("A table serves two attempts, a primary and a backup; got maxAttempts %d. Write at most 2%s", attempts, orLaw),
			"policy/hedge/maxAttempts", "backend/latency/table")
	}
	if w.Hops > 1 {
		breaks(fmt.Sprintf("A table serves requests of one hop; got %d hops. Write 1%s", w.Hops, orLaw), "workload/hops", "backend/latency/table")
	}
	if leaves := w.FanOut.Leaves; leaves > 1 {
		breaks(fmt.Sprintf("A table serves requests of one leaf; got %d leaves. Write 1%s", leaves, orLaw), "workload/fanOut/leaves", "backend/latency/table")
	}
	if len(w.Bursts) > 0 {
		breaks("A table has no rows for the requests of bursts. Write []"+orLaw, "workload/bursts", "backend/latency/table")
	}
}
