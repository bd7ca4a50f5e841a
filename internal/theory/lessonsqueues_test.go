package theory

import (
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

func cluster(l lesson) *engine.Cluster { return l.Scenario.Backend.Capacity.Cluster }

func perSecond(l lesson) int {
	return int(l.Scenario.Workload.Arrival.Poisson.RatePerSecond) / 1_000_000
}

// sent is how many hedges there are, in percent of the requests.
func sent(l lesson) fixed.Percent {
	return percent(100 * float64(l.Metrics.Hedges) / float64(l.Metrics.Requests))
}

// open is how many requests are open at the last arrival, as the headline says.
func open(l lesson) string { return numbersOf(l.Outcome.Headline)[0] }

const noBurst, noBudget = `"workload":{"bursts":[]}`, `"policy":{"hedge":{"budget":{"percent":100}}}`

// Sizes by the reference runs of the published tables (tables_test.go).
var queueClaims = map[string]claim{
	"shared-queue-calm": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		m := l.Metrics
		return said(cluster(l).Servers, sent(l), delay(l), "p99", m.Judged.BaselineMs, m.Judged.Ms, "p99", m.WaitMs.P99)
	}, func(t *testing.T, l lesson) {
		m := l.Metrics
		within(t, "p99", ms(m.Judged.Ms), 41, 0.15)
		within(t, "p99 without", ms(m.Judged.BaselineMs), 202, 0.15)
		within(t, "hedges in percent", float64(sent(l))/1000, 3.3, 0.2)
		within(t, "utilization", float64(*m.UtilizationPercent)/1000, 50, 0.05)
	}},
	"shared-queue-collapse": {"COLLAPSE", func(t *testing.T, l lesson) []string {
		m := l.Metrics
		return said(perSecond(l), perSecond(l.other()), sent(l), open(l), "p99", m.Judged.BaselineMs, *m.UtilizationPercent)
	}, func(t *testing.T, l lesson) {
		m, calm := l.Metrics, l.other()
		within(t, "requests a second", float64(perSecond(l)), 1.2*float64(perSecond(calm)), 0)
		within(t, "p99 without", ms(m.Judged.BaselineMs), 203, 0.15)
		if m.WorkMs.Loser <= m.WorkMs.Useful {
			t.Errorf("no more than half of the work is thrown away: %+v", m.WorkMs)
		}
	}},
	"burst-trap": {"COLLAPSE", func(t *testing.T, l lesson) []string {
		quiet, burst := l.vary(t, noBurst), l.Scenario.Workload.Bursts[0]
		return said("p99", quiet.Metrics.Judged.BaselineMs, quiet.Metrics.Judged.Ms, burst.Requests, "p99", l.Metrics.Judged.Ms, open(l),
			seconds(burst.AtMs), "p99", l.Metrics.Judged.BaselineMs)
	}, func(t *testing.T, l lesson) {
		if quiet := l.vary(t, noBurst); quiet.Outcome.Verdict != "TAIL_CUT" || len(quiet.Metrics.Warnings) > 0 {
			t.Errorf("without the burst: %s %v", quiet.Outcome.Headline, quiet.Metrics.Warnings)
		}
	}},
	"budget-saves": {"NO_TAIL_GAIN", func(t *testing.T, l lesson) []string {
		return said(*l.Scenario.Policy.Hedge.Budget.Percent, "p99", l.Metrics.Judged.Ms, l.other().Metrics.Judged.Ms,
			l.Metrics.SuppressedHedges, "p99", l.Metrics.Judged.BaselineMs)
	}, func(t *testing.T, l lesson) {
		l.differsBy(t, noBudget)
		within(t, "p99 beside that without", ms(l.Metrics.Judged.Ms), ms(l.Metrics.Judged.BaselineMs), 0.2)
		if spent := l.Scenario.Workload.Total() * 5 / 100; l.Metrics.Hedges != spent {
			t.Errorf("%d hedges of a budget of %d", l.Metrics.Hedges, spent)
		}
	}},
	"heavy-requests": {"EXCESS_LOAD", func(t *testing.T, l lesson) []string {
		m := l.Metrics
		return said("p99", m.Judged.BaselineMs, m.Judged.Ms, m.ExtraLoadPercent, *m.UtilizationPercent, *l.other().Metrics.UtilizationPercent)
	}, func(t *testing.T, l lesson) {
		l.differsBy(t, `"backend":{"copies":"independent"}`)
		if l.Metrics.BackupWins > 0 {
			t.Errorf("%d backups answer first", l.Metrics.BackupWins)
		}
	}},
	"redundancy-d": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		m, identical := l.Metrics, l.vary(t, `"backend":{"copies":"identical"}`).Metrics
		return said(l.Scenario.Policy.Hedge.MaxAttempts, cluster(l).Servers, *m.UtilizationPercent, l.Scenario.Policy.MaxAttempts(), m.Baseline.LatencyMs.Mean, m.LatencyMs.Mean, "p99", m.Judged.BaselineMs, m.Judged.Ms,
			*m.UtilizationPercent, "p99", identical.Judged.Ms, *identical.UtilizationPercent)
	}, func(t *testing.T, l lesson) {
		// Gardner et al.: Σ 1/(kμ·C(k−1,d−1)/C(i−1,d−1) − kλ), here of k = 10 and d = 2.
		sum := 0.0
		for i := 2; i <= 10; i++ {
			sum += 1 / (10*100*9/float64(i-1) - 700)
		}
		within(t, "mean", ms(l.Metrics.LatencyMs.Mean), 1000*sum, 0.03)
		within(t, "mean without", ms(l.Metrics.Baseline.LatencyMs.Mean), 10/(1-0.7), 0.05)
	}},
}
