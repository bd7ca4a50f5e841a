package theory

import (
	"math"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// falls is by how much a percentile is below the baseline's.
func falls(with, without fixed.Micros) fixed.Percent {
	return percent(100 * (1 - ms(with)/ms(without)))
}

var tiedClaims = map[string]claim{
	"tied-2013": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		with, without, work := l.Metrics.LatencyMs, l.Metrics.Baseline.LatencyMs, l.Metrics.WorkMs
		return said(cluster(l).Servers, delay(l), "p50", falls(with.P50, without.P50), "p90", falls(with.P90, without.P90),
			"p99", falls(with.P99, without.P99), "p99.9", falls(with.P999, without.P999),
			percent(100*ms(work.Loser)/ms(work.Loser+work.Useful)), "1")
	}, func(t *testing.T, l lesson) {
		with, without := figures(l.Metrics.LatencyMs), figures(l.Metrics.Baseline.LatencyMs)
		for i, published := range [4]float64{21, 32, 38, 32} {
			near(t, "change in percent", 100*(1-with[i]/without[i]), published, 4)
		}
		if work := l.Metrics.WorkMs; work.Loser*100 >= work.Useful {
			t.Errorf("%v ms of work are lost of %v", work.Loser, work.Useful)
		}
	}},
	"tied-or-hedged": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		m := l.Metrics
		load := float64(perSecond(l)) * l.Scenario.Backend.Latency.Mean() / 1000 / float64(cluster(l).Servers)
		return said(cluster(l).Servers, percent(100*load), delay(l), "p99", m.Judged.BaselineMs, m.Judged.Ms, 30,
			m.LoserWorkMs, m.ExtraLoadPercent, "p99", math.Floor(ms(m.Judged.Ms)/100)*100)
	}, func(t *testing.T, l lesson) {
		within(t, "p99", ms(l.Metrics.Judged.Ms), 225, 0.15)
		within(t, "p99 without", ms(l.Metrics.Judged.BaselineMs), 857, 0.15)
		if l.Metrics.LoserWorkMs > 0 {
			t.Errorf("%v ms of work are lost", l.Metrics.LoserWorkMs)
		}
		hedged := l.vary(t, `"workload":{"requests":40000},"policy":{"hedge":{"delay":{"ms":30},"cancel":"never"}}`)
		if hedged.Outcome.Verdict != "COLLAPSE" {
			t.Errorf("hedged: %s", hedged.Outcome.Headline)
		}
	}},
}
