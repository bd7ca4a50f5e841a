package theory

import (
	"fmt"
	"math"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// atLeast is the binomial P(X ≥ k) of n trials with probability p.
func atLeast(k, n int, p float64) float64 {
	below := 0.0
	for i := range k {
		below += choose(n, i) * math.Pow(p, float64(i)) * math.Pow(1-p, float64(n-i))
	}
	return 1 - below
}

// slowerOfAll is P(T > t) of a request of one hop whose leaves meet no other: that
// more of them are slower than its quorum can do without.
func slowerOfAll(s *engine.Scenario, t float64) float64 {
	leaves, needless := s.Workload.FanOut.Leaves, 0
	if q := s.Workload.FanOut.Quorum; q > 0 {
		needless = leaves - q
	}
	return atLeast(needless+1, leaves, slower(s, t))
}

// exactly is a percentile of such a request.
func exactly(s *engine.Scenario, percent float64) float64 {
	return quantile(percent/100, func(t float64) float64 { return slowerOfAll(s, t) })
}

// quantile is the least time that a share of no more than 1 − p exceeds, by bisection.
func quantile(p float64, exceeds func(t float64) float64) float64 {
	low, high := 0.0, 1e6
	for range 200 {
		if middle := (low + high) / 2; exceeds(middle) > 1-p {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// What is rare at a leaf is common in a request (Dean and Barroso, CACM 2013), and
// rarer again where some leaves can be done without: 1 − (1 − p)^N, and the binomial
// law.
func TestSharesOfSlowRequests(t *testing.T) {
	for _, c := range []struct {
		leaves, quorum int
		oneIn          int // leaves that are slow
		published      float64
		digits         float64 // half of its last one
	}{
		{100, 0, 100, 0.6340, 0.00005}, {2000, 0, 10_000, 0.1813, 0.00005}, {1000, 0, 1000, 0.6323, 0.00005}, {2000, 0, 1000, 0.8648, 0.00005},
		{100, 99, 100, 0.264, 0.0005}, {100, 98, 100, 0.079, 0.0005}, {100, 95, 100, 0.0005, 0.00005},
	} {
		s := scenario(t, fmt.Sprintf(`{"workload":{"requests":%d,"arrival":{"paced":{"intervalMs":10}},"fanOut":{"leaves":%d,"quorum":%d},"durationMs":0},
			"backend":{"latency":{"mixture":{"parts":[{"weight":%d,"latency":{"constant":{"ms":0}}},{"weight":1,"latency":{"constant":{"ms":1000}}}]}}},
			"policy":{"none":{}}}`, requests(1_600_000)/c.leaves, c.leaves, c.quorum, c.oneIn-1))
		where := fmt.Sprintf("%d of %d leaves, one in %d slow", c.quorum, c.leaves, c.oneIn)
		exact := slowerOfAll(&s, 999)
		near(t, "formula, "+where, exact, c.published, c.digits)
		m := playScenario(t, &s).Metrics
		near(t, where, ms(m.LatencyMs.Mean)/1000, exact, 4*math.Sqrt(exact*(1-exact)/float64(m.Requests)))
	}
}

// The hedged reads of BigTable (Dean and Barroso, CACM 2013): 1,800 to 74 ms at p99.9
// for 2 % more requests. A tail through three points, and independent copies, give
// 1,800 and 72.5 (70.8 by another program's draws) and 2.00 %.
func TestHedgedReads(t *testing.T) {
	l := preset(t, "bigtable-2013")
	none := l.Baseline()
	near(t, "p99.9 without", exactly(&none, 99.9), 1800, 1)
	near(t, "p99.9", exactly(&l, 99.9), 72.5, 0.1)
	near(t, "extra load", 100*l.Backend.Latency.Survival(10), 2.00, 0.005)
	if !*long {
		return
	}
	l.Workload.Requests = 100_000
	m := playScenario(t, &l).Metrics
	near(t, "p99.9 of a run", ms(m.LatencyMs.P999), 72.5, 0.08*72.5) // three standard errors
	near(t, "p99.9 of a run without", ms(m.Baseline.LatencyMs.P999), 1800, 0.05*1800)
	near(t, "extra load of a run", float64(m.ExtraLoadPercent)/1000, 2, 0.015)
}

// Dean's talk of 2012, from notes of it: hedging after 10 ms gives p95, p99 and p99.9
// of 20, 23 and 50 ms. Leaves fitted to the row without hedging, and to p95 with it,
// give that if a tenth of them share their cause, and never if copies are
// independent. A fit, not a fact.
func TestTalkNeedsACommonCause(t *testing.T) {
	s := preset(t, "talk-2012")
	for c, want := range map[float64][3]float64{0: {20.0, 21.6, 24.7}, 5: {20.7, 22.7, 37.6}, 10: {21.2, 23.3, 52.4}, 20: {21.9, 25.1, 126.9}} {
		s.Backend.CommonCausePercent = percent(c)
		for i, p := range []float64{95, 99, 99.9} {
			near(t, fmt.Sprintf("common cause %v %%, p%v", c, p), exactly(&s, p), want[i], 0.06)
		}
	}
	s.Backend.CommonCausePercent = 0
	// Beyond 34 ms both copies are in the part of the tail that is the talk's own row.
	if share := slowerOfAll(&s, 34); share > 0.001 {
		t.Errorf("%v of requests with independent copies take more than 34 ms", share)
	}
}

// Tied reads of two disks (table 2 of Dean and Barroso, CACM 2013), a second copy after
// 1 ms: p50, p90, p99 and p99.9 without and with. The loads and laws are fitted: eight
// figures by a load, a median and a sigma.
func TestTiedReads(t *testing.T) {
	for _, row := range []struct {
		name          string
		median, sigma float64
		perSecond     int
		none, tied    [4]float64
	}{
		{"mostly idle", 15, 0.45, 422, [4]float64{19, 38, 67, 98}, [4]float64{16, 29, 42, 61}},
		{"beside a terasort", 16, 0.6, 418, [4]float64{24, 56, 108, 159}, [4]float64{19, 38, 67, 108}},
	} {
		m := play(t, `{"workload":{"requests":%d,"arrival":{"poisson":{"ratePerSecond":%d}},"durationMs":0},
			"backend":{"latency":{"lognormal":{"medianMs":%v,"sigma":%v}},"capacity":{"cluster":{"servers":20}}},
			"policy":{"hedge":{"delay":{"ms":1},"cancel":"onStart","cancelDelayMs":0.5}}}`, requests(400_000), row.perSecond, row.median, row.sigma).Metrics
		with, without := figures(m.LatencyMs), figures(m.Baseline.LatencyMs)
		for i, p := range []string{"p50", "p90", "p99", "p99.9"} {
			within(t, row.name+", none, "+p, without[i], row.none[i], 0.1)
			within(t, row.name+", tied, "+p, with[i], row.tied[i], 0.1)
			near(t, row.name+", change in percent, "+p, 100*(1-with[i]/without[i]), 100*(1-row.tied[i]/row.none[i]), 5)
		}
		if lost := ms(m.WorkMs.Loser) / ms(m.WorkMs.Useful); lost <= 0 || lost >= 0.01 {
			t.Errorf("%s: %v of the disks' work is lost, published as less than 1 %%", row.name, lost)
		}
	}
}
