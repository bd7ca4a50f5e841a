package measure

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// Outcome is what a run comes to, in a word, in a line, and what else applies.
type Outcome struct {
	Verdict  string `json:"verdict"`
	Label    string `json:"label"`
	Headline string `json:"headline"`
	Findings []Note `json:"findings"`
}

// judge gives the first verdict of the model's table that applies. Every other
// one that applies is a finding, in the table's order.
func judge(s *engine.Scenario, m Metrics, run, baseline *Summary) Outcome {
	verdicts := apply(s, m, run.backlog, baseline.backlog)
	first := verdicts[0]
	label := strings.ReplaceAll(first.Code, "_", " ")
	findings := append([]Note{}, verdicts[1:]...)
	return Outcome{
		Verdict: first.Code, Label: label, Headline: label + ", " + first.Detail,
		Findings: append(findings, remarks(s, m, run.all, baseline.backlog)...),
	}
}

// apply are the verdicts that apply, in the table's order, with what the headline
// says after the label.
func apply(s *engine.Scenario, m Metrics, run, baseline backlog) []Note {
	p := "p" + s.Judge.Percentile.String()
	if s.Policy.None != nil {
		return []Note{{"BASELINE", fmt.Sprintf("%s %v ms", p, m.Judged.Ms)}}
	}
	var all []Note
	if m.DuplicateWrites > 0 {
		all = append(all, Note{"DUPLICATE_WRITES", grouped(m.DuplicateWrites)})
	}
	if run.collapsed() && run.then[1] > 2*baseline.then[1] {
		all = append(all, Note{"COLLAPSE", grouped(run.then[1]) + " requests open"})
	}
	// hedges/leaves > limit/100, the limit in thousandths, without dividing.
	if int64(m.Hedges)*100_000 > int64(s.Judge.ExtraLoadLimitPercent)*int64(countedLeaves(s)) {
		all = append(all, Note{"EXCESS_LOAD", fmt.Sprintf("+%v%%", m.ExtraLoadPercent)})
	}
	if cuts(m.Judged) {
		return append(all, Note{"TAIL_CUT", fmt.Sprintf("%s %v → %v ms", p, m.Judged.BaselineMs, m.Judged.Ms)})
	}
	return append(all, Note{"NO_TAIL_GAIN", fmt.Sprintf("%s %v ms", p, m.Judged.Ms)})
}

// cuts says whether the judged percentile is below the baseline's: where there is
// luck in it, only if the whole interval of the difference is below 0.
func cuts(j Judged) bool {
	if j.DifferenceMs != nil {
		return j.DifferenceMs.High < 0
	}
	return j.Ms < j.BaselineMs
}

// remarks are the findings that are not verdicts.
func remarks(s *engine.Scenario, m Metrics, counters Counters, baseline backlog) []Note {
	var all []Note
	if baseline.collapsed() {
		all = append(all, Note{"OVERLOADED", fmt.Sprintf("without hedging too, %s requests are open at the last arrival", grouped(baseline.then[1]))})
	}
	if why := neverArmed(s, counters); why != "" {
		all = append(all, Note{"NEVER_ARMED", why})
	}
	if m.Expired != nil && *m.Expired > 0 {
		all = append(all, Note{"DEADLINES_MISSED", fmt.Sprintf("%s of %s requests", grouped(*m.Expired), grouped(m.Requests))})
	}
	if m.Failed != nil && *m.Failed > 0 {
		all = append(all, Note{"REQUESTS_FAILED", fmt.Sprintf("%s of %s requests", grouped(*m.Failed), grouped(m.Requests))})
	}
	if m.Partial != nil && *m.Partial > 0 {
		all = append(all, Note{"PARTIAL_ANSWERS", fmt.Sprintf("%s of %s requests", grouped(*m.Partial), grouped(m.Requests))})
	}
	return all
}

// neverArmed says why no hedge was sent, not even in the warm-up; empty if one was,
// or none is asked for.
func neverArmed(s *engine.Scenario, all Counters) string {
	hedge := s.Policy.Hedging()
	switch {
	case hedge == nil || all.Hedges > 0:
		return ""
	case hedge.MaxAttempts == 1:
		return "maxAttempts is 1, the primary alone"
	case all.SuppressedHedges == 0:
		return soon(s) + " within " + hedge.Delay.Words()
	}
	who := "chance and the budget"
	if hedge.ProbabilityPercent == 100_000 {
		who = "the budget"
	} else if !hedge.Budget.Binds() {
		who = "chance"
	}
	return fmt.Sprintf("%s let none of the %s hedges that fell due be sent", who, grouped(all.SuppressedHedges))
}

// soon says what kept every hedge from falling due.
func soon(s *engine.Scenario) string {
	whatever := "every request"
	if s.Workload.Leaves() > 1 {
		whatever = "every leaf"
	}
	if s.Policy.Hedging().Cancel == engine.CancelOnStart {
		return whatever + " had started, or was over,"
	}
	return whatever + " was over"
}

// warnings are doubts about the figures.
func warnings(s *engine.Scenario, run *Summary) []Note {
	all := []Note{}
	if n := run.counted.Arrived; s.Traits().Has(engine.Random) && n < 10_000 {
		all = append(all, Note{"FEW_SAMPLES", fmt.Sprintf("p99.9 of %s requests rests on the slowest %s", grouped(n), grouped(n-(999*n+999)/1000+1))})
	}
	if run.backlog.collapsed() {
		all = append(all, Note{"BACKLOG_GROWING", fmt.Sprintf(
			"%s requests are open at the last arrival, %s when three quarters had arrived: latencies depend on the length of the run",
			grouped(run.backlog.then[1]), grouped(run.backlog.then[0]))})
	}
	return all
}

// grouped writes a count with a comma between thousands.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
