package measure_test

import (
	"slices"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
	"github.com/hedgedrill/hedgedrill/internal/stats"
)

// remarks are the findings that are not verdicts: their codes and effects, and what
// the first says.
func (t *trial) remarks() (all []measure.Finding) {
	s, m := t.run.s, t.m
	none := s.Policy.None != nil
	add := func(applies bool, code string, effect measure.Effect) {
		if applies {
			all = append(all, measure.Finding{Code: code, Effect: effect})
		}
	}
	add(none && m.Saturated, "OVERLOADED", "neutral")
	add(!none && m.Saturated && !m.Baseline.Saturated && !t.isWorse(), "SATURATED", "neutral")
	if moved, effect := t.moved(); !none && moved != "" {
		all = append(all, measure.Finding{Code: "OTHER_PERCENTILES", Detail: moved, Effect: effect})
	}
	ends := measure.Effect("neutral")
	if !none {
		ends = effects[t.failureChange()+1]
	}
	either := func(kind engine.EventType) bool { return t.run.of(kind)+t.baseline.of(kind) > 0 }
	add(either(engine.RequestExpired), "DEADLINES_MISSED", ends)
	add(either(engine.RequestFailed), "REQUESTS_FAILED", ends)
	add(t.run.partial()+t.baseline.partial() > 0, "PARTIAL_ANSWERS", ends)
	hedged := slices.ContainsFunc(t.run.attempts, func(a tried) bool { return a.key.Attempt > 1 }) // in the warm-up too
	add(!none && !hedged, "NEVER_ARMED", "neutral")
	add(!none && t.run.serversUp() < 2, "NO_OTHER_SERVER", "neutral")
	add(!none && m.Judged.RequestsToDecide != nil, "MORE_REQUESTS", "neutral")
	return all
}

// effects are those of a figure that falls, stays or rises.
var effects = [...]measure.Effect{"better", "neutral", "worse"}

// moved says which figures besides the judged one differ, and whether all in one way.
func (t *trial) moved() (string, measure.Effect) {
	var parts []string
	ways := map[int]bool{}
	for _, p := range []fixed.Percent{50_000, 90_000, 95_000, 99_000, 99_900} {
		if way := t.percentileChange(p); way != 0 && p != t.run.s.Judge.Percentile {
			run, baseline := t.at(p)
			parts = append(parts, "p"+p.String()+" "+apart(int64(baseline), int64(run), "")+" ms")
			ways[way] = true
		}
	}
	run, baseline := mean(t.run.latencies(t.run.counted(), t.failure)), mean(t.baseline.latencies(t.baseline.counted(), t.failure))
	way := change(run-baseline, false, stats.Interval{})
	if t.latencies != nil {
		way = change(0, true, t.latencies.Mean())
	}
	if way != 0 {
		parts = append(parts, "mean "+apart(int64(baseline), int64(run), "")+" ms")
		ways[way] = true
	}
	effect := measure.Effect("neutral")
	if len(ways) == 1 && ways[-1] {
		effect = "better"
	} else if len(ways) == 1 {
		effect = "worse"
	}
	return strings.Join(parts, ", "), effect
}

// serversUp is how many servers there are that are not down all the time; many where
// capacity is unlimited.
func (h *history) serversUp() (n int) {
	c := h.s.Backend.Capacity.Cluster
	if c == nil {
		return 1000
	}
	end := h.trace[len(h.trace)-1].At
	instants := []fixed.Micros{0}
	for _, d := range c.Down {
		instants = append(instants, d.FromMs, d.ToMs)
	}
	for server := 1; server <= c.Servers; server++ {
		isUp := func(at fixed.Micros) bool {
			return at <= end && !slices.ContainsFunc(c.Down, func(d engine.Down) bool {
				return (d.Server == 0 || d.Server == server) && d.FromMs <= at && at < d.ToMs
			})
		}
		if slices.ContainsFunc(instants, isUp) {
			n++
		}
	}
	return n
}

// warnings are the codes of the doubts.
func (t *trial) warnings() (all []string) {
	s, n := t.run.s, len(t.run.counted())
	add := func(applies bool, code string) {
		if applies {
			all = append(all, code)
		}
	}
	few := false
	for _, p := range []fixed.Percent{50_000, 90_000, 95_000, 99_000, 99_900, s.Judge.Percentile} {
		few = few || n-rank(n, p) < 10
	}
	add(t.latencies != nil && few, "FEW_SAMPLES")
	if load := t.run.load(); load != nil {
		_, draining := load.Draining(t.run.to)
		add(draining, "DRAINING")
	}
	add(s.Judge.Percentile < 1000, "PERCENTILE_BELOW_ONE")
	if h := s.Policy.Hedge; h != nil && s.Workload.DeadlineMs > 0 && h.MaxAttempts > 1 {
		delay, isFixed := h.Delay.Fixed()
		add(isFixed && fixed.Micros(h.MaxAttempts-1)*delay >= s.Workload.DeadlineMs, "HEDGE_AFTER_DEADLINE")
	}
	add(strings.Contains(text(s.Backend.Latency), `},{"percent":100,`), "MAXIMUM_IN_LAW")
	return all
}
