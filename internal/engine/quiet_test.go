package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// quiet are the ways in which a policy sends no hedge.
var quiet = []struct {
	name string
	set  func(*engine.Hedge)
}{
	{"one attempt", func(h *engine.Hedge) { h.MaxAttempts = 1 }},
	{"no budget", func(h *engine.Hedge) { h.Budget.Percent = new(fixed.Percent(0)) }},
	{"no chance", func(h *engine.Hedge) { h.ProbabilityPercent = 0 }},
	{"a long delay", func(h *engine.Hedge) { h.Delay.Ms = new(86_400_000 * fixed.Millisecond) }},
}

// A policy that sends no hedge is its baseline, event for event, but for the hedges that
// it suppresses. (Where nothing says when a hop ends, a refused leaf waits for a hedge
// that is to come, however late it is, and after a day so does one that waits for
// day-long services: with a long delay these are not asked.)
func TestPolicyThatSendsNoHedgeIsItsBaseline(t *testing.T) {
	need := []string{"suppressed", "policies that fire", "none"}
	for _, q := range quiet {
		need = append(need, q.name)
		for _, what := range []string{"attempt.refused", "attempt.cancelled", "attempt.lost", "request.expired", "partial"} {
			need = append(need, q.name+", "+what)
		}
	}
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		baseline := s.Baseline()
		want := play(&baseline)
		if s.Policy.Hedge == nil {
			if !slices.Equal(trace, want) {
				t.Fatalf("without a policy\n%v\nthe baseline\n%v", trace, want)
			}
			n["none"]++
			return
		}
		met := remarkable(want)
		for _, q := range quiet {
			ends := s.Workload.DeadlineMs > 0 || s.Workload.FanOut.AfterMs > 0
			if q.name == "a long delay" && (met["attempt.refused"] && !ends || met["long"]) {
				continue
			}
			h, silent := *s.Policy.Hedge, *s
			q.set(&h)
			silent.Policy = engine.Policy{Hedge: &h}
			got, suppressed := withoutSuppressed(play(&silent))
			if !slices.Equal(got, want) {
				t.Fatalf("with %s\n%v\nthe baseline\n%v", q.name, got, want)
			}
			n[q.name]++
			n["suppressed"] += suppressed
			for what := range met {
				n[q.name+", "+what]++
			}
		}
		if got, _ := withoutSuppressed(trace); !slices.Equal(got, want) {
			n["policies that fire"]++
		}
	}, need...)
}

// withoutSuppressed is a trace without hedge.suppressed, numbered anew, and how many of
// these there were.
func withoutSuppressed(trace []engine.Event) (rest []engine.Event, suppressed int) {
	for _, e := range trace {
		if e.Type == engine.HedgeSuppressed {
			suppressed++
			continue
		}
		e.Seq -= int64(suppressed)
		rest = append(rest, e)
	}
	return rest, suppressed
}

// remarkable is what comes up in a trace: types of events, partial answers, and leaves
// that are open for more than a day.
func remarkable(trace []engine.Event) map[string]bool {
	met := map[string]bool{}
	for _, e := range trace {
		met[e.Type.String()] = true
		if e.Partial {
			met["partial"] = true
		}
		if e.Took > 86_400_000*fixed.Millisecond {
			met["long"] = true
		}
	}
	return met
}
