package measure_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// order is that of verdicts and findings. FEWER_FAILURES is in it twice.
var order = []string{
	"BASELINE", "DUPLICATE_WRITES", "COLLAPSE", "OVERLOADED", "MORE_FAILURES", "EXCESS_LOAD", "FEWER_FAILURES", "TAIL_CUT",
	"FEWER_FAILURES", "TAIL_WORSE", "INCONCLUSIVE", "NO_TAIL_GAIN", "OVERLOADED", "SATURATED", "OTHER_PERCENTILES", "DEADLINES_MISSED",
	"REQUESTS_FAILED", "PARTIAL_ANSWERS", "RECOVERED", "NOT_RECOVERED", "NEVER_ARMED", "NO_OTHER_SERVER", "MORE_REQUESTS",
}

// TestOutcomesAreOneOfEachKind holds what applies to any run against the table: one word
// on the tail, at most one on failures, each once and in order, what depends on the
// length of the baseline first, and none but BASELINE where nothing is hedged.
func TestOutcomesAreOneOfEachKind(t *testing.T) {
	r := chooser{rand.New(rand.NewPCG(12, 1))}
	n := map[string]int{}
	for i := range 3000 {
		s := r.scenario()
		switch {
		case i%10 == 0:
			s = r.cured()
		case i%2 == 1:
			s = r.shaped()
		}
		got, err := measure.Run(s, measure.Page{}, measure.Page{}, wanted)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range faultsOf(s, got) {
			t.Errorf("%s: %s, %v", fault, got.Outcome.Headline, got.Outcome.Findings)
		}
		if t.Failed() {
			t.Fatalf("of %s", text(s))
		}
		n[got.Outcome.Verdict]++
		for _, code := range codes(got.Outcome.Findings) {
			n["finding "+code]++
		}
		n["runs"]++
	}
	t.Log(n)
	for _, code := range order {
		if code != "NOT_RECOVERED" && n[code]+n["finding "+code] == 0 { // which takes long runs
			t.Errorf("saw no %s", code)
		}
	}
	if n["finding BASELINE_OVERLOADED"] == 0 {
		t.Error("saw no overload that hedging cures")
	}
}

func faultsOf(s *engine.Scenario, r measure.Report) (faults []string) {
	o := r.Outcome
	all := append([]string{o.Verdict}, codes(o.Findings)...)
	number := func(codes ...string) (n int) {
		for _, code := range all {
			if slices.Contains(codes, code) {
				n++
			}
		}
		return n
	}
	check := func(holds bool, fault string) {
		if !holds {
			faults = append(faults, fault)
		}
	}
	hedges := 0
	if s.Policy.Hedge != nil {
		hedges = 1
	}
	check(number("TAIL_CUT", "TAIL_WORSE", "INCONCLUSIVE", "NO_TAIL_GAIN") == hedges, "not one word on the tail")
	check(number("MORE_FAILURES", "FEWER_FAILURES") <= hedges, "too many words on failures")
	check(number("COLLAPSE", "OVERLOADED", "BASELINE_OVERLOADED") <= 1, "too many words on overload")
	check(number("RECOVERED", "NOT_RECOVERED") <= 1, "too many words on recovery")
	check(number("BASELINE") == 1-hedges && (hedges == 1 || o.Verdict == "BASELINE"), "BASELINE is in the wrong place")
	if number("BASELINE_OVERLOADED") > 0 {
		check(len(o.Findings) > 0 && o.Findings[0].Code == "BASELINE_OVERLOADED", "BASELINE_OVERLOADED is not the first finding")
		all = slices.DeleteFunc(all, func(code string) bool { return code == "BASELINE_OVERLOADED" })
	}
	place := 0
	for _, code := range all {
		at := slices.Index(order[place:], code)
		check(at >= 0, code+" is out of order")
		place += at + 1
	}
	m := r.Metrics
	check(m.Judged.RequestsToDecide == nil || number("INCONCLUSIVE") == 1, "requests would decide what is decided")
	check((number("MORE_REQUESTS") == 1) == (m.Judged.RequestsToDecide != nil), "MORE_REQUESTS and requestsToDecide differ")
	if d := m.Judged.DifferenceMs; d != nil {
		check(d.Low <= d.Estimate && d.Estimate <= d.High, "the estimate is outside its interval")
		check(!m.LatencyMs.Exact || d.Estimate == m.Judged.Ms-m.Judged.BaselineMs, "the estimate is not the difference")
	}
	for _, f := range o.Findings {
		check(f.Detail != "" && slices.Contains([]measure.Effect{"better", "worse", "neutral"}, f.Effect), "a finding lacks something")
	}
	check(strings.HasPrefix(o.Headline, o.Label+", ") && len(o.Headline) > len(o.Label)+2, "the headline lacks something")
	check(m.SuccessPercent >= 0 && m.SuccessPercent <= 100_000 && m.ExtraLoadPercent >= 0, "a percentage is out of bounds")
	return faults
}
