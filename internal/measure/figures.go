package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/stats"
)

// Figures are the results of one run, over the requests after the warm-up unless a
// field says otherwise. A figure that does not apply to the scenario is nil.
type Figures struct {
	Requests       int           `json:"requests"`
	LatencyMs      Latencies     `json:"latencyMs"`      // of all, failures as slow as the slowest answer or the deadline
	SuccessPercent fixed.Percent `json:"successPercent"` // answered whole and in time
	Saturated      bool          `json:"saturated"`      // more work was offered than can be done

	// Where a request may end without an answer, or with one that is not whole.
	Answered          *int       `json:"answered,omitempty"`
	Failed            *int       `json:"failed,omitempty"`
	Expired           *int       `json:"expired,omitempty"`
	AnsweredLatencyMs *Latencies `json:"answeredLatencyMs,omitempty"`

	// Where a request may be answered by fewer than all its leaves.
	Partial             *int           `json:"partial,omitempty"`             // of the answered
	CompletenessPercent *fixed.Percent `json:"completenessPercent,omitempty"` // of the leaves of answered requests

	Hedges             int          `json:"hedges"` // sent
	SuppressedHedges   int          `json:"suppressedHedges"`
	SuppressedByReason *Suppressed  `json:"suppressedByReason,omitempty"`
	BackupWins         int          `json:"backupWins"`
	WinsByAttempt      []int        `json:"winsByAttempt"` // of requests; the first is the primary's
	WorkMs             Work         `json:"workMs"`
	LoserWorkMs        fixed.Micros `json:"loserWorkMs"`
	DuplicateWrites    int          `json:"duplicateWrites"`
	DeduplicatedWrites int          `json:"deduplicatedWrites"`

	// Where a request has more than one leaf.
	LeafLatencyMs     *Latencies `json:"leafLatencyMs,omitempty"` // from the start of the hop
	LeafWinsByAttempt []int      `json:"leafWinsByAttempt,omitempty"`

	// Of a cluster.
	UtilizationPercent *fixed.Percent    `json:"utilizationPercent,omitempty"`
	MeanQueueLength    *fixed.Millionths `json:"meanQueueLength,omitempty"` // of attempts that wait, to three decimals
	WaitMs             *Latencies        `json:"waitMs,omitempty"`
	ServiceMs          *Latencies        `json:"serviceMs,omitempty"`
	Recovery           *Recovery         `json:"recovery,omitempty"` // from bursts and windows of trouble
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

// figures are those of a run whose failures count as slow as one number.
func (s *Summary) figures(of *engine.Scenario, failure fixed.Micros) Figures {
	c := s.counted
	f := Figures{
		Requests: c.Arrived, LatencyMs: s.valued(failure).latencies(), Saturated: s.saturated(),
		SuccessPercent: fixed.Percent(fixed.Ratio(int64(s.successes()), 100_000, int64(c.Arrived))),
		Hedges:         c.Hedges, SuppressedHedges: c.SuppressedHedges,
		BackupWins: c.BackupWins, WinsByAttempt: s.wins,
		WorkMs: Work{Useful: s.useful, Loser: c.LoserWorkMs}, LoserWorkMs: c.LoserWorkMs,
		DuplicateWrites: c.DuplicateWrites, DeduplicatedWrites: c.DeduplicatedWrites,
	}
	if of.Policy.Hedging() != nil {
		f.SuppressedByReason = &s.byReason
	}
	traits := of.Traits()
	if traits.Has(engine.MayFail) {
		f.Answered, f.Failed, f.Expired, f.AnsweredLatencyMs = &c.Answered, &c.Failed, &c.Expired, s.answered().latencies()
	}
	if traits.Has(engine.MayLack) {
		f.Partial = &c.Partial
		if asked := int64(c.Answered) * int64(of.Workload.Leaves()); asked > 0 {
			f.CompletenessPercent = new(fixed.Percent(fixed.Ratio(int64(s.whole), 100_000, asked)))
		}
	}
	if s.leaves != nil {
		f.LeafLatencyMs, f.LeafWinsByAttempt = s.leaves.latency.latencies(), s.leaves.wins
	}
	if s.cluster != nil {
		s.cluster.figures(&f, of.Backend.Capacity.Cluster)
	}
	return f
}

// figures adds those of queues and workers.
func (c *clusterFigures) figures(f *Figures, of *engine.Cluster) {
	length := int64(c.meter.length)
	var offered stats.Sum // beyond 64 bits in a large cluster
	offered.AddTimes(length, int64(of.Servers*of.Workers))
	f.UtilizationPercent = new(fixed.Percent(c.meter.busy.Of(offered, 100_000)))
	f.MeanQueueLength = new(fixed.Millionths(1000 * c.meter.queued.Over(length, 1000)))
	f.WaitMs, f.ServiceMs = c.waits.latencies(), c.services.latencies()
	if c.recovery != nil {
		f.Recovery = c.recovery.figure(f.Saturated)
	}
}

// countedLeaves is the number of leaves after the warm-up.
func countedLeaves(s *engine.Scenario) int {
	return (s.Workload.Total() - s.Workload.WarmupRequests) * s.Workload.Leaves()
}
