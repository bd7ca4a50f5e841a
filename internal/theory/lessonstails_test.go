package theory

import (
	"math"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

func leaves(l lesson) int { return l.Scenario.Workload.FanOut.Leaves }

// parts are the normal and the slow service of a law of two constants.
func parts(l lesson) (normal, slow latency.Part) {
	p := l.Scenario.Backend.Latency.Mixture.Parts
	return p[0], p[1]
}

// slowShare is the share of the requests that meet the slow of two services.
func slowShare(l lesson) fixed.Percent {
	normal, slow := parts(l)
	n, s := ms(normal.Latency.Constant.Ms), ms(slow.Latency.Constant.Ms)
	return percent(100 * (ms(l.Metrics.LatencyMs.Mean) - n) / (s - n))
}

// sharesOfFormula holds the share of slow requests against the binomial law, within
// three standard errors, and that there are no other times than the law's two.
func sharesOfFormula(published, digits float64) func(t *testing.T, l lesson) {
	return func(t *testing.T, l lesson) {
		normal, slow := parts(l)
		exact := slowerOfAll(&l.Scenario, ms(slow.Latency.Constant.Ms)-1)
		near(t, "formula", exact, published, digits)
		near(t, "slow requests", float64(slowShare(l))/100_000, exact, 3*math.Sqrt(exact*(1-exact)/float64(l.Metrics.Requests)))
		for _, r := range l.Requests.Items {
			if r.LatencyMs != normal.Latency.Constant.Ms && r.LatencyMs != slow.Latency.Constant.Ms {
				t.Errorf("request %d takes %v ms", r.Request, r.LatencyMs)
			}
		}
		if l.Metrics.Hedges > 0 {
			t.Errorf("%d leaves are sent twice", l.Metrics.Hedges)
		}
	}
}

// exactShare is the share of slow requests by the binomial law.
func exactShare(l lesson) fixed.Percent {
	_, slow := parts(l)
	return percent(100 * slowerOfAll(&l.Scenario, ms(slow.Latency.Constant.Ms)-1))
}

var tailClaims = map[string]claim{
	"fan-out-100": {"BASELINE", func(t *testing.T, l lesson) []string {
		normal, slow := parts(l)
		return said(leaves(l), normal.Latency.Constant.Ms, share(l, slow), seconds(slow.Latency.Constant.Ms), leaves(l), exactShare(l),
			seconds(l.Metrics.LatencyMs.Max), slowShare(l), "p50", l.Metrics.Judged.Ms, 95, l.Metrics.LeafLatencyMs.P95)
	}, sharesOfFormula(0.6340, 0.00005)},
	"fan-out-2000": {"BASELINE", func(t *testing.T, l lesson) []string {
		_, slow := parts(l)
		return said(leaves(l), share(l, slow), seconds(slow.Latency.Constant.Ms), leaves(l), math.Round(float64(exactShare(l))/100)/10,
			seconds(l.Metrics.LatencyMs.Max), slowShare(l), "p90", l.Metrics.Judged.Ms, "p50", "p90", l.Metrics.LatencyMs.P50, l.Metrics.LatencyMs.P90)
	}, sharesOfFormula(0.1813, 0.00005)},
	"good-enough": {"BASELINE", func(t *testing.T, l lesson) []string {
		enough := l.Scenario.Workload.FanOut.Quorum
		return said(enough, leaves(l), enough, leaves(l), exactShare(l), seconds(l.Metrics.LatencyMs.Max), slowShare(l), exactShare(l.other(t)),
			"p90", l.Metrics.Judged.Ms, "p99", l.Metrics.LatencyMs.P99, leaves(l)-enough+1, enough)
	}, func(t *testing.T, l lesson) {
		sharesOfFormula(0.079, 0.0005)(t, l)
		l.differsBy(t, `"workload":{"fanOut":{"quorum":0}},"judge":{"percentile":50}`)
	}},
	"bigtable-2013": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		return said(leaves(l), delay(l), "p99.9", 1000, 100, l.Metrics.Judged.BaselineMs, l.Metrics.Judged.Ms, l.Metrics.Exact.ExtraLoadPercent, 1800, 74)
	}, nil},
	"talk-2012": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		m, shared := l.Metrics, l.Scenario.Backend.CommonCausePercent
		return said(delay(l), "p99", m.Exact.P99, m.Judged.BaselineMs, math.Round(float64(m.Exact.ExtraLoadPercent)/1000), shared,
			"p99.9", m.Exact.P999, 200, m.LatencyMs.P999, "p99.9", math.Round(exactly(independent(l), 99.9)), 50, shared)
	}, nil},
}

// independent is the scenario without its common cause.
func independent(l lesson) *engine.Scenario {
	s := l.Scenario
	s.Backend.CommonCausePercent = 0
	return &s
}
