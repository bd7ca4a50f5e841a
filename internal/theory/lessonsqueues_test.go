package theory

import (
	"math"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

func cluster(l lesson) *engine.Cluster { return l.Scenario.Backend.Capacity.Cluster }

func perSecond(l lesson) int {
	return int(l.Scenario.Workload.Arrival.Poisson.RatePerSecond) / 1_000_000
}

// load is the utilization without hedges.
func load(l lesson) float64 {
	return float64(perSecond(l)) * l.Scenario.Backend.Latency.Mean() / 1000 / float64(cluster(l).Servers)
}

// open is how many requests are open at the last arrival, as the headline says.
func open(l lesson) string { return numbersOf(l.Outcome.Headline)[0] }

// unqueued is a percentile by theory, with hedging or without, where nothing waits.
func unqueued(l lesson, percentile float64) (with, without float64) {
	s := l.Scenario
	s.Backend.Capacity = engine.Capacity{Unlimited: &engine.Unlimited{}}
	none := s.Baseline()
	return math.Round(exactly(&s, percentile)), math.Round(exactly(&none, percentile))
}

const (
	noBurst       = `"workload":{"bursts":[]}`
	noBudget      = `"policy":{"hedge":{"budget":{"percent":100}}}`
	largerBudget  = `"policy":{"hedge":{"budget":{"percent":5}}}`
	noCommonCause = `"backend":{"commonCausePercent":0}`
	identical     = `"backend":{"copies":"identical"}`
)

var queueClaims = map[string]claim{
	"shared-queue-calm": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		with, without := unqueued(l, 99)
		return said(cluster(l).Servers, 40, delay(l), delay(l), "p99", without, with, l.Metrics.Judged.BaselineMs, 4, 99)
	}, nil},
	"shared-queue-collapse": {"COLLAPSE", func(t *testing.T, l lesson) []string {
		_, without := unqueued(l, 99)
		return said(perSecond(l), perSecond(l.other(t)), open(l), 75, "p99", without)
	}, nil},
	"burst-trap": {"COLLAPSE", func(t *testing.T, l lesson) []string {
		with, without := unqueued(l, 99)
		burst := l.Scenario.Workload.Bursts[0]
		return said("p99", without, with, burst.Requests, "p99", l.Metrics.Judged.Ms, open(l), seconds(burst.AtMs), 500, "p99", without)
	}, nil},
	"budget-saves": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		_, without := unqueued(l, 99)
		return said(*l.Scenario.Policy.Hedge.Budget.Percent, 1, "p99", without, 43, l.Metrics.Judged.BaselineMs,
			5, "p99", l.vary(t, largerBudget).Metrics.Judged.Ms)
	}, func(t *testing.T, l lesson) { l.differsBy(t, noBudget) }},
	"heavy-requests": {"COLLAPSE", func(t *testing.T, l lesson) []string {
		return said(l.Scenario.Policy.MaxAttempts(), 90, 40)
	}, func(t *testing.T, l lesson) { l.differsBy(t, `"backend":{"copies":"independent"}`) }},
	"redundancy-d": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		m, copies := l.Metrics, l.Scenario.Policy.MaxAttempts()
		mean := 10 / (1 - load(l)) // M/M/1, where latencies are exponential
		return said(copies, cluster(l).Servers, percent(100*load(l)), copies, math.Round(mean), math.Round(replicated(10, 70)),
			"p99", 130, 39, m.Judged.BaselineMs, m.Judged.Ms, percent(100*load(l)), 90, "p99")
	}, nil},
}

// replicated is the mean in ms of redundancy-2 at k servers of rate 100 a second, each
// with a rate of arrivals (Gardner et al.: Σ 1/(kμ·C(k−1,d−1)/C(i−1,d−1) − kλ), d = 2).
func replicated(k, arrivals int) float64 {
	sum := 0.0
	for i := 2; i <= k; i++ {
		sum += 1 / (float64(100*k*(k-1))/float64(i-1) - float64(arrivals*k))
	}
	return 1000 * sum
}
