package measure_test

import (
	"math/rand/v2"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// silences are the ways in which a policy sends no hedge.
var silences = map[string]func(*engine.Hedge){
	"a budget of 0":      func(h *engine.Hedge) { h.Budget.Percent = new(fixed.Percent(0)) },
	"a probability of 0": func(h *engine.Hedge) { h.ProbabilityPercent = 0 },
	"one attempt":        func(h *engine.Hedge) { h.MaxAttempts = 1 },
	"a delay of a day":   func(h *engine.Hedge) { h.Delay.Ms = new(86_400_000 * fixed.Millisecond) },
	"nothing":            func(*engine.Hedge) {}, // but chance, the budget or quick answers
}

// TestPolicyWithoutHedgesIsItsBaseline holds runs of policies that send no hedge against
// their baselines, event for event, but for hedges that are suppressed.
func TestPolicyWithoutHedgesIsItsBaseline(t *testing.T) {
	r := chooser{rand.New(rand.NewPCG(8, 15))}
	n := map[string]int{}
	for i := range 1000 {
		s := r.scenario()
		if i%2 == 1 {
			s = r.shaped()
		}
		if s.Policy.Hedge == nil {
			continue
		}
		for what, silence := range silences {
			hedge := *s.Policy.Hedge
			silent := *s
			silent.Policy.Hedge = &hedge
			silence(&hedge)
			if i%5 > 0 && what == "nothing" { // that is rare, and dear
				continue
			}
			events, suppressed := equalsBaseline(t, &silent, what)
			if events == nil {
				n[what+" sends hedges"]++
				continue
			}
			n[what]++
			n["suppressed"] += suppressed
			n["events"] += len(events)
			for _, e := range events {
				n[e.Type.String()]++
			}
			if i%3 == 0 {
				sameFigures(t, &silent)
			}
		}
	}
	t.Log(n)
	for what := range silences {
		if n[what] == 0 {
			t.Errorf("saw none with %s", what)
		}
	}
	for _, what := range []string{"suppressed", "request.failed", "request.expired", "hop.ended", "leaf.failed", "attempt.lost"} {
		if n[what] == 0 {
			t.Errorf("saw no %s", what)
		}
	}
}

// equalsBaseline gives the events of a run under a policy that is silent in a way, and
// how many hedges it suppressed; nil if it sent one.
func equalsBaseline(t *testing.T, s *engine.Scenario, way string) ([]engine.Event, int) {
	t.Helper()
	w := &s.Workload
	ahead := way == "nothing" || way == "a delay of a day" && w.DeadlineMs == 0 && w.FanOut.AfterMs == 0
	events, suppressed := unsuppressed(fullTrace(s), ahead)
	if events == nil {
		return nil, 0
	}
	none := s.Baseline()
	baseline, _ := unsuppressed(fullTrace(&none), ahead)
	if len(events) != len(baseline) {
		t.Errorf("%d events, and %d of the baseline", len(events), len(baseline))
	}
	for i := range min(len(events), len(baseline)) {
		if events[i] != baseline[i] {
			t.Errorf("%v, not %v as in the baseline", events[i], baseline[i])
			break
		}
	}
	if t.Failed() {
		t.Fatalf("with %s: %s", way, text(s))
	}
	return events, suppressed
}

// unsuppressed are the events without those of suppressed hedges, and how many those
// are; nil where a hedge was sent. Where a hedge may be ahead when a quorum ends the hop,
// a leaf that was refused is closed then, and fails at once in the baseline: that is left
// out too, and which leaf made its request fail.
func unsuppressed(trace []engine.Event, ahead bool) (all []engine.Event, suppressed int) {
	for _, e := range trace {
		switch {
		case isHedge(e):
			return nil, 0
		case e.Type == engine.HedgeSuppressed:
			suppressed++
		case e.Type != engine.LeafFailed || !ahead:
			e.Seq = 0
			if e.Type == engine.RequestFailed && ahead {
				e.Key = requestOf(e.Key)
			}
			all = append(all, e)
		}
	}
	return all, suppressed
}

// sameFigures says that the run of such a policy comes to what its baseline does, so
// that there is nothing to tell the two apart.
func sameFigures(t *testing.T, s *engine.Scenario) {
	t.Helper()
	r, err := measure.Run(s, measure.Page{}, measure.Page{}, wanted)
	if err != nil {
		t.Fatal(err)
	}
	run, baseline := r.Metrics.Figures, r.Metrics.Baseline
	run.SuppressedHedges, run.SuppressedByReason, run.WinsByAttempt, run.LeafWinsByAttempt = 0, nil, nil, nil
	baseline.WinsByAttempt, baseline.LeafWinsByAttempt = nil, nil
	if text(run) != text(baseline) || r.Metrics.ExtraLoadPercent != 0 || r.Metrics.Judged.RequestsToDecide != nil {
		t.Fatalf("%s differs from\n%s, of %s", text(run), text(baseline), text(s))
	}
	for _, f := range append(r.Outcome.Findings, measure.Finding{Code: r.Outcome.Verdict}) {
		switch f.Code {
		case "NO_TAIL_GAIN", "OVERLOADED", "DEADLINES_MISSED", "REQUESTS_FAILED", "PARTIAL_ANSWERS", "NEVER_ARMED", "NO_OTHER_SERVER", "RECOVERED", "NOT_RECOVERED":
		default:
			t.Fatalf("%v, of %s", f, text(s))
		}
	}
	if e := r.Outcome.Effect; e != measure.Neutral {
		t.Fatalf("%s is %s, of %s", r.Outcome.Headline, e, text(s))
	}
}
