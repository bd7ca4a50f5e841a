package theory

import "testing"

// change is by how much a percentile falls, in percent.
func change(with, without float64) float64 { return 100 * (1 - with/without) }

var serverFacts = map[string][]fact{
	"redundancy-d": {
		{"10 servers are about 70 % busy", func(t *testing.T, l lesson) bool {
			return about(float64(*l.Metrics.Baseline.UtilizationPercent)/1000, 70)
		}},
		{"Each request goes to two of them", func(t *testing.T, l lesson) bool {
			return 1000*l.Metrics.Hedges >= 999*l.Metrics.Requests
		}},
		{"The mean falls from about 33 to about 11 ms", func(t *testing.T, l lesson) bool {
			return about(ms(l.Metrics.Baseline.LatencyMs.Mean), 33) && about(ms(l.Metrics.LatencyMs.Mean), 11)
		}},
		{"p99 from more than 130 to about 39 ms", func(t *testing.T, l lesson) bool {
			return ms(l.Metrics.Judged.BaselineMs) > 130 && about(ms(l.Metrics.Judged.Ms), 39)
		}},
		{"still about 70 %, though all is sent twice", func(t *testing.T, l lesson) bool { return about(utilization(l), 70) }},
		{"With identical copies the servers are more than 90 % busy, and p99 is more than twice as high", func(t *testing.T, l lesson) bool {
			m := l.vary(t, identical).Metrics
			return *m.UtilizationPercent > 90_000 && m.Judged.Ms > 2*l.Metrics.Judged.Ms
		}},
	},
	"tied-2013": {
		{"if it still waits there after 1 ms, to a second", func(t *testing.T, l lesson) bool {
			return l.Metrics.Hedges > 0 && l.Metrics.Hedges < l.Metrics.Requests
		}},
		{"The copy that starts first withdraws the other", func(t *testing.T, l lesson) bool {
			return 10*float64(l.Metrics.ExtraLoadPercent)/100_000 < float64(l.Metrics.Hedges)/float64(l.Metrics.Requests)
		}},
		{"p50 falls by about 20 %", func(t *testing.T, l lesson) bool {
			return about(change(ms(l.Metrics.LatencyMs.P50), ms(l.Metrics.Baseline.LatencyMs.P50)), 20)
		}},
		{"p90 by about 34 %", func(t *testing.T, l lesson) bool {
			return about(change(ms(l.Metrics.LatencyMs.P90), ms(l.Metrics.Baseline.LatencyMs.P90)), 34)
		}},
		{"p99 by about 38 %", func(t *testing.T, l lesson) bool {
			return about(change(ms(l.Metrics.LatencyMs.P99), ms(l.Metrics.Baseline.LatencyMs.P99)), 38)
		}},
		{"p99.9 by more than 25 %", func(t *testing.T, l lesson) bool {
			return change(ms(l.Metrics.LatencyMs.P999), ms(l.Metrics.Baseline.LatencyMs.P999)) > 25
		}},
		{"The loser work, less than 1 % of all", func(t *testing.T, l lesson) bool {
			w := l.Metrics.WorkMs
			return w.Loser > 0 && 100*w.Loser < w.Loser+w.Useful
		}},
	},
	"tied-or-hedged": {
		{"16 servers with a queue each are about 70 % busy", func(t *testing.T, l lesson) bool { return about(utilization(l), 70) }},
		{"cut p99 from more than 500 to about 217 ms", func(t *testing.T, l lesson) bool {
			return ms(l.Metrics.Judged.BaselineMs) > 500 && about(ms(l.Metrics.Judged.Ms), 217)
		}},
		{"throw no work away", func(t *testing.T, l lesson) bool { return l.Metrics.LoserWorkMs == 0 }},
		{"Hedged after 30 ms, with losers that run on, the same servers collapse", func(t *testing.T, l lesson) bool {
			r := l.vary(t, `"workload":{"requests":20000},"policy":{"hedge":{"delay":{"ms":30},"cancel":"never"}}`)
			return r.Outcome.Verdict == "COLLAPSE"
		}},
		{"The extra load, 0 %", func(t *testing.T, l lesson) bool { return l.Metrics.ExtraLoadPercent == 0 && l.Metrics.Hedges > 0 }},
		{"p99 stays above 200 ms", func(t *testing.T, l lesson) bool { return ms(l.Metrics.Judged.Ms) > 200 }},
	},
}
