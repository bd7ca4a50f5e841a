package theory

import (
	"math"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

func seconds(m fixed.Micros) float64 { return ms(m) / 1000 }

// share says of how many requests one has a service of these parts of the law.
func share(l lesson, parts ...latency.Part) int {
	of, all := fixed.Millionths(0), fixed.Millionths(0)
	for _, p := range l.Scenario.Backend.Latency.Mixture.Parts {
		all += p.Weight
	}
	for _, p := range parts {
		of += p.Weight
	}
	return int(all / of)
}

var copyClaims = map[string]claim{
	"grpc-example": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		m, steps := l.Metrics, l.Scenario.Backend.Latency.Mixture.Parts
		hedge := l.Scenario.Policy.Hedge
		return said(share(l, steps[1:]...), seconds(steps[1].Latency.Constant.Ms), seconds(steps[2].Latency.Constant.Ms), seconds(steps[3].Latency.Constant.Ms),
			hedge.MaxAttempts, seconds(delay(l)), "p95", seconds(m.LatencyMs.P95), "p99", 2, "p99", m.Baseline.LatencyMs.P99, m.LatencyMs.P99,
			float64(m.Exact.ExtraLoadPercent)/1000, "p95", 5002, 1003, "p99", 10004, 2002)
	}, nil},
	"common-cause": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		m, none := l.Metrics, l.Scenario.Baseline()
		return said(100/share(l, l.Scenario.Backend.Latency.Mixture.Parts[1]), l.Scenario.Backend.CommonCausePercent,
			"p99", math.Round(exactly(&none, 99)), m.Exact.P99, "p99.9", math.Round(exactly(&none, 99.9)), 170,
			m.Exact.P999, m.LatencyMs.P999, "p99.9", "p99",
			"p99.9", math.Round(exactly(independent(l), 99.9)), l.vary(t, noCommonCause).Metrics.LatencyMs.P999)
	}, nil},
	"one-down-server": {"FEWER_FAILURES", func(t *testing.T, l lesson) []string {
		cluster, m := l.Scenario.Backend.Capacity.Cluster, l.Metrics
		down := cluster.Down[0]
		return said(cluster.Servers, seconds(down.ToMs-down.FromMs), 4, delay(l), "p99", m.Baseline.LatencyMs.P99, 100, m.LatencyMs.P99,
			seconds(down.FromMs), seconds(down.ToMs), down.Server, delay(l), 2)
	}, func(t *testing.T, l lesson) {
		// A backup comes after the delay, and then it is as slow as a request elsewhere.
		m := l.Metrics
		if least, most := ms(delay(l)), ms(delay(l))+ms(m.ServiceMs.P99)+ms(m.WaitMs.P95); ms(m.LatencyMs.P99) < least || ms(m.LatencyMs.P99) > most {
			t.Errorf("p99 is %v ms, should be from %v to %v", m.LatencyMs.P99, least, most)
		}
	}},
}
