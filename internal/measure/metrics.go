package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Metrics are the figures of a whole run, beside those of its baseline. They leave
// the warm-up out. A figure that does not apply to the scenario is nil.
type Metrics struct {
	Requests           int           `json:"requests"`
	LatencyMs          Latencies     `json:"latencyMs"`
	Baseline           Baseline      `json:"baseline"`
	Judged             Judged        `json:"judged"`
	Hedges             int           `json:"hedges"`
	SuppressedHedges   int           `json:"suppressedHedges"`
	ExtraLoadPercent   fixed.Percent `json:"extraLoadPercent"` // hedges / leaves
	BackupWins         int           `json:"backupWins"`
	LoserWorkMs        fixed.Micros  `json:"loserWorkMs"`
	DuplicateWrites    int           `json:"duplicateWrites"`
	DeduplicatedWrites int           `json:"deduplicatedWrites"`

	WorkMs         Work        `json:"workMs"`
	WinsByAttempt  []int       `json:"winsByAttempt"` // of requests; the first is the primary's
	HedgesByReason *Suppressed `json:"hedgesByReason,omitempty"`

	// Where a request may end without an answer, or with one that is not whole.
	Answered          *int       `json:"answered,omitempty"`
	Failed            *int       `json:"failed,omitempty"`
	Expired           *int       `json:"expired,omitempty"`
	AnsweredLatencyMs *Latencies `json:"answeredLatencyMs,omitempty"`

	// Where a request may be answered by fewer than all its leaves.
	Partial             *int           `json:"partial,omitempty"`             // of the answered
	CompletenessPercent *fixed.Percent `json:"completenessPercent,omitempty"` // of the leaves of answered requests

	// Where a request has more than one leaf.
	LeafLatencyMs     *Latencies `json:"leafLatencyMs,omitempty"` // from the start of the hop
	LeafWinsByAttempt []int      `json:"leafWinsByAttempt,omitempty"`

	// Of a cluster.
	UtilizationPercent *fixed.Percent    `json:"utilizationPercent,omitempty"`
	MeanQueueLength    *fixed.Millionths `json:"meanQueueLength,omitempty"` // of attempts that wait, to three decimals
	WaitMs             *Latencies        `json:"waitMs,omitempty"`
	ServiceMs          *Latencies        `json:"serviceMs,omitempty"`

	Exact    *Exact `json:"exact,omitempty"`
	Warnings []Note `json:"warnings"`
}

// Work is the time for which attempts were worked on.
type Work struct {
	Useful fixed.Micros `json:"useful"` // by those that answered
	Loser  fixed.Micros `json:"loser"`
}

// Suppressed are the hedges that fell due and were not sent, by reason.
type Suppressed struct {
	Budget      int `json:"budget"`
	Probability int `json:"probability"`
}

// Baseline is the same scenario under the policy none.
type Baseline struct {
	LatencyMs Latencies `json:"latencyMs"`
}

// Judged is the percentile that the verdict looks at.
type Judged struct {
	Percentile   fixed.Percent `json:"percentile"`
	Ms           fixed.Micros  `json:"ms"`
	BaselineMs   fixed.Micros  `json:"baselineMs"`
	DifferenceMs *Difference   `json:"differenceMs,omitempty"` // in a random run
}

// Note is something that a reader should know.
type Note struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// compare holds a run against its baseline.
func compare(s *engine.Scenario, run, baseline *Summary) Metrics {
	p, c := s.Judge.Percentile, run.counted
	m := Metrics{
		Requests:  c.Arrived,
		LatencyMs: run.latency.whole.Latencies(),
		Baseline:  Baseline{LatencyMs: baseline.latency.whole.Latencies()},
		Judged: Judged{
			Percentile: p, Ms: run.latency.whole.Percentile(p), BaselineMs: baseline.latency.whole.Percentile(p),
			DifferenceMs: difference(run.latency, baseline.latency, p),
		},
		Hedges: c.Hedges, SuppressedHedges: c.SuppressedHedges,
		ExtraLoadPercent: fixed.Percent(fixed.Ratio(int64(c.Hedges), 100_000, int64(countedLeaves(s)))),
		BackupWins:       c.BackupWins, LoserWorkMs: c.LoserWorkMs,
		DuplicateWrites: c.DuplicateWrites, DeduplicatedWrites: c.DeduplicatedWrites,
		WorkMs: Work{Useful: run.useful, Loser: c.LoserWorkMs}, WinsByAttempt: run.wins,
		Exact: exact(s), Warnings: warnings(s, run),
	}
	if s.Policy.Hedge != nil {
		m.HedgesByReason = &run.byReason
	}
	m.ofAnswers(s, run)
	m.ofCluster(s, run)
	return m
}

// ofAnswers are the figures of requests that may end in more ways than one, or that
// have several leaves.
func (m *Metrics) ofAnswers(s *engine.Scenario, run *Summary) {
	c := run.counted
	if run.answered != nil {
		answered := run.answered.Latencies()
		m.Answered, m.Failed, m.Expired, m.AnsweredLatencyMs = &c.Answered, &c.Failed, &c.Expired, &answered
	}
	if run.leaves != nil {
		times := run.leaves.latency.Latencies()
		m.LeafLatencyMs, m.LeafWinsByAttempt = &times, run.leaves.wins
	}
	if s.Traits().Has(engine.MayLack) {
		asked := int64(c.Answered) * int64(s.Workload.Leaves())
		completeness := fixed.Percent(fixed.Ratio(int64(run.whole), 100_000, max(1, asked)))
		m.Partial, m.CompletenessPercent = &c.Partial, &completeness
	}
}

// ofCluster are the figures of queues and workers.
func (m *Metrics) ofCluster(s *engine.Scenario, run *Summary) {
	if run.cluster == nil {
		return
	}
	cluster, meter := s.Backend.Capacity.Cluster, &run.cluster.meter
	waits, services := run.cluster.waits.Latencies(), run.cluster.services.Latencies()
	length := int64(meter.length)
	var offered wide // beyond 64 bits in a large cluster
	offered.add(length, int64(cluster.Servers*cluster.Workers))
	utilization := fixed.Percent(meter.busy.of(offered, 100_000))
	queued := fixed.Millionths(1000 * meter.queued.over(length, 1000))
	m.WaitMs, m.ServiceMs, m.UtilizationPercent, m.MeanQueueLength = &waits, &services, &utilization, &queued
}

// countedLeaves is the number of leaves after the warm-up.
func countedLeaves(s *engine.Scenario) int {
	return (s.Workload.Total() - s.Workload.WarmupRequests) * s.Workload.Leaves()
}
