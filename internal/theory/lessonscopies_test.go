package theory

import (
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
			hedge.MaxAttempts, seconds(delay(l)), "p95", m.Baseline.LatencyMs.P95, m.LatencyMs.P95,
			"p99", m.Baseline.LatencyMs.P99, m.LatencyMs.P99, m.ExtraLoadPercent, "p95", "p99")
	}, func(t *testing.T, l lesson) {
		// What the example printed; its calls take some milliseconds of their own.
		m := l.Metrics
		for what, pair := range map[string][2]float64{
			"p95": {ms(m.LatencyMs.P95), 1003}, "p99": {ms(m.LatencyMs.P99), 2002}, "p99.9": {ms(m.LatencyMs.P999), 2011},
			"p95 without": {ms(m.Baseline.LatencyMs.P95), 5002}, "p99 without": {ms(m.Baseline.LatencyMs.P99), 10004}, "slowest without": {ms(m.Baseline.LatencyMs.Max), 10007},
		} {
			within(t, what, pair[0], pair[1], 0.006)
		}
	}},
	"common-cause": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		m, parts := l.Metrics, l.Scenario.Backend.Latency.Mixture.Parts
		alone := l.vary(t, `"backend":{"commonCausePercent":0}`).Metrics
		return said(100/share(l, parts[1]), l.Scenario.Backend.CommonCausePercent,
			"p99", m.Baseline.LatencyMs.P99, m.LatencyMs.P99, "p99.9", m.Baseline.LatencyMs.P999, m.LatencyMs.P999,
			"p99.9", "p99", "0", alone.LatencyMs.P999)
	}, func(t *testing.T, l lesson) {
		// 0.2 % of the requests stay slow: their slower half lies above 200 ms.
		within(t, "p99.9", ms(l.Metrics.LatencyMs.P999), 200, 0.15)
		within(t, "exact p99.9", ms(l.Metrics.Exact.P999), 200, 0.05)
	}},
	"one-down-server": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		cluster, m := l.Scenario.Backend.Capacity.Cluster, l.Metrics
		down := cluster.Down[0]
		return said(cluster.Servers, seconds(down.ToMs-down.FromMs), "p99", m.Baseline.LatencyMs.P99, "p99", m.LatencyMs.P99,
			seconds(down.FromMs), seconds(down.ToMs), down.Server, delay(l))
	}, func(t *testing.T, l lesson) {
		m := l.Metrics
		if *m.Expired != 0 || m.Baseline.LatencyMs.P99 != l.Scenario.Workload.DeadlineMs {
			t.Errorf("%d expired; without hedging p99 is %v ms", *m.Expired, m.Baseline.LatencyMs.P99)
		}
		// A backup comes after the delay, and then it is as slow as a request elsewhere.
		if least, most := ms(delay(l)), ms(delay(l))+ms(m.ServiceMs.P99)+ms(m.WaitMs.P95); ms(m.LatencyMs.P99) < least || ms(m.LatencyMs.P99) > most {
			t.Errorf("p99 is %v ms, should be from %v to %v", m.LatencyMs.P99, least, most)
		}
	}},
}
