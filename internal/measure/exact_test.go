package measure

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
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
