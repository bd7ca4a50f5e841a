package measure

import (
	"fmt"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/stats"
)

// Outcome is what a run comes to, in a word, in a line, and what else applies.
type Outcome struct {
	Verdict  string    `json:"verdict"`
	Label    string    `json:"label"`
	Headline string    `json:"headline"`
	Effect   Effect    `json:"effect"`
	Findings []Finding `json:"findings"`
}

// Finding is something that applies to a run, and whether hedging made it better.
type Finding struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
	Effect Effect `json:"effect"`
}

// Effect is what hedging does, beside the baseline.
type Effect string

// The effects. Neutral is neither, or both.
const (
	Better  Effect = "better"
	Worse   Effect = "worse"
	Neutral Effect = "neutral"
)

// effectOf is that of a figure of which less is better.
func effectOf(change int) Effect {
	switch {
	case change < 0:
		return Better
	case change > 0:
		return Worse
	default:
		return Neutral
	}
}

// outcome gives the first verdict of the model's table that applies. Every other one
// that applies is a finding, in the table's order, after what makes the baseline's
// figures depend on the length of the run.
func (c *comparison) outcome(m *Metrics) Outcome {
	verdicts := c.verdicts(m)
	first := verdicts[0]
	label := strings.ReplaceAll(first.Code, "_", " ")
	findings := append(c.baselineOverloaded(), verdicts[1:]...)
	return Outcome{
		Verdict: first.Code, Label: label, Headline: label + ", " + first.Detail, Effect: first.Effect,
		Findings: append(findings, c.remarks(m)...),
	}
}

// verdicts are those that apply, in the table's order, with what a headline says after
// the label.
func (c *comparison) verdicts(m *Metrics) (all []Finding) {
	if c.scenario.Policy.None != nil {
		return []Finding{{"BASELINE", c.alone(m), Neutral}}
	}
	add := func(applies bool, code, detail string, effect Effect) {
		if applies {
			all = append(all, Finding{code, detail, effect})
		}
	}
	failures, latency := c.failures(), c.judgedChange(m)
	price := percent(m.ExtraLoadPercent)
	beyond := c.baseline.valued(c.failure).fails(m.Judged.Percentile)
	missed := c.changeOfFailures(failures)
	fewer := missed + ", " + price
	cut := latency < 0 && c.run.backups > 0
	judged := "p" + m.Judged.Percentile.String() + " " + change(m.Judged.BaselineMs, m.Judged.Ms)

	add(m.DuplicateWrites > 0, "DUPLICATE_WRITES", grouped(m.DuplicateWrites), Worse)
	add(m.Saturated && !m.Baseline.Saturated && c.isWorse(), "COLLAPSE", c.collapse(), Worse)
	add(m.Saturated && m.Baseline.Saturated, "OVERLOADED", "with and without hedging", Neutral)
	add(failures > 0, "MORE_FAILURES", missed, Worse)
	add(c.isExcess(), "EXCESS_LOAD", price, Worse)
	add(failures < 0 && beyond, "FEWER_FAILURES", fewer, Better)
	add(cut, "TAIL_CUT", judged+", "+price, Better)
	add(failures < 0 && !beyond, "FEWER_FAILURES", fewer, Better)
	add(latency > 0, "TAIL_WORSE", judged, Worse)
	switch {
	case cut || latency > 0:
	case c.isOpen(m):
		add(true, "INCONCLUSIVE", judged+", "+doubt(m.Judged.DifferenceMs), Neutral)
	default:
		add(true, "NO_TAIL_GAIN", judged, Neutral)
	}
	return all
}

// alone is what a headline says of a run that is its own baseline.
func (c *comparison) alone(m *Metrics) string {
	judged := fmt.Sprintf("p%v %s ms", m.Judged.Percentile, ms(m.Judged.Ms))
	switch {
	case m.Saturated && c.run.missed() > 0:
		return "OVERLOADED, " + share(c.run.missed(), m.Requests) + " missed"
	case m.Saturated:
		return "OVERLOADED, " + counted(c.run.openAtLast(), "request") + " open"
	default:
		return judged
	}
}

// isWorse says whether more requests were missed or, where as many were, are open when
// the last arrives. A run that is not worse has gained from the work that is too much.
func (c *comparison) isWorse() bool {
	if with, without := c.run.missed(), c.baseline.missed(); with != without {
		return with > without
	}
	return c.run.openAtLast() > c.baseline.openAtLast()
}

// collapse says what a run has come to that hedging has overloaded.
func (c *comparison) collapse() string {
	if c.run.missed() > c.baseline.missed() {
		return shares(c.baseline.missed(), c.run.missed(), c.run.counted.Arrived) + " missed"
	}
	return counted(c.run.openAtLast(), "request") + " open"
}

// changeOfFailures says how many requests were missed without and with hedging or, where
// that is not what has become more or fewer, partial.
func (c *comparison) changeOfFailures(failures int) string {
	with, without, what := c.run.missed(), c.baseline.missed(), " missed"
	if (with-without)*failures <= 0 {
		with, without, what = c.run.counted.Partial, c.baseline.counted.Partial, " partial"
	}
	return shares(without, with, c.run.counted.Arrived) + what
}

// manyFailures is how many failures are no accident where the other run has none.
const manyFailures = 10

// failures is whether more requests were not answered whole and in time, above 0, or
// fewer.
func (c *comparison) failures() int {
	with, without := c.run.counted.Arrived-c.run.successes(), c.baseline.counted.Arrived-c.baseline.successes()
	if c.run.failures == nil {
		return sign(fixed.Micros(with - without))
	}
	switch {
	case without == 0 && with >= manyFailures:
		return 1
	case with == 0 && without >= manyFailures:
		return -1
	default:
		return excludesZero(stats.Compare(c.run.failures, c.baseline.failures, 0).Mean())
	}
}

// judgedChange is whether the judged percentile is lower, below 0, or higher.
func (c *comparison) judgedChange(m *Metrics) int {
	return c.percentileChange(m.Judged.Percentile, m.Judged.Ms, m.Judged.BaselineMs)
}

// isExcess says whether the extra load is above the limit: extra/leaves > limit/100,
// without dividing.
func (c *comparison) isExcess() bool {
	return int64(c.run.extra)*100_000 > int64(c.scenario.Judge.ExtraLoadLimitPercent)*int64(countedLeaves(c.scenario))
}

// isOpen says whether the difference of the judged percentile may be more than 2 % of
// the baseline's, or more than a step of the grid if that is less. Where no hedge was
// sent the run is its baseline.
func (c *comparison) isOpen(m *Metrics) bool {
	if c.stats == nil || c.run.hedges() == 0 {
		return false
	}
	d, margin := m.Judged.DifferenceMs, margin(m.Judged.BaselineMs)
	return d == nil || d.Low < -margin || d.High > margin
}

// margin is the difference from a baseline that does not matter.
func margin(baseline fixed.Micros) fixed.Micros { return max(1, baseline/50) }

// doubt says how far a difference may go.
func doubt(d *Difference) string {
	if d == nil {
		return "too few requests"
	}
	return signed(d.Low) + " to " + signed(d.High)
}
