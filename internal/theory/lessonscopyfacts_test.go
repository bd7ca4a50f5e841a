package theory

import (
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// anyOf says whether a time is one of some, in ms.
func anyOf(got fixed.Micros, some ...float64) bool {
	for _, want := range some {
		if ms(got) == want {
			return true
		}
	}
	return false
}

var copyFacts = map[string][]fact{
	"grpc-example": {
		{"One call in ten takes 2, 5 or 10 s", func(t *testing.T, l lesson) bool {
			// Each sends a backup, and one in twenty of them a second one.
			return likely(float64(l.Metrics.Hedges)/float64(l.Metrics.Requests)/1.05, 0.1, l.Metrics.Requests)
		}},
		{"p95 falls to 1 s", func(t *testing.T, l lesson) bool {
			return ms(l.Metrics.LatencyMs.P95) == 1000 && ms(l.Metrics.Baseline.LatencyMs.P95) > 1000
		}},
		{"p99 to 2 s or less", func(t *testing.T, l lesson) bool {
			return ms(l.Metrics.LatencyMs.P99) <= 2000 && ms(l.Metrics.Baseline.LatencyMs.P99) > 2000
		}},
		{"The extra load is 10.5 % by theory", func(t *testing.T, l lesson) bool {
			return likely(float64(l.Metrics.ExtraLoadPercent)/100_000, 0.105, l.Metrics.Requests)
		}},
		{"The example itself printed a p95 of 5,002 and 1,003 ms, and a p99 of 10,004 and 2,002 ms", func(t *testing.T, l lesson) bool {
			return anyOf(l.Metrics.Baseline.LatencyMs.P95, 2000, 5000) && anyOf(l.Metrics.LatencyMs.P95, 1000) &&
				anyOf(l.Metrics.Baseline.LatencyMs.P99, 5000, 10_000) && anyOf(l.Metrics.LatencyMs.P99, 1000, 2000)
		}},
		{"a run shows this step or the next", func(t *testing.T, l lesson) bool {
			return anyOf(l.Metrics.Judged.BaselineMs, 5000, 10_000) && anyOf(l.Metrics.Judged.Ms, 1000, 2000)
		}},
	},
	"common-cause": {
		{"2 % of the requests are slow", func(t *testing.T, l lesson) bool {
			// Half of the slow ones take more than 200 ms, and no other.
			p99 := ms(l.Metrics.Baseline.LatencyMs.P99)
			return likely(0.02*(300-p99)/200, 0.01, l.Metrics.Requests)
		}},
		{"cuts p99 from about 200 to about 42 ms", func(t *testing.T, l lesson) bool {
			return about(ms(l.Metrics.Baseline.LatencyMs.P99), 200) && about(ms(l.Metrics.LatencyMs.P99), 42)
		}},
		{"p99.9 only from about 290 to more than 170 ms", func(t *testing.T, l lesson) bool {
			return about(ms(l.Metrics.Judged.BaselineMs), 290) && ms(l.Metrics.Judged.Ms) > 170 && ms(l.Metrics.Judged.Ms) < 290
		}},
		{"p99.9 beside p99", func(t *testing.T, l lesson) bool {
			return l.Metrics.LatencyMs.P999 > 3*l.Metrics.LatencyMs.P99
		}},
		{"Without the common cause, p99.9 would be about 56 ms", func(t *testing.T, l lesson) bool {
			return about(ms(l.vary(t, noCommonCause).Metrics.LatencyMs.P999), 56)
		}},
	},
	"one-down-server": {
		{"One of 10 servers is down for 20 s", func(t *testing.T, l lesson) bool {
			return l.Metrics.Recovery.FromMs == 40_000_000
		}},
		{"every request that it loses waits for its deadline and is missed, about 4 % of all", func(t *testing.T, l lesson) bool {
			b := l.Metrics.Baseline
			return about(100*float64(*b.Expired)/float64(b.Requests), 4) && *b.Failed == 0 && b.LatencyMs.Max == l.Scenario.Workload.DeadlineMs
		}},
		{"With a backup after 50 ms none is missed", func(t *testing.T, l lesson) bool {
			return *l.Metrics.Expired+*l.Metrics.Failed == 0
		}},
		{"p99 falls from 1,000 to less than 100 ms", func(t *testing.T, l lesson) bool {
			return ms(l.Metrics.Judged.BaselineMs) == 1000 && ms(l.Metrics.Judged.Ms) < 100
		}},
		{"50 ms later they have a backup at another server", func(t *testing.T, l lesson) bool {
			return l.Metrics.BackupWins >= *l.Metrics.Baseline.Expired
		}},
		{"The extra load is less than 2 %", func(t *testing.T, l lesson) bool { return l.Metrics.ExtraLoadPercent < 2000 }},
	},
}
