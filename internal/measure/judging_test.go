package measure_test

import (
	"fmt"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// What is said about judging the drill, before and below the table of verdicts.

// More than 25 % extra load is excess; 25 % is not.
func TestExtraLoadLimit(t *testing.T) {
	excess := map[int]bool{}
	for hedges := range 21 {
		set := opened(func(s *settings) { s.budget = hedges * 5 })
		r := set.report(t, drillRows(t))
		if r.Metrics.Hedges != hedges || int(r.Metrics.ExtraLoadPercent) != hedges*5000 {
			t.Fatalf("%d hedges are %v %%, not %d of 20", r.Metrics.Hedges, r.Metrics.ExtraLoadPercent, hedges)
		}
		excess[hedges] = r.Outcome.Verdict == "EXCESS_LOAD"
		if want := hedges > 5; excess[hedges] != want {
			t.Errorf("%d hedges of 20: %s", hedges, r.Outcome.Headline)
		}
	}
	t.Logf("%d extra loads", len(excess))
}

// The value at position ⌈p × n / 100⌉ of the sorted latencies.
func TestPercentilesUseTheNearestRank(t *testing.T) {
	r := opened(func(s *settings) { s.off = true }).report(t, drillRows(t))
	l := r.Metrics.LatencyMs
	// 68 71 76 79 82 84 86 88 90 92 | 94 97 101 105 108 113 120 450 640 900
	want := measure.Latencies{
		Mean: 177_200,
		Percentiles: measure.Percentiles{
			P50: milliseconds(92), P90: milliseconds(450), P95: milliseconds(640), P99: milliseconds(900), P999: milliseconds(900),
		},
		Max: milliseconds(900), Exact: true,
	}
	if l != want || r.Metrics.Baseline.LatencyMs != want {
		t.Errorf("%+v, baseline %+v, not %+v", l, r.Metrics.Baseline.LatencyMs, want)
	}
}

// Every other verdict that applies is a finding, in the table's order.
func TestOtherVerdictsAreFindings(t *testing.T) {
	tests := []struct {
		set  settings
		want string
	}{
		{opened(func(s *settings) { s.off = true }), "BASELINE []"},
		{opening, "EXCESS_LOAD [TAIL_CUT OTHER_PERCENTILES]"},
		{opened(func(s *settings) { s.budget = 25 }), "NO_TAIL_GAIN []"},
		{opened(func(s *settings) { s.budget = 30 }), "EXCESS_LOAD [TAIL_CUT OTHER_PERCENTILES]"}, // the sixth request is one of the slow
		{opened(func(s *settings) { s.delay, s.budget = 100, 45 }), "EXCESS_LOAD [TAIL_CUT OTHER_PERCENTILES]"},
		{opened(func(s *settings) { s.delay, s.budget = 100, 5 }), "NO_TAIL_GAIN []"},
		{opened(func(s *settings) { s.operation = engine.Write }), "DUPLICATE_WRITES [EXCESS_LOAD TAIL_CUT OTHER_PERCENTILES]"},
		{opened(func(s *settings) { s.delay, s.operation = 130, engine.Write }), "DUPLICATE_WRITES [TAIL_CUT OTHER_PERCENTILES]"},
		{opened(func(s *settings) { s.budget, s.operation, s.keep = 10, engine.Write, true }), "DUPLICATE_WRITES [NO_TAIL_GAIN]"},
		{opened(func(s *settings) { s.delay = 900 }), "NO_TAIL_GAIN [NEVER_ARMED]"},
		{opened(func(s *settings) { s.budget = 4 }), "NO_TAIL_GAIN [NEVER_ARMED]"},
	}
	for _, test := range tests {
		o := test.set.report(t, drillRows(t)).Outcome
		if got := fmt.Sprint(o.Verdict, " ", codes(o.Findings)); got != test.want {
			t.Errorf("%+v: %s, not %s", test.set, got, test.want)
		}
	}
	t.Logf("%d outcomes", len(tests))
}
