package measure_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// TestFiguresAgreeWithTheWholeTrace holds every figure, row and verdict of random
// scenarios over all options against what their whole traces come to.
func TestFiguresAgreeWithTheWholeTrace(t *testing.T) {
	const cases = 700
	r := chooser{rand.New(rand.NewPCG(4, 2026))}
	n := map[string]int{}
	for i := range cases {
		s := r.scenario()
		if i%20 == 0 {
			s = r.cured()
		}
		agrees(t, s, n)
	}
	t.Log(n)
	for _, what := range []string{
		"BASELINE", "DUPLICATE_WRITES", "COLLAPSE", "OVERLOADED", "MORE_FAILURES", "EXCESS_LOAD", "FEWER_FAILURES", "TAIL_CUT", "TAIL_WORSE",
		"INCONCLUSIVE", "NO_TAIL_GAIN", "BASELINE_OVERLOADED", "OTHER_PERCENTILES", "NEVER_ARMED", "NO_OTHER_SERVER", "MORE_REQUESTS",
		"DEADLINES_MISSED", "REQUESTS_FAILED", "FEW_SAMPLES", "DRAINING", "PERCENTILE_BELOW_ONE", "HEDGE_AFTER_DEADLINE", "MAXIMUM_IN_LAW", "rows", "intervals", "failures", "waits",
		"PARTIAL_ANSWERS", "leaves", "tied", "hops", "quorums", "incomplete", "leaves that backups answered",
	} {
		if n[what] == 0 {
			t.Errorf("saw no %s", what)
		}
	}
}

// agrees holds a run against its whole trace, and counts what it saw.
func agrees(t *testing.T, s *engine.Scenario, n map[string]int) {
	t.Helper()
	none := s.Baseline()
	trial := newTrial(historyOf(s), historyOf(&none))
	all := measure.Page{Limit: 1000}
	got, err := measure.Run(s, all, all, wanted)
	if err != nil {
		t.Fatal(err)
	}
	got.Metrics.Exact = nil // which has tests of its own
	dropRecovery(t, &got)
	if u := got.Metrics.UtilizationPercent; u != nil && (*u < 0 || *u > 100_000) {
		t.Errorf("the utilization is %v %%", *u)
	}
	var warnings []string
	for _, w := range got.Metrics.Warnings {
		warnings = append(warnings, w.Code)
		if left := plural(trial.run.waiting(), "attempt") + " waiting at the last arrival"; w.Code == "DRAINING" && !strings.HasPrefix(w.Detail, left) {
			t.Errorf("%s, not %s", w.Detail, left)
		}
	}
	got.Metrics.Warnings = nil
	if !reflect.DeepEqual(got.Metrics, trial.m) {
		t.Errorf("the metrics are\n%s, not\n%s", text(got.Metrics), text(trial.m))
	}
	if want := trial.warnings(); !slices.Equal(warnings, want) {
		t.Errorf("the warnings are %v, not %v", warnings, want)
	}
	compareOutcomes(t, got.Outcome, trial.outcome())
	compareRows(t, trial.run, got.Requests)
	if t.Failed() {
		t.Fatalf("of %s", text(s))
	}
	for _, code := range append(append(warnings, got.Outcome.Verdict), codes(got.Outcome.Findings)...) {
		n[code]++
	}
	count(n, got.Metrics)
	countShape(n, s, got.Metrics)
	n["scenarios"]++
	n["rows"] += len(got.Requests.Items)
}

func count(n map[string]int, m measure.Metrics) {
	if m.Judged.DifferenceMs != nil {
		n["intervals"]++
	}
	if m.Failed != nil && *m.Failed > 0 {
		n["failures"]++
	}
	if m.WaitMs != nil && m.WaitMs.Max > 0 {
		n["waits"]++
	}
}

func countShape(n map[string]int, s *engine.Scenario, m measure.Metrics) {
	for what, is := range map[string]bool{
		"leaves":     s.Workload.FanOut.Leaves > 1,
		"hops":       s.Workload.Hops > 1,
		"quorums":    s.Workload.FanOut.Needed() < s.Workload.FanOut.Leaves,
		"tied":       s.Policy.Hedge != nil && s.Policy.Hedge.Cancel == engine.CancelOnStart,
		"incomplete": m.CompletenessPercent != nil && *m.CompletenessPercent < 100_000 && *m.CompletenessPercent > 0,
	} {
		if is {
			n[what]++
		}
	}
	for _, wins := range m.LeafWinsByAttempt[min(1, len(m.LeafWinsByAttempt)):] {
		n["leaves that backups answered"] += wins
	}
}

// dropRecovery takes out what has tests of its own: when a run was back from its trouble.
// Where the metrics say so a finding does too.
func dropRecovery(t *testing.T, r *measure.Report) {
	t.Helper()
	var want, got []string
	if back := r.Metrics.Recovery; back != nil {
		want = []string{map[bool]string{true: "RECOVERED", false: "NOT_RECOVERED"}[back.Recovered]}
	}
	r.Outcome.Findings = slices.DeleteFunc(r.Outcome.Findings, func(f measure.Finding) bool {
		is := strings.HasSuffix(f.Code, "RECOVERED")
		if is {
			got = append(got, f.Code)
		}
		return is
	})
	if !slices.Equal(got, want) {
		t.Errorf("the findings say %v, not %v", got, want)
	}
	r.Metrics.Recovery, r.Metrics.Baseline.Recovery = nil, nil
}

// compareOutcomes compares all but the wording of remarks that have no figures.
func compareOutcomes(t *testing.T, got, want measure.Outcome) {
	t.Helper()
	if got.Verdict != want.Verdict || got.Label != want.Label || got.Headline != want.Headline || got.Effect != want.Effect {
		t.Errorf("%s %q, %q, %s; not %s %q, %q, %s",
			got.Verdict, got.Label, got.Headline, got.Effect, want.Verdict, want.Label, want.Headline, want.Effect)
	}
	if !slices.EqualFunc(got.Findings, want.Findings, func(got, want measure.Finding) bool {
		return got.Code == want.Code && got.Effect == want.Effect && got.Detail != "" && (want.Detail == "" || got.Detail == want.Detail)
	}) {
		t.Errorf("the findings are %v, not %v", got.Findings, want.Findings)
	}
}

func compareRows(t *testing.T, run *history, got measure.List[measure.Row]) {
	t.Helper()
	want := run.rows()
	if got.Total != len(want) || len(got.Items) != min(1000, got.Total) {
		t.Errorf("%d rows of %d, for %d requests", len(got.Items), got.Total, len(want))
	}
	for i, row := range got.Items {
		if !reflect.DeepEqual(row, want[i]) {
			t.Errorf("row %d is\n%s, not\n%s", i+1, text(row), text(want[i]))
		}
	}
}

func (h *history) rows() []measure.Row {
	rows := make([]measure.Row, len(h.requests))
	service := engine.Services(h.s)
	for _, r := range h.requests {
		row := measure.Row{
			Request: int(r.number), Warmup: !h.counts(r.number), ArrivalMs: r.arrival, Status: r.how.String()[len("request."):],
			WinnerAttempt: r.winner, LatencyMs: r.end - r.arrival,
		}
		if r.partial {
			row.Status = "partial"
		}
		if h.s.Workload.Leaves() > 1 {
			row.LeavesAnswered = new(r.leaves)
		} else if h.s.Policy.MaxAttempts() <= 2 {
			row.PrimaryMs = new(service(int(r.number), 1))
			if h.s.Policy.None == nil || h.s.Backend.Latency.Table != nil {
				row.BackupMs = new(service(int(r.number), 2))
			}
			row.Winner = []string{"", "primary", "backup"}[r.winner]
		}
		rows[r.number-1] = row
	}
	for _, a := range h.attempts {
		row := &rows[a.key.Request-1]
		row.Attempts++
		row.Hedged = row.Hedged || a.key.Attempt > 1
		if a.started != measure.None && !a.won {
			row.LoserWorkMs += a.ended - a.started
		}
	}
	for _, e := range h.trace {
		switch e.Type {
		case engine.HedgeSuppressed:
			rows[e.Key.Request-1].Suppressed = true
		case engine.WriteCommitted, engine.WriteDeduplicated:
			rows[e.Key.Request-1].Commits++
		}
	}
	return rows
}
