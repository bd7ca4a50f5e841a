package measure

import (
	"fmt"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// judged is a scenario and its metrics, as far as the verdict looks at them.
type judged struct {
	none        bool
	requests    int
	limit       fixed.Percent // in thousandths
	hedges      int
	suppressed  int
	duplicates  int
	ms          fixed.Micros
	baseline    fixed.Micros
	maxAttempts int
}

func (j judged) outcome() Outcome {
	s := &engine.Scenario{
		Workload: engine.Workload{Requests: j.requests, Hops: 1, FanOut: engine.FanOut{Leaves: 1}},
		Judge:    engine.Judge{Percentile: 99_900, ExtraLoadLimitPercent: j.limit},
	}
	if j.none {
		s.Policy.None = &engine.None{}
	} else {
		s.Policy.Hedge = &engine.Hedge{MaxAttempts: j.maxAttempts, Delay: engine.Delay{Ms: new(fixed.Micros(12_345))}, ProbabilityPercent: 100_000}
	}
	return judge(s, Metrics{
		Hedges: j.hedges, SuppressedHedges: j.suppressed, DuplicateWrites: j.duplicates,
		Judged:           Judged{Percentile: 99_900, Ms: j.ms, BaselineMs: j.baseline},
		ExtraLoadPercent: fixed.Percent(fixed.Ratio(int64(j.hedges), 100_000, int64(j.requests))),
		HedgesByReason:   &Suppressed{Budget: j.suppressed},
	}, &Summary{all: Counters{Hedges: j.hedges, SuppressedHedges: j.suppressed}}, &Summary{})
}

func TestOutcome(t *testing.T) {
	tests := []struct {
		judged
		verdict, headline, findings string
	}{
		{judged{none: true, requests: 20, ms: 640_000, baseline: 640_000},
			"BASELINE", "BASELINE, p99.9 640 ms", "[]"},
		{judged{requests: 20, limit: 25_000, hedges: 5, ms: 1, baseline: 2, maxAttempts: 2},
			"TAIL_CUT", "TAIL CUT, p99.9 0.002 → 0.001 ms", "[]"},
		{judged{requests: 20, limit: 25_000, hedges: 5, ms: 2, baseline: 2, maxAttempts: 2},
			"NO_TAIL_GAIN", "NO TAIL GAIN, p99.9 0.002 ms", "[]"},
		{judged{requests: 20, limit: 25_000, hedges: 5, ms: 3, baseline: 2, maxAttempts: 2},
			"NO_TAIL_GAIN", "NO TAIL GAIN, p99.9 0.003 ms", "[]"},
		{judged{requests: 20, limit: 24_999, hedges: 5, ms: 1, baseline: 2, maxAttempts: 2},
			"EXCESS_LOAD", "EXCESS LOAD, +25%", "[{TAIL_CUT p99.9 0.002 → 0.001 ms}]"},
		// A third is more than 33.333 % and less than 33.334 %.
		{judged{requests: 3, limit: 33_333, hedges: 1, ms: 5, baseline: 5, maxAttempts: 2},
			"EXCESS_LOAD", "EXCESS LOAD, +33.333%", "[{NO_TAIL_GAIN p99.9 0.005 ms}]"},
		{judged{requests: 3, limit: 33_334, hedges: 1, ms: 5, baseline: 5, maxAttempts: 2},
			"NO_TAIL_GAIN", "NO TAIL GAIN, p99.9 0.005 ms", "[]"},
		{judged{requests: 20_000_000, limit: 1_500_000, hedges: 300_000_000, ms: 5, baseline: 5, maxAttempts: 16},
			"NO_TAIL_GAIN", "NO TAIL GAIN, p99.9 0.005 ms", "[]"},
		{judged{requests: 20_000_000, limit: 1_499_999, hedges: 300_000_000, ms: 5, baseline: 5, maxAttempts: 16},
			"EXCESS_LOAD", "EXCESS LOAD, +1500%", "[{NO_TAIL_GAIN p99.9 0.005 ms}]"},
		{judged{requests: 20, limit: 0, hedges: 1, duplicates: 1_234_567, ms: 1, baseline: 2, maxAttempts: 2},
			"DUPLICATE_WRITES", "DUPLICATE WRITES, 1,234,567", "[{EXCESS_LOAD +5%} {TAIL_CUT p99.9 0.002 → 0.001 ms}]"},
		{judged{requests: 20, limit: 25_000, ms: 2, baseline: 2, maxAttempts: 2},
			"NO_TAIL_GAIN", "NO TAIL GAIN, p99.9 0.002 ms", "[{NEVER_ARMED every request was over within the delay of 12.345 ms}]"},
		{judged{requests: 20, limit: 0, suppressed: 1200, ms: 2, baseline: 2, maxAttempts: 2},
			"NO_TAIL_GAIN", "NO TAIL GAIN, p99.9 0.002 ms", "[{NEVER_ARMED the budget let none of the 1,200 hedges that fell due be sent}]"},
		{judged{requests: 20, limit: 25_000, ms: 2, baseline: 2, maxAttempts: 1},
			"NO_TAIL_GAIN", "NO TAIL GAIN, p99.9 0.002 ms", "[{NEVER_ARMED maxAttempts is 1, the primary alone}]"},
	}
	verdicts := map[string]int{}
	for _, test := range tests {
		got := test.outcome()
		verdicts[got.Verdict]++
		if got.Verdict != test.verdict || got.Headline != test.headline || fmt.Sprint(got.Findings) != test.findings {
			t.Errorf("%+v\ncomes to %+v, not\n%s: %s %s", test.judged, got, test.verdict, test.headline, test.findings)
		}
		if len(got.Headline) < len(got.Label) || got.Headline[:len(got.Label)] != got.Label {
			t.Errorf("the headline %q does not begin with the label %q", got.Headline, got.Label)
		}
	}
	t.Log(verdicts)
	if len(verdicts) != 5 {
		t.Errorf("%d verdicts of 5 were seen", len(verdicts))
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
		if got, want := fmt.Sprint(r.Outcome.Findings), "[{NEVER_ARMED "+c.why+"}]"; got != want {
			t.Errorf("%+v: %s, not %s", c, got, want)
		}
	}
}

func TestGrouped(t *testing.T) {
	tests := map[int]string{
		0: "0", 7: "7", 20: "20", 999: "999", 1000: "1,000", 12_345: "12,345", 100_000: "100,000", 999_999: "999,999",
		1_000_000: "1,000,000", 20_000_000: "20,000,000", 1_234_567_890: "1,234,567,890",
	}
	for n, want := range tests {
		if got := grouped(n); got != want {
			t.Errorf("%d is written %s, not %s", n, got, want)
		}
	}
	t.Logf("%d counts", len(tests))
}
