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
func judge(s *engine.Scenario, m Metrics) Outcome {
	p := "p" + s.Judge.Percentile.String()
	var apply []Note // verdicts, with what the headline says after the label
	if s.Policy.None != nil {
		apply = []Note{{"BASELINE", fmt.Sprintf("%s %v ms", p, m.Judged.Ms)}}
	} else {
		if m.DuplicateWrites > 0 {
			apply = append(apply, Note{"DUPLICATE_WRITES", grouped(m.DuplicateWrites)})
		}
		// hedges/leaves > limit/100, the limit in thousandths, without dividing.
		if int64(m.Hedges)*100_000 > int64(s.Judge.ExtraLoadLimitPercent)*int64(s.Leaves()) {
			apply = append(apply, Note{"EXCESS_LOAD", fmt.Sprintf("+%v%%", m.ExtraLoadPercent)})
		}
		if m.Judged.Ms < m.Judged.BaselineMs {
			apply = append(apply, Note{"TAIL_CUT", fmt.Sprintf("%s %v → %v ms", p, m.Judged.BaselineMs, m.Judged.Ms)})
		} else {
			apply = append(apply, Note{"NO_TAIL_GAIN", fmt.Sprintf("%s %v ms", p, m.Judged.Ms)})
		}
	}
	label := strings.ReplaceAll(apply[0].Code, "_", " ")
	return Outcome{
		Verdict: apply[0].Code, Label: label, Headline: label + ", " + apply[0].Detail,
		Findings: append(apply[1:], remarks(s, m)...),
	}
}

// remarks are the findings that are not verdicts.
func remarks(s *engine.Scenario, m Metrics) []Note {
	if s.Policy.Hedge == nil || m.Hedges > 0 {
		return nil
	}
	const code = "NEVER_ARMED"
	switch {
	case s.Policy.Hedge.MaxAttempts == 1:
		return []Note{{code, "maxAttempts is 1, the primary alone"}}
	case m.SuppressedHedges > 0:
		return []Note{{code, fmt.Sprintf("the budget let none of the %s hedges that fell due be sent", grouped(m.SuppressedHedges))}}
	default:
		return []Note{{code, fmt.Sprintf("every request was answered within the delay of %v ms", *s.Policy.Hedge.Delay.Ms)}}
	}
}

// grouped writes a count with a comma between thousands.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
