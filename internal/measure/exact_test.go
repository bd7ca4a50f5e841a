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
// the theory is the law's own. The slowest of N leaves is as slow as N powers of a
// leaf's probability say. There is no theory of several hops, or where a request does
// not wait for all its leaves.
func TestExactOfShapes(t *testing.T) {
	for _, c := range []struct {
		change func(*engine.Scenario)
		p50    fixed.Micros // 0: no theory
		load   fixed.Percent
	}{
		{func(s *engine.Scenario) { s.Policy.Hedge.Cancel = engine.CancelOnStart }, 6931, 0},
		{func(s *engine.Scenario) { s.Policy = s.Baseline().Policy }, 6931, 0},
		{func(s *engine.Scenario) { s.Policy.Hedge.Delay.Ms = new(fixed.Micros(0)) }, 3466, 99_995},
		{func(s *engine.Scenario) { s.Workload.Hops = 2 }, 0, 0},
		{func(s *engine.Scenario) { s.Workload.FanOut = engine.FanOut{Leaves: 2} }, 8640, 60_650},
		{func(s *engine.Scenario) { s.Workload.FanOut = engine.FanOut{Leaves: 2, Quorum: 2} }, 8640, 60_650},
		{func(s *engine.Scenario) { s.Workload.FanOut = engine.FanOut{Leaves: 2, Quorum: 1} }, 0, 0},
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

// The mean of the slowest of N exponential leaves is the N-th harmonic number times the
// mean of one (Dean and Barroso's fan-out in its simplest case).
func TestExactOfTheSlowestOfMany(t *testing.T) {
	harmonic := 0.0
	for n := 1; n <= 10_000; n++ {
		harmonic += 1 / float64(n)
		if n > 5 && n%1000 > 0 {
			continue
		}
		s := fan(10, n, 1, 0)
		s.Workload.Hops, s.Workload.FanOut.Quorum = 1, 0
		s.Backend.Latency = latency.Law{Exponential: &latency.Exponential{MeanMs: 10 * fixed.Millisecond}}
		want := fixed.Micros(math.Round(10_000 * harmonic))
		if e := exact(s); e.Mean < want-1 || e.Mean > want+1 {
			t.Errorf("the mean of the slowest of %d is %v, not %v", n, e.Mean, want)
		}
	}
}

// Of the requests of a run as many are slower than a percentile of the theory as it
// says, within four standard errors.
func TestExactOfFanOutIsWhatRunsShow(t *testing.T) {
	const requests = 20_000
	s := fan(requests, 5, 3, 8*fixed.Millisecond)
	s.Workload.Hops, s.Workload.FanOut.Quorum, s.Backend.CommonCausePercent = 1, 0, 10_000
	s.Backend.Latency = latency.Law{Exponential: &latency.Exponential{MeanMs: 10 * fixed.Millisecond}}
	e := exact(s)
	slower := map[fixed.Micros]int{e.P50: 0, e.P90: 0, e.P99: 0}
	hedges := 0
	err := play(s, func() bool { return true }, func(e *engine.Event) {
		if e.Type == engine.AttemptSent && e.Key.Attempt > 1 {
			hedges++
		}
		for p := range slower {
			if e.Type == engine.RequestAnswered && e.Took > p {
				slower[p]++
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for p, share := range map[fixed.Micros]float64{e.P50: 0.5, e.P90: 0.1, e.P99: 0.01} {
		got := float64(slower[p]) / requests
		if deviation := math.Sqrt(share * (1 - share) / requests); math.Abs(got-share) > 4*deviation {
			t.Errorf("%v of the requests are slower than %v, not %v", got, p, share)
		}
	}
	load := fixed.Percent(fixed.Ratio(int64(hedges), 100_000, 5*requests))
	t.Logf("%+v; %v of hedges", e, load)
	if load < e.ExtraLoadPercent-1000 || load > e.ExtraLoadPercent+1000 {
		t.Errorf("%v of hedges", load)
	}
}

// A percentile is where an atom ends, if it is the law's: of nine parts of 10 ms and one
// of 1,000, p90 is 10, though the tail is only nearly 10 % in floating point.
func TestExactWhereAnAtomEnds(t *testing.T) {
	constant := func(weight fixed.Millionths, ms fixed.Micros) latency.Part {
		return latency.Part{Weight: weight * 1_000_000, Latency: latency.Law{Constant: &latency.Constant{Ms: ms * fixed.Millisecond}}}
	}
	cases := 0
	for _, c := range []struct {
		slow, fast         fixed.Millionths
		p50, p90, p95, p99 fixed.Micros
	}{
		{1, 9, 10, 10, 1000, 1000}, {10, 90, 10, 10, 1000, 1000}, {1, 19, 10, 10, 10, 1000}, {5, 95, 10, 10, 10, 1000}, {1, 99, 10, 10, 10, 10},
		{1, 1, 10, 1000, 1000, 1000}, {7, 7, 10, 1000, 1000, 1000}, {3, 27, 10, 10, 1000, 1000}, {1, 8, 10, 1000, 1000, 1000}, {11, 89, 10, 1000, 1000, 1000},
	} {
		s := fan(10, 1, 1, 0)
		s.Workload.Hops, s.Workload.FanOut.Quorum = 1, 0
		s.Backend.Latency = latency.Law{Mixture: &latency.Mixture{Parts: []latency.Part{constant(c.fast, 10), constant(c.slow, 1000)}}}
		got := exact(s).Percentiles
		want := Percentiles{P50: c.p50, P90: c.p90, P95: c.p95, P99: c.p99, P999: 1000}
		for _, p := range []*fixed.Micros{&want.P50, &want.P90, &want.P95, &want.P99, &want.P999} {
			*p *= fixed.Millisecond
		}
		if got != want {
			t.Errorf("%d of %d parts are slow: %+v, not %+v", c.slow, c.slow+c.fast, got, want)
		}
		cases++
	}
	t.Logf("%d mixtures", cases)
}

// Near the grid a draw is rounded to what a hedge waits for: of a million draws as many
// are later than the delay as the theory says are hedged, within four standard errors.
func TestExactLoadNearTheGrid(t *testing.T) {
	const draws = 1_000_000
	cases := 0
	for _, c := range []struct{ mean, delay fixed.Micros }{{2, 3}, {2, 0}, {1, 1}, {5, 2}, {10, 7}, {100, 100}, {1, 5}} {
		s := fan(10, 1, 2, c.delay)
		s.Workload.Hops, s.Workload.FanOut.Quorum, s.Policy.Hedge.ProbabilityPercent = 1, 0, 100_000
		s.Backend.Latency = latency.Law{Exponential: &latency.Exponential{MeanMs: c.mean}}
		service, later := engine.Services(s), 0
		for request := range draws {
			if service(request+1, 1) > c.delay {
				later++
			}
		}
		got, want := float64(later)/draws, float64(exact(s).ExtraLoadPercent)/100_000
		if deviation := math.Sqrt(want * (1 - want) / draws); math.Abs(got-want) > 4*deviation+0.000005 {
			t.Errorf("with a mean of %v and a delay of %v ms %v of the draws are later, not %v", c.mean, c.delay, got, want)
		}
		cases++
	}
	t.Logf("%d laws, a million draws each", cases)
}

// One of n things happens with a probability that keeps all its digits, however small.
func TestOneOfMany(t *testing.T) {
	cases := 0
	for _, p := range []float64{0, 1e-300, 1e-18, 1e-9, 0.001, 0.3, 0.999, 1} {
		for _, n := range []int{1, 2, 3, 7, 100, 4097, 10_000} {
			want := -math.Expm1(float64(n) * math.Log1p(-p))
			if got := oneOf(p, n); math.Abs(got-want) > 1e-12*want {
				t.Errorf("one of %d with %v: %v, not %v", n, p, got, want)
			}
			cases++
		}
	}
	t.Logf("%d cases", cases)
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
