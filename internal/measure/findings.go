package measure

import (
	"fmt"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// baselineOverloaded says that hedging cures an overload.
func (c *comparison) baselineOverloaded() []Finding {
	if !c.baseline.saturated() || c.run.saturated() {
		return []Finding{}
	}
	return []Finding{{"BASELINE_OVERLOADED", "without hedging more work is offered than the servers can do: the baseline's figures depend on how long the run lasts", Better}}
}

// remarks are the findings that are not verdicts.
func (c *comparison) remarks(m *Metrics) (all []Finding) {
	if c.scenario.Policy.None != nil {
		if m.Saturated {
			all = append(all, Finding{"OVERLOADED", "more work is offered than the servers can do: latencies depend on how long the run lasts", Neutral})
		}
		return append(append(all, c.ends()...), c.recovered(m)...)
	}
	if m.Saturated && !m.Baseline.Saturated && !c.isWorse() {
		all = append(all, Finding{"SATURATED", "with hedging more work is offered than the servers can do, though no more requests are missed or open", Neutral})
	}
	all = append(all, c.moved()...)
	all = append(all, c.ends()...)
	all = append(all, c.recovered(m)...)
	if why := c.neverArmed(); why != "" {
		all = append(all, Finding{"NEVER_ARMED", why, Neutral})
	}
	if why := c.noOtherServer(); why != "" {
		all = append(all, Finding{"NO_OTHER_SERVER", why, Neutral})
	}
	if m.Judged.RequestsToDecide != nil {
		all = append(all, Finding{"MORE_REQUESTS", "about " + counted(*m.Judged.RequestsToDecide, "request") + " would decide", Neutral})
	}
	return all
}

// watched are the percentiles of which it is told how they moved.
var watched = []fixed.Percent{50_000, 90_000, 95_000, 99_000, 99_900}

// moved says how the other percentiles and the mean differ from the baseline's, where
// they do.
func (c *comparison) moved() []Finding {
	run, baseline := c.run.valued(c.failure), c.baseline.valued(c.failure)
	var parts []string
	up, down := false, false
	note := func(name string, sign int, from, to fixed.Micros) {
		if sign != 0 {
			parts = append(parts, name+" "+change(from, to))
		}
		up, down = up || sign > 0, down || sign < 0
	}
	for _, p := range watched {
		if p != c.scenario.Judge.Percentile {
			from, to := baseline.percentile(p), run.percentile(p)
			note("p"+p.String(), c.percentileChange(p, to, from), from, to)
		}
	}
	note("mean", c.meanChange(run.mean(), baseline.mean()), baseline.mean(), run.mean())
	if len(parts) == 0 {
		return nil
	}
	effect := Neutral
	switch {
	case up && !down:
		effect = Worse
	case down && !up:
		effect = Better
	}
	return []Finding{{"OTHER_PERCENTILES", strings.Join(parts, ", "), effect}}
}

// ends says how many requests were missed or partial.
func (c *comparison) ends() (all []Finding) {
	n := c.run.counted.Arrived
	tell := func(code, what string, with, without int) {
		switch {
		case with == 0 && without == 0:
		case c.run == c.baseline:
			all = append(all, Finding{code, fmt.Sprintf("%s of %s, %s", grouped(with), counted(n, "request"), what), Neutral})
		default:
			all = append(all, Finding{code, fmt.Sprintf("%s of %s, %s; without hedging %s", grouped(with), counted(n, "request"), what, grouped(without)), effectOf(c.failures())})
		}
	}
	run, baseline := c.run.counted, c.baseline.counted
	tell("DEADLINES_MISSED", "expired at the deadline", run.Expired, baseline.Expired)
	tell("REQUESTS_FAILED", "failed", run.Failed, baseline.Failed)
	tell("PARTIAL_ANSWERS", "answered in part", run.Partial, baseline.Partial)
	return all
}

// neverArmed says why no hedge was sent, not even in the warm-up; empty if one was.
func (c *comparison) neverArmed() string {
	hedge, suppressed := c.scenario.Policy.Hedging(), c.run.suppressed()
	switch {
	case c.run.hedges() > 0:
		return ""
	case hedge.MaxAttempts == 1:
		return "maxAttempts is 1, the primary alone"
	case suppressed == 0:
		return c.over() + " within " + hedge.Delay.Words()
	}
	what := "chance and the budget"
	if hedge.ProbabilityPercent == 100_000 {
		what = "the budget"
	} else if !hedge.Budget.Binds() {
		what = "chance"
	}
	return fmt.Sprintf("%s let none of the %s be sent that fell due", what, counted(suppressed, "hedge"))
}

// over says what kept every hedge from falling due.
func (c *comparison) over() string {
	every := "every request"
	if c.scenario.Workload.Leaves() > 1 {
		every = "every leaf"
	}
	if c.scenario.Policy.Hedging().Cancel == engine.CancelOnStart {
		return every + " had started, or was over,"
	}
	return every + " was over"
}

// noOtherServer says that backups meet the server that their primaries wait at.
func (c *comparison) noOtherServer() string {
	cluster := c.scenario.Backend.Capacity.Cluster
	switch {
	case cluster == nil:
		return ""
	case cluster.Servers == 1:
		return "there is one server: a backup waits where its primary does"
	}
	up := 0
	for _, dead := range c.run.cluster.load.dead {
		if !dead {
			up++
		}
	}
	switch up {
	case 0:
		return "every server is down for the whole run"
	case 1:
		return "all servers but one are down for the whole run"
	default:
		return ""
	}
}
