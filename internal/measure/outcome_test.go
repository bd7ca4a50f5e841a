package measure

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
	"github.com/hedgedrill/hedgedrill/internal/stats"
)

// judged is a run without randomness and its baseline, as far as the verdict looks at
// them.
type judged struct {
	none        bool
	requests    int
	limit       fixed.Percent // in thousandths
	hedges      int           // all of which start
	waiting     int           // hedges that never start
	suppressed  int
	duplicates  int
	with        ends
	without     ends
	maxAttempts int
}

// ends is how requests end: all answers take as long.
type ends struct {
	ms              fixed.Micros
	missed, partial int
}

func (e ends) summary(requests int) *Summary {
	n := min(requests, 1000)
	s := &Summary{answers: stats.NewSeries(n)}
	for order := range n {
		if order < n-e.missed {
			s.answers.Add(order, e.ms)
		} else {
			s.answers.Miss(order)
		}
	}
	s.counted = Counters{Arrived: requests, Answered: requests - e.missed, Failed: e.missed, Partial: e.partial}
	return s
}

func (j judged) outcome() Outcome {
	s := &engine.Scenario{
		Workload: engine.Workload{Requests: j.requests, Hops: 1, FanOut: engine.FanOut{Leaves: 1}},
		Judge:    engine.Judge{Percentile: 99_900, ExtraLoadLimitPercent: j.limit},
		Policy:   engine.Policy{None: &engine.None{}},
	}
	c := &comparison{scenario: s, run: j.with.summary(j.requests), baseline: j.without.summary(j.requests), failure: 1_000_000}
	if j.none {
		c.run = c.baseline
	} else {
		s.Policy = engine.Policy{Hedge: &engine.Hedge{MaxAttempts: j.maxAttempts, Delay: engine.Delay{Ms: new(fixed.Micros(12_345))}, ProbabilityPercent: 100_000}}
	}
	c.run.counted.Hedges, c.run.counted.SuppressedHedges = j.hedges+j.waiting, j.suppressed
	c.run.counted.DuplicateWrites = j.duplicates
	c.run.extra, c.run.backups = j.hedges, j.hedges
	return c.outcome(&Metrics{
		Judged: c.judged(), Figures: Figures{DuplicateWrites: j.duplicates, Requests: j.requests},
		ExtraLoadPercent: fixed.Percent(fixed.Ratio(int64(j.hedges), 100_000, int64(j.requests))),
	})
}

// hundred is a hundred requests under a hedging policy.
func hundred(with, without ends) judged {
	return judged{requests: 100, limit: 25_000, hedges: 5, maxAttempts: 2, with: with, without: without}
}

// outcomes are runs without randomness, and what each comes to.
var outcomes = []struct {
	judged
	verdict, headline string
	effect            Effect
	findings          string
}{
	{judged{none: true, requests: 20, without: ends{ms: 640_000}},
		"BASELINE", "BASELINE, p99.9 640 ms", Neutral, "[]"},
	{judged{requests: 20, limit: 25_000, hedges: 5, with: ends{ms: 1}, without: ends{ms: 2}, maxAttempts: 2},
		"TAIL_CUT", "TAIL CUT, p99.9 0.002 → 0.001 ms, +25%", Better, "[]"},
	{judged{requests: 20, limit: 25_000, waiting: 5, with: ends{ms: 1}, without: ends{ms: 2}, maxAttempts: 2},
		"NO_TAIL_GAIN", "NO TAIL GAIN, p99.9 0.002 → 0.001 ms", Neutral, "[]"},
	{judged{requests: 20, limit: 25_000, hedges: 5, with: ends{ms: 2}, without: ends{ms: 2}, maxAttempts: 2},
		"NO_TAIL_GAIN", "NO TAIL GAIN, p99.9 0.002 → 0.002 ms", Neutral, "[]"},
	{judged{requests: 20, limit: 25_000, hedges: 5, with: ends{ms: 3}, without: ends{ms: 2}, maxAttempts: 2},
		"TAIL_WORSE", "TAIL WORSE, p99.9 0.002 → 0.003 ms", Worse, "[]"},
	{judged{requests: 20, limit: 24_999, hedges: 5, with: ends{ms: 1}, without: ends{ms: 2}, maxAttempts: 2},
		"EXCESS_LOAD", "EXCESS LOAD, +25%", Worse, "[{TAIL_CUT p99.9 0.002 → 0.001 ms, +25% better}]"},
	// A third is more than 33.333 % and less than 33.334 %.
	{judged{requests: 3, limit: 33_333, hedges: 1, with: ends{ms: 5}, without: ends{ms: 5}, maxAttempts: 2},
		"EXCESS_LOAD", "EXCESS LOAD, +33.3%", Worse, "[{NO_TAIL_GAIN p99.9 0.005 → 0.005 ms neutral}]"},
	{judged{requests: 3, limit: 33_334, hedges: 1, with: ends{ms: 5}, without: ends{ms: 5}, maxAttempts: 2},
		"NO_TAIL_GAIN", "NO TAIL GAIN, p99.9 0.005 → 0.005 ms", Neutral, "[]"},
	{judged{requests: 20_000_000, limit: 1_500_000, hedges: 300_000_000, with: ends{ms: 5}, without: ends{ms: 5}, maxAttempts: 16},
		"NO_TAIL_GAIN", "NO TAIL GAIN, p99.9 0.005 → 0.005 ms", Neutral, "[]"},
	{judged{requests: 20_000_000, limit: 1_499_999, hedges: 300_000_000, with: ends{ms: 5}, without: ends{ms: 5}, maxAttempts: 16},
		"EXCESS_LOAD", "EXCESS LOAD, +1,500%", Worse, "[{NO_TAIL_GAIN p99.9 0.005 → 0.005 ms neutral}]"},
	{judged{requests: 20, limit: 0, hedges: 1, duplicates: 1_234_567, with: ends{ms: 1}, without: ends{ms: 2}, maxAttempts: 2},
		"DUPLICATE_WRITES", "DUPLICATE WRITES, 1,234,567", Worse, "[{EXCESS_LOAD +5% worse} {TAIL_CUT p99.9 0.002 → 0.001 ms, +5% better}]"},
	{judged{requests: 20, limit: 25_000, with: ends{ms: 2}, without: ends{ms: 2}, maxAttempts: 2},
		"NO_TAIL_GAIN", "NO TAIL GAIN, p99.9 0.002 → 0.002 ms", Neutral, "[{NEVER_ARMED every request was over within the delay of 12.345 ms neutral}]"},
	{judged{requests: 20, limit: 0, suppressed: 1200, with: ends{ms: 2}, without: ends{ms: 2}, maxAttempts: 2},
		"NO_TAIL_GAIN", "NO TAIL GAIN, p99.9 0.002 → 0.002 ms", Neutral, "[{NEVER_ARMED the budget let none of the 1,200 hedges be sent that fell due neutral}]"},
	{judged{requests: 20, limit: 25_000, with: ends{ms: 2}, without: ends{ms: 2}, maxAttempts: 1},
		"NO_TAIL_GAIN", "NO TAIL GAIN, p99.9 0.002 → 0.002 ms", Neutral, "[{NEVER_ARMED maxAttempts is 1, the primary alone neutral}]"},

	// Of 100 requests p99.9 is the slowest: a failure, if there is one.
	{hundred(ends{ms: 5, missed: 20}, ends{ms: 5, missed: 12}),
		"MORE_FAILURES", "MORE FAILURES, 12% → 20% missed", Worse,
		"[{NO_TAIL_GAIN p99.9 1,000 → 1,000 ms neutral} {REQUESTS_FAILED 20 of 100 requests, failed; without hedging 12 worse}]"},
	{hundred(ends{ms: 5, missed: 1}, ends{ms: 5}),
		"MORE_FAILURES", "MORE FAILURES, 0% → 1% missed", Worse,
		"[{TAIL_WORSE p99.9 0.005 → 1,000 ms worse} {REQUESTS_FAILED 1 of 100 requests, failed; without hedging 0 worse}]"},
	{hundred(ends{ms: 5}, ends{ms: 5, missed: 12}),
		"FEWER_FAILURES", "FEWER FAILURES, 12% → 0% missed, +5%", Better,
		"[{TAIL_CUT p99.9 1,000 → 0.005 ms, +5% better} {REQUESTS_FAILED 0 of 100 requests, failed; without hedging 12 better}]"},
	{hundred(ends{ms: 4, partial: 3}, ends{ms: 5, partial: 8}),
		"TAIL_CUT", "TAIL CUT, p99.9 0.005 → 0.004 ms, +5%", Better,
		"[{FEWER_FAILURES 8% → 3% partial, +5% better} {PARTIAL_ANSWERS 3 of 100 requests, answered in part; without hedging 8 better}]"},
	{hundred(ends{ms: 5, partial: 8}, ends{ms: 5, partial: 3}),
		"MORE_FAILURES", "MORE FAILURES, 3% → 8% partial", Worse,
		"[{NO_TAIL_GAIN p99.9 0.005 → 0.005 ms neutral} {PARTIAL_ANSWERS 8 of 100 requests, answered in part; without hedging 3 worse}]"},
	// Fewer are missed, but more are partial: what has changed for the worse is named.
	{hundred(ends{ms: 5, missed: 2, partial: 30}, ends{ms: 5, missed: 12}),
		"MORE_FAILURES", "MORE FAILURES, 0% → 30% partial", Worse,
		"[{NO_TAIL_GAIN p99.9 1,000 → 1,000 ms neutral} {REQUESTS_FAILED 2 of 100 requests, failed; without hedging 12 worse} {PARTIAL_ANSWERS 30 of 100 requests, answered in part; without hedging 0 worse}]"},
}

// What applies first is the verdict, the rest are findings, each with its effect.
func TestOutcome(t *testing.T) {
	verdicts := map[string]int{}
	for _, test := range outcomes {
		got := test.outcome()
		verdicts[got.Verdict]++
		others := func(f Finding) bool { return f.Code == "OTHER_PERCENTILES" }
		got.Findings = slices.DeleteFunc(got.Findings, others) // which has a test of its own
		if got.Verdict != test.verdict || got.Headline != test.headline || got.Effect != test.effect || fmt.Sprint(got.Findings) != test.findings {
			t.Errorf("%+v\ncomes to %+v, not\n%s: %s %s %s", test.judged, got, test.verdict, test.headline, test.effect, test.findings)
		}
		if len(got.Headline) < len(got.Label) || got.Headline[:len(got.Label)] != got.Label {
			t.Errorf("the headline %q does not begin with the label %q", got.Headline, got.Label)
		}
	}
	t.Log(verdicts)
	if len(verdicts) != 8 {
		t.Errorf("%d verdicts of 8 were seen", len(verdicts))
	}
}

// What kept every hedge from falling due depends on what a hedge waits for.
func TestWhyHedgingNeverArmed(t *testing.T) {
	for _, c := range []struct {
		leaves int
		cancel engine.Cancel
		why    string
	}{
		{1, engine.CancelOnAnswer, "every request was over within the delay of 20 ms"},
		{1, engine.CancelOnStart, "every request had started, or was over, within the delay of 20 ms"},
		{3, engine.CancelNever, "every leaf was over within the delay of 20 ms"},
		{3, engine.CancelOnStart, "every leaf had started, or was over, within the delay of 20 ms"},
	} {
		s := fan(3, c.leaves, 2, 20*fixed.Millisecond)
		s.Workload.Hops, s.Policy.Hedge.Cancel = 1, c.cancel
		s.Backend.Latency = latency.Law{Constant: &latency.Constant{Ms: 10 * fixed.Millisecond}}
		r, err := Run(s, Page{}, Page{}, func() bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprint(r.Outcome.Findings), "[{NEVER_ARMED "+c.why+" neutral}]"; got != want {
			t.Errorf("%+v: %s, not %s", c, got, want)
		}
	}
}
