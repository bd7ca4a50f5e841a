package measure_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// TestFiguresAgreeWithTheWholeTrace holds every figure, row and verdict of random
// scenarios over all options against what their whole traces come to.
func TestFiguresAgreeWithTheWholeTrace(t *testing.T) {
	const cases = 700
	r := chooser{rand.New(rand.NewPCG(4, 2026))}
	n := map[string]int{}
	for range cases {
		s := r.scenario()
		none := s.Baseline()
		run, baseline := historyOf(s), historyOf(&none)
		all := measure.Page{Limit: 1000}
		got, err := measure.Run(s, all, all, wanted)
		if err != nil {
			t.Fatal(err)
		}
		want := metricsOf(run, baseline)
		got.Metrics.Exact = nil // which has tests of its own
		if u := got.Metrics.UtilizationPercent; u != nil && (*u < 0 || *u > 100_000) {
			t.Errorf("the utilization is %v %%", *u)
		}
		roundAlike(t, got.Metrics.Judged.DifferenceMs, want.Judged.DifferenceMs)
		warnings := codes(got.Metrics.Warnings)
		got.Metrics.Warnings = nil
		if !reflect.DeepEqual(got.Metrics, want) {
			t.Errorf("the metrics are\n%s, not\n%s", text(got.Metrics), text(want))
		}
		if want := warningsOf(run); !slices.Equal(warnings, want) {
			t.Errorf("the warnings are %v, not %v", warnings, want)
		}
		verdicts := append([]string{got.Outcome.Verdict}, codes(got.Outcome.Findings)...)
		if want := verdictsOf(run, baseline, want); !slices.Equal(verdicts, want) {
			t.Errorf("the verdict and findings are %v, not %v", verdicts, want)
		}
		compareRows(t, run, got.Requests)
		if t.Failed() {
			t.Fatalf("of %s", text(s))
		}
		for _, code := range append(verdicts, warnings...) {
			n[code]++
		}
		count(n, got.Metrics)
		countShape(n, s, got.Metrics)
		n["scenarios"]++
		n["rows"] += len(got.Requests.Items)
	}
	t.Log(n)
	for _, what := range []string{
		"BASELINE", "DUPLICATE_WRITES", "COLLAPSE", "EXCESS_LOAD", "TAIL_CUT", "NO_TAIL_GAIN", "OVERLOADED", "NEVER_ARMED",
		"DEADLINES_MISSED", "REQUESTS_FAILED", "FEW_SAMPLES", "BACKLOG_GROWING", "rows", "intervals", "failures", "waits",
		"PARTIAL_ANSWERS", "leaves", "tied", "hops", "quorums", "incomplete", "leaves that backups answered",
	} {
		if n[what] == 0 {
			t.Errorf("saw no %s", what)
		}
	}
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

// roundAlike takes the last microsecond of an interval for equal: the sums of squares
// are added up in another order.
func roundAlike(t *testing.T, got, want *measure.Difference) {
	t.Helper()
	if got == nil || want == nil {
		return
	}
	if got.Low+got.High != 2*got.Estimate {
		t.Errorf("the interval is %+v", *got)
	}
	if off := got.High - want.High; off == 1 || off == -1 {
		got.Low, got.High = want.Low, want.High
	}
}

func metricsOf(run, baseline *history) measure.Metrics {
	s, counted := run.s, run.counted()
	p := s.Judge.Percentile
	waits, services, useful, loser := run.worked()
	is := func(e engine.Event) bool { return e.Type == engine.AttemptSent && e.Key.Attempt > 1 }
	m := measure.Metrics{
		Requests: len(counted), LatencyMs: summary(run.latencies(counted)),
		Baseline: measure.Baseline{LatencyMs: summary(baseline.latencies(baseline.counted()))},
		Judged: measure.Judged{
			Percentile: p, Ms: nearest(run.latencies(counted), p), BaselineMs: nearest(baseline.latencies(baseline.counted()), p),
			DifferenceMs: difference(run, baseline, p),
		},
		Hedges: run.number(is), SuppressedHedges: run.of(engine.HedgeSuppressed),
		ExtraLoadPercent: per(fixed.Micros(100*run.number(is)), fixed.Micros(len(counted)*s.Workload.Leaves())),
		LoserWorkMs:      loser, WorkMs: measure.Work{Useful: useful, Loser: loser},
		DuplicateWrites: run.number(func(e engine.Event) bool { return e.Duplicate }), DeduplicatedWrites: run.of(engine.WriteDeduplicated),
		WinsByAttempt: make([]int, s.Policy.MaxAttempts()),
	}
	var answered []past
	leaves, lacking := 0, 0
	for _, r := range counted {
		if r.how == engine.RequestAnswered {
			answered = append(answered, r)
			leaves += r.leaves
			if r.winner > 0 {
				m.WinsByAttempt[r.winner-1]++
			}
			if r.partial {
				lacking++
			}
		}
	}
	for _, wins := range m.WinsByAttempt[1:] {
		m.BackupWins += wins
	}
	if s.Policy.Hedge != nil {
		because := func(why engine.Reason) int { return run.number(func(e engine.Event) bool { return e.Reason == why }) }
		m.HedgesByReason = &measure.Suppressed{Budget: because(engine.SuppressedByBudget), Probability: because(engine.SuppressedByProbability)}
	}
	c := s.Backend.Capacity.Cluster
	if s.Workload.Leaves() > 1 {
		m.LeafLatencyMs, m.LeafWinsByAttempt = new(summary(run.leafTimes)), make([]int, s.Policy.MaxAttempts())
		for _, a := range run.attempts {
			if a.won && run.counts(a.key.Request) {
				m.LeafWinsByAttempt[a.key.Attempt-1]++
			}
		}
	}
	f := s.Workload.FanOut
	if f.AfterMs > 0 || 0 < f.Quorum && f.Quorum < f.Leaves {
		m.Partial = new(lacking)
		m.CompletenessPercent = new(per(fixed.Micros(100*leaves), fixed.Micros(len(answered)*s.Workload.Leaves())))
	}
	if s.Workload.DeadlineMs > 0 || f.AfterMs > 0 || c != nil && c.QueueLimit > 0 {
		m.Answered, m.Failed, m.Expired = new(len(answered)), new(run.of(engine.RequestFailed)), new(run.of(engine.RequestExpired))
		m.AnsweredLatencyMs = new(summary(run.latencies(answered)))
	}
	if c != nil {
		m.WaitMs, m.ServiceMs = new(summary(waits)), new(summary(services))
		m.UtilizationPercent, m.MeanQueueLength = new(run.busy()), new(run.queued())
	}
	return m
}

func warningsOf(run *history) (all []string) {
	if run.s.Traits().Has(engine.Random) && len(run.counted()) < 10_000 {
		all = append(all, "FEW_SAMPLES")
	}
	if run.grows() {
		all = append(all, "BACKLOG_GROWING")
	}
	return all
}

// verdictsOf are those of the model's table that apply, and the remarks.
func verdictsOf(run, baseline *history, m measure.Metrics) (all []string) {
	add := func(applies bool, code string) {
		if applies {
			all = append(all, code)
		}
	}
	none := run.s.Policy.None != nil
	last := len(run.requests)
	add(none, "BASELINE")
	add(!none && m.DuplicateWrites > 0, "DUPLICATE_WRITES")
	add(!none && run.grows() && run.open(last) > 2*baseline.open(last), "COLLAPSE")
	add(!none && 100_000*m.Hedges > int(run.s.Judge.ExtraLoadLimitPercent)*m.Requests*run.s.Workload.Leaves(), "EXCESS_LOAD")
	cut := m.Judged.Ms < m.Judged.BaselineMs
	if d := m.Judged.DifferenceMs; d != nil {
		cut = d.High < 0
	}
	add(!none && cut, "TAIL_CUT")
	add(!none && !cut, "NO_TAIL_GAIN")
	add(baseline.grows(), "OVERLOADED")
	backup := func(a tried) bool { return a.key.Attempt > 1 } // in the warm-up too
	add(!none && !slices.ContainsFunc(run.attempts, backup), "NEVER_ARMED")
	add(run.of(engine.RequestExpired) > 0, "DEADLINES_MISSED")
	add(run.of(engine.RequestFailed) > 0, "REQUESTS_FAILED")
	add(m.Partial != nil && *m.Partial > 0, "PARTIAL_ANSWERS")
	return all
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
			WinnerAttempt: r.winner, LatencyMs: h.latency(r),
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
