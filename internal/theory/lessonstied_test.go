package theory

import (
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// falls is by how much a percentile is below the baseline's.
func falls(with, without fixed.Micros) fixed.Percent {
	return percent(100 * (1 - ms(with)/ms(without)))
}

var tiedClaims = map[string]claim{
	"tied-2013": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		with, without := l.Metrics.LatencyMs, l.Metrics.Baseline.LatencyMs
		return said(cluster(l).Servers, delay(l), "p50", 20, "p90", 34, "p99", 38, "p99.9", 25,
			falls(with.P999, without.P999), 1)
	}, func(t *testing.T, l lesson) {
		with, without := figures(l.Metrics.LatencyMs), figures(l.Metrics.Baseline.LatencyMs)
		for i, published := range [4]float64{21, 32, 38, 32} {
			near(t, "change in percent", 100*(1-with[i]/without[i]), published, 4)
		}
	}},
	"tied-or-hedged": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		m := l.Metrics
		return said(cluster(l).Servers, percent(100*load(l)), delay(l), "p99", 500, 217, m.Judged.BaselineMs, m.Judged.Ms, 30,
			m.ExtraLoadPercent, "p99", 200)
	}, nil},
}
