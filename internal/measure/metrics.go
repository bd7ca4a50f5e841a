package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/stats"
)

// Metrics are the figures of a run, beside those of its baseline, and what the two come
// to together.
type Metrics struct {
	Judged           Judged         `json:"judged"`
	ExtraLoadPercent fixed.Percent  `json:"extraLoadPercent"`           // attempts started beyond the first of their leaf / leaves
	ExtraWorkPercent *fixed.Percent `json:"extraWorkPercent,omitempty"` // of the work of the baseline; may be negative
	Figures
	Baseline Figures   `json:"baseline"` // the same scenario with hedging switched off
	Exact    *Exact    `json:"exact,omitempty"`
	Warnings []Warning `json:"warnings"`
}

// Judged is the percentile that the verdict looks at.
type Judged struct {
	Percentile       fixed.Percent `json:"percentile"`
	Ms               fixed.Micros  `json:"ms"`
	BaselineMs       fixed.Micros  `json:"baselineMs"`
	DifferenceMs     *Difference   `json:"differenceMs,omitempty"`     // in a random run of enough requests
	RequestsToDecide *int          `json:"requestsToDecide,omitempty"` // where the interval leaves it open
}

// Difference is how much a percentile differs from the baseline's, with its 95 %
// interval.
type Difference struct {
	Estimate fixed.Micros `json:"estimate"`
	Low      fixed.Micros `json:"low"`
	High     fixed.Micros `json:"high"`
}

// comparison is a run beside its baseline.
type comparison struct {
	scenario      *engine.Scenario
	run, baseline *Summary
	failure       fixed.Micros      // how slow a failure is in both
	stats         *stats.Comparison // nil where the run is not random
}

// compare holds a run against its baseline. A failure is as slow as the deadline or,
// without one, as the slowest answer of both.
func compare(s *engine.Scenario, run, baseline *Summary) *comparison {
	c := &comparison{
		scenario: s, run: run, baseline: baseline, failure: s.Workload.DeadlineMs,
	}
	if c.failure == 0 {
		c.failure = max(run.answers.Slowest(), baseline.answers.Slowest())
	}
	if s.Traits().Has(engine.Random) {
		c.stats = stats.Compare(run.answers, baseline.answers, s.Workload.DeadlineMs)
	}
	return c
}

// metrics sums the comparison up.
func (c *comparison) metrics() Metrics {
	m := Metrics{
		Judged:           c.judged(),
		ExtraLoadPercent: fixed.Percent(fixed.Ratio(int64(c.run.extra), 100_000, int64(countedLeaves(c.scenario)))),
		Figures:          c.run.figures(c.scenario, c.failure),
		Exact:            exact(c.scenario), Warnings: c.warnings(),
	}
	none := c.scenario.Baseline()
	m.Baseline = c.baseline.figures(&none, c.failure)
	if without := c.baseline.work(); without > 0 {
		extra := c.run.work() - without
		sign := fixed.Micros(sign(extra))
		m.ExtraWorkPercent = new(fixed.Percent(sign) * fixed.Percent(fixed.Ratio(int64(sign*extra), 100_000, int64(without))))
	}
	return m
}

func (c *comparison) judged() Judged {
	p := c.scenario.Judge.Percentile
	j := Judged{Percentile: p, Ms: c.run.valued(c.failure).percentile(p), BaselineMs: c.baseline.valued(c.failure).percentile(p)}
	if c.stats == nil {
		return j
	}
	i := c.stats.Percentile(p)
	if !i.Ok {
		return j
	}
	j.DifferenceMs = &Difference{i.Estimate, i.Low, i.High}
	if margin := margin(j.BaselineMs); i.Low <= 0 && i.High >= 0 && (i.Low < -margin || i.High > margin) {
		if n := i.RequestsToDecide(c.run.counted.Arrived, j.BaselineMs); n > 0 {
			j.RequestsToDecide = &n
		}
	}
	return j
}

// percentileChange and meanChange are how a percentile and the mean differ from the
// baseline's.
func (c *comparison) percentileChange(p fixed.Percent, run, baseline fixed.Micros) int {
	if c.stats == nil {
		return sign(run - baseline)
	}
	i := c.stats.Percentile(p)
	if !i.Ok {
		return c.stats.Side(p)
	}
	return excludesZero(i)
}

func (c *comparison) meanChange(run, baseline fixed.Micros) int {
	if c.stats == nil {
		return sign(run - baseline)
	}
	return excludesZero(c.stats.Mean())
}

func sign(difference fixed.Micros) int { return int(max(-1, min(1, difference))) }

// excludesZero is below 0 if a whole interval is, above 0 likewise, and else 0.
func excludesZero(i stats.Interval) int {
	switch {
	case i.Ok && i.High < 0:
		return -1
	case i.Ok && i.Low > 0:
		return 1
	default:
		return 0
	}
}
