package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Metrics are the figures of a whole run, beside those of its baseline.
type Metrics struct {
	Requests           int           `json:"requests"`
	LatencyMs          Latencies     `json:"latencyMs"`
	Baseline           Baseline      `json:"baseline"`
	Judged             Judged        `json:"judged"`
	Hedges             int           `json:"hedges"`
	SuppressedHedges   int           `json:"suppressedHedges"`
	ExtraLoadPercent   fixed.Percent `json:"extraLoadPercent"` // hedges / leaves
	BackupWins         int           `json:"backupWins"`
	LoserWorkMs        fixed.Ms      `json:"loserWorkMs"`
	DuplicateWrites    int           `json:"duplicateWrites"`
	DeduplicatedWrites int           `json:"deduplicatedWrites"`
	Warnings           []Note        `json:"warnings"`
}

// Baseline is the same scenario under the policy none.
type Baseline struct {
	LatencyMs Latencies `json:"latencyMs"`
}

// Judged is the percentile that the verdict looks at.
type Judged struct {
	Percentile fixed.Percent `json:"percentile"`
	Ms         fixed.Ms      `json:"ms"`
	BaselineMs fixed.Ms      `json:"baselineMs"`
}

// Note is something that a reader should know.
type Note struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// metrics sums up a run, given the latencies of its baseline.
func metrics(s *engine.Scenario, c Counters, latencies, baseline *Sample) Metrics {
	p := s.Judge.Percentile
	return Metrics{
		Requests:  c.Arrived,
		LatencyMs: latencies.Latencies(),
		Baseline:  Baseline{LatencyMs: baseline.Latencies()},
		Judged:    Judged{Percentile: p, Ms: latencies.Percentile(p), BaselineMs: baseline.Percentile(p)},
		Hedges:    c.Hedges, SuppressedHedges: c.SuppressedHedges,
		ExtraLoadPercent: fixed.Percent(fixed.Ratio(int64(c.Hedges), 100_000, int64(s.Leaves()))),
		BackupWins:       c.BackupWins, LoserWorkMs: c.LoserWorkMs,
		DuplicateWrites: c.DuplicateWrites, DeduplicatedWrites: c.DeduplicatedWrites,
		Warnings: []Note{},
	}
}
