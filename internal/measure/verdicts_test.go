package measure_test

import (
	"slices"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
	"github.com/hedgedrill/hedgedrill/internal/stats"
)

// trial is a run and its baseline, and what decides between them.
type trial struct {
	run, baseline       *history
	latencies, failures *stats.Comparison // nil where the run is not random
	failure             fixed.Micros      // how slow a failure is
	m                   measure.Metrics
}

func newTrial(run, baseline *history) trial {
	t := trial{run: run, baseline: baseline, failure: failureOf(run, baseline)}
	t.latencies, t.failures = judges(run, baseline)
	t.m = t.metrics()
	return t
}

// at gives a percentile of the run and of the baseline.
func (t *trial) at(p fixed.Percent) (run, baseline fixed.Micros) {
	return nearest(t.run.latencies(t.run.counted(), t.failure), p), nearest(t.baseline.latencies(t.baseline.counted(), t.failure), p)
}

func (t *trial) metrics() measure.Metrics {
	s, p := t.run.s, t.run.s.Judge.Percentile
	m := measure.Metrics{Figures: t.run.figures(t.failure), Baseline: t.baseline.figures(t.failure)}
	m.ExtraLoadPercent = per(fixed.Micros(100*t.run.extra()), fixed.Micros(len(t.run.counted())*s.Workload.Leaves()))
	_, _, useful, loser := t.run.worked()
	_, _, usefulWithout, loserWithout := t.baseline.worked()
	if without := usefulWithout + loserWithout; without > 0 {
		m.ExtraWorkPercent = new(per(100*(useful+loser-without), without))
	}
	m.Judged.Percentile = p
	m.Judged.Ms, m.Judged.BaselineMs = t.at(p)
	if t.latencies == nil {
		return m
	}
	if i := t.latencies.Percentile(p); i.Ok {
		m.Judged.DifferenceMs = &measure.Difference{Estimate: i.Estimate, Low: i.Low, High: i.High}
		if n := i.RequestsToDecide(len(t.run.counted()), m.Judged.BaselineMs); t.isOpen(i) && !excludes(i.Low, i.High) && n > 0 {
			m.Judged.RequestsToDecide = &n
		}
	}
	return m
}

// isOpen says whether an interval of the judged percentile goes beyond 2 % of the
// baseline's, and a step of the grid.
func (t *trial) isOpen(i stats.Interval) bool {
	_, without := t.at(t.run.s.Judge.Percentile)
	return !i.Ok || max(-i.Low, i.High) > max(1, without/50)
}

func excludes(low, high fixed.Micros) bool { return low > 0 || high < 0 }

// change is below 0 where a figure has fallen, above 0 where it has risen: plainly, or
// if an interval says so.
func change(difference fixed.Micros, random bool, i stats.Interval) int {
	switch {
	case !random && difference < 0, random && i.Ok && i.High < 0:
		return -1
	case !random && difference > 0, random && i.Ok && i.Low > 0:
		return 1
	default:
		return 0
	}
}

func (t *trial) percentileChange(p fixed.Percent) int {
	run, baseline := t.at(p)
	if t.latencies == nil {
		return change(run-baseline, false, stats.Interval{})
	}
	i := t.latencies.Percentile(p)
	if !i.Ok {
		return t.latencies.Side(p)
	}
	return change(0, true, i)
}

func (t *trial) failureChange() int {
	if t.failures == nil || !t.run.mayFail() {
		return change(fixed.Micros(t.baseline.successes()-t.run.successes()), false, stats.Interval{})
	}
	with, without := len(t.run.counted())-t.run.successes(), len(t.baseline.counted())-t.baseline.successes()
	if without == 0 && with >= 10 || with == 0 && without >= 10 {
		return change(fixed.Micros(with-without), false, stats.Interval{})
	}
	return change(0, true, t.failures.Mean())
}

// outcome is what the run comes to: the verdicts that apply in the order of the table,
// the first with its headline, and the remarks.
func (t *trial) outcome() measure.Outcome {
	verdicts := []measure.Finding{{Code: "BASELINE", Detail: t.alone(), Effect: "neutral"}}
	if t.run.s.Policy.None == nil {
		verdicts = t.verdicts()
	}
	o := measure.Outcome{Verdict: verdicts[0].Code, Label: strings.ReplaceAll(verdicts[0].Code, "_", " "), Effect: verdicts[0].Effect}
	o.Headline = o.Label + ", " + verdicts[0].Detail
	if t.m.Baseline.Saturated && !t.m.Saturated {
		o.Findings = []measure.Finding{{Code: "BASELINE_OVERLOADED", Effect: "better"}}
	}
	o.Findings = append(append(o.Findings, verdicts[1:]...), t.remarks()...)
	return o
}

func (t *trial) verdicts() (all []measure.Finding) {
	m, s := t.m, t.run.s
	leaves := len(t.run.counted()) * s.Workload.Leaves()
	failures, latency := t.failureChange(), t.percentileChange(s.Judge.Percentile)
	answers := 0
	for _, r := range t.baseline.counted() {
		if r.how == engine.RequestAnswered {
			answers++
		}
	}
	noLatency := rank(len(t.baseline.counted()), s.Judge.Percentile) > answers
	backup := func(a tried) bool { return a.key.Attempt > 1 && a.started != measure.None }
	cut := latency < 0 && slices.ContainsFunc(t.run.attempts, backup)
	hedged := slices.ContainsFunc(t.run.attempts, func(a tried) bool { return a.key.Attempt > 1 })
	open := t.latencies != nil && hedged && t.isOpen(t.latencies.Percentile(s.Judge.Percentile))
	price := "+" + spelled(int64(m.ExtraLoadPercent), 3) + "%"
	judged := "p" + s.Judge.Percentile.String() + " " + apart(int64(m.Judged.BaselineMs), int64(m.Judged.Ms), "") + " ms"
	for _, v := range []struct {
		applies              bool
		code, detail, effect string
	}{
		{m.DuplicateWrites > 0, "DUPLICATE_WRITES", thousands(m.DuplicateWrites), "worse"},
		{m.Saturated && !m.Baseline.Saturated && t.isWorse(), "COLLAPSE", t.collapse(), "worse"},
		{m.Saturated && m.Baseline.Saturated, "OVERLOADED", "with and without hedging", "neutral"},
		{failures > 0, "MORE_FAILURES", t.moreOrFewer(failures), "worse"},
		{100_000*t.run.extra() > int(s.Judge.ExtraLoadLimitPercent)*leaves, "EXCESS_LOAD", price, "worse"},
		{failures < 0 && noLatency, "FEWER_FAILURES", t.moreOrFewer(failures) + ", " + price, "better"},
		{cut, "TAIL_CUT", judged + ", " + price, "better"},
		{failures < 0 && !noLatency, "FEWER_FAILURES", t.moreOrFewer(failures) + ", " + price, "better"},
		{latency > 0, "TAIL_WORSE", judged, "worse"},
		{!cut && latency <= 0 && open, "INCONCLUSIVE", judged + ", " + doubt(m.Judged.DifferenceMs), "neutral"},
		{!cut && latency <= 0 && !open, "NO_TAIL_GAIN", judged, "neutral"},
	} {
		if v.applies {
			all = append(all, measure.Finding{Code: v.code, Detail: v.detail, Effect: measure.Effect(v.effect)})
		}
	}
	return all
}

func doubt(d *measure.Difference) string {
	if d == nil {
		return "too few requests"
	}
	return signed(d.Low) + " to " + signed(d.High)
}

func (t *trial) alone() string {
	p := t.run.s.Judge.Percentile
	at, _ := t.at(p)
	switch missed := t.run.missed(); {
	case t.m.Saturated && missed > 0:
		return "OVERLOADED, " + share(missed, t.m.Requests, 3) + " missed"
	case t.m.Saturated:
		return "OVERLOADED, " + plural(t.run.open(), "request") + " open"
	default:
		return "p" + p.String() + " " + spelled(int64(at), 3) + " ms"
	}
}

func (t *trial) isWorse() bool {
	if t.run.missed() == t.baseline.missed() {
		return t.run.open() > t.baseline.open()
	}
	return t.run.missed() > t.baseline.missed()
}

func (t *trial) collapse() string {
	with, without := t.run.missed(), t.baseline.missed()
	if with > without {
		return shares(without, with, t.m.Requests) + " missed"
	}
	return plural(t.run.open(), "request") + " open"
}

// moreOrFewer says what has changed that way: missed requests, or else partial ones.
func (t *trial) moreOrFewer(way int) string {
	if more := t.run.missed() - t.baseline.missed(); more*way > 0 {
		return shares(t.baseline.missed(), t.run.missed(), t.m.Requests) + " missed"
	}
	return shares(t.baseline.partial(), t.run.partial(), t.m.Requests) + " partial"
}
