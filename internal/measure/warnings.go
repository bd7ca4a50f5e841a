package measure

import (
	"fmt"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
	"github.com/hedgedrill/hedgedrill/internal/stats"
)

// Warning is a doubt about the figures or the settings.
type Warning struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// warnings are the doubts about a run.
func (c *comparison) warnings() []Warning {
	all := []Warning{}
	add := func(code, detail string) {
		if detail != "" {
			all = append(all, Warning{code, detail})
		}
	}
	add("FEW_SAMPLES", c.fewSamples())
	add("DRAINING", c.draining())
	if p := c.scenario.Judge.Percentile; p < 1000 {
		add("PERCENTILE_BELOW_ONE", fmt.Sprintf("%v is p%v, below which hardly anything lies: did you mean %v?", p, p, 100*p))
	}
	add("HEDGE_AFTER_DEADLINE", c.hedgeAfterDeadline())
	if hasMaximum(&c.scenario.Backend.Latency) {
		add("MAXIMUM_IN_LAW", "the quantiles law has a point at 100 %: the largest of n samples belongs at 100·(1 − 1/n), and the tail up to it rests on that one sample")
	}
	return all
}

// fewAbove is the number of latencies above a percentile from which on it is trusted.
const fewAbove = 10

// fewSamples names the percentiles that rest on few latencies.
func (c *comparison) fewSamples() string {
	if c.stats == nil {
		return ""
	}
	n := c.run.counted.Arrived
	told := append([]fixed.Percent{}, watched...)
	told = append(told, c.scenario.Judge.Percentile)
	var few []string
	seen := map[fixed.Percent]bool{}
	for _, p := range told {
		if n-stats.Position(p, n) < fewAbove && !seen[p] {
			few = append(few, "p"+p.String())
		}
		seen[p] = true
	}
	if len(few) == 0 {
		return ""
	}
	return fmt.Sprintf("fewer than %d of %s latencies lie above %s", fewAbove, grouped(n), strings.Join(few, ", "))
}

// draining says how much is left to be worked off when the last request arrives.
func (c *comparison) draining() string {
	if c.run.cluster == nil {
		return ""
	}
	load := c.run.cluster.load
	left, draining := load.stats.Draining(load.last)
	if !draining {
		return ""
	}
	text := counted(load.atLast.waiting, "attempt") + " waiting at the last arrival are a backlog that is being worked off"
	if left > 0 {
		text += ", for which the run would have to be " + ms(left) + " ms longer"
	}
	return text
}

// hedgeAfterDeadline says which hedges can never help.
func (c *comparison) hedgeAfterDeadline() string {
	h, deadline := c.scenario.Policy.Hedging(), c.scenario.Workload.DeadlineMs
	if h == nil || deadline == 0 {
		return ""
	}
	delay, isFixed := h.Delay.Fixed()
	if !isFixed || delay == 0 {
		return ""
	}
	before := int((deadline-1)/delay) + 1 // attempts that fall due before the deadline
	if before >= h.MaxAttempts {
		return ""
	}
	return fmt.Sprintf("attempt %d falls due after %v ms at the earliest, the deadline is %v ms: %s can never help",
		before+1, fixed.Micros(before)*delay, deadline, counted(h.MaxAttempts-before, "attempt"))
}

// hasMaximum says whether a law, or one within it, has a point at 100 %.
func hasMaximum(l *latency.Law) bool {
	if q := l.Quantiles; q != nil {
		return len(q.Points) > 1 && q.Points[len(q.Points)-1].Percent == 100_000_000
	}
	for _, inner := range l.Inner() {
		if hasMaximum(inner) {
			return true
		}
	}
	return false
}
