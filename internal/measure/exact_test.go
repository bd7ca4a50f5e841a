package measure

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// Atoms of a law are quantiles: a constant is every quantile of its own, and a
// backup of it comes too late.
func TestExactOfConstants(t *testing.T) {
	var s engine.Scenario
	text := `{"workload":{"requests":10,"hops":1,"fanOut":{"leaves":1}},"backend":{"latency":{"constant":{"ms":100}},"capacity":{"unlimited":{}},"copies":"independent"},
		"policy":{"hedge":{"delay":{"ms":30},"maxAttempts":3,"probabilityPercent":50,"budget":{"percent":100}}}}`
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	e := exact(&s)
	if e.P50 != 100_000 || e.P999 != 100_000 || e.Mean != 100_000 || e.ExtraLoadPercent != 100_000 {
		t.Errorf("%+v", e)
	}
}

// A tied primary starts when it is sent, where nothing queues: so no backup is sent, and
// the theory is the law's own. There is none where several leaves make a request, or
// where it does not wait for its answer.
func TestExactOfShapes(t *testing.T) {
	for _, c := range []struct {
		change func(*engine.Scenario)
		p50    fixed.Ms // 0: no theory
		load   fixed.Percent
	}{
		{func(s *engine.Scenario) { s.Policy.Hedge.Cancel = engine.CancelOnStart }, 6931, 0},
		{func(s *engine.Scenario) { s.Policy = engine.Policy{None: &engine.None{}} }, 6931, 0},
		{func(s *engine.Scenario) { s.Policy.Hedge.Delay.Ms = new(fixed.Ms(0)) }, 3466, 100_000},
		{func(s *engine.Scenario) { s.Workload.Hops = 2 }, 0, 0},
		{func(s *engine.Scenario) { s.Workload.FanOut.Leaves = 2 }, 0, 0},
		{func(s *engine.Scenario) { s.Workload.FanOut.AfterMs = 1 }, 0, 0},
	} {
		s := fan(10, 1, 2, 5*fixed.Millisecond)
		s.Workload.Hops, s.Workload.FanOut.Quorum, s.Policy.Hedge.ProbabilityPercent = 1, 0, 100_000
		s.Backend.Latency = latency.Law{Exponential: &latency.Exponential{MeanMs: 10 * fixed.Millisecond}}
		c.change(s)
		e := exact(s)
		if (e != nil) != (c.p50 > 0) || e != nil && (e.P50 != c.p50 || e.ExtraLoadPercent != c.load) {
			t.Errorf("%+v: %+v", c, e)
		}
	}
}

func TestQuadrature(t *testing.T) {
	for name, c := range map[string]struct {
		f        func(float64) float64
		from, to float64
		want     float64
	}{
		"a cubic": {func(x float64) float64 { return x * x * x }, 0, 2, 4},
		"a step":  {func(x float64) float64 { return math.Floor(x) }, 0, 3.5, 4.5},
		"a wave":  {math.Sin, 0, math.Pi, 2},
	} {
		middle := (c.from + c.to) / 2
		got := refine(c.f, c.from, c.to, c.f(c.from), c.f(middle), c.f(c.to), 40)
		if math.Abs(got-c.want) > 1e-5 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
