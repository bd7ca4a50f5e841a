package theory

import "testing"

// isSlow says whether the share of slow requests agrees with the binomial law.
func isSlow(l lesson) bool {
	return likely(float64(slowShare(l))/100_000, float64(exactShare(l))/100_000, l.Metrics.Requests)
}

var tailFacts = map[string][]fact{
	"fan-out-100": {
		{"A server answers in 10 ms, but once in 100 times it takes 1 s", func(t *testing.T, l lesson) bool {
			f := l.Metrics.LeafLatencyMs
			return likely((ms(f.Mean)-10)/990, 0.01, 100*l.Metrics.Requests)
		}},
		{"waits for the slowest", func(t *testing.T, l lesson) bool { return isSlow(l) }},
		{"about 63 % of the requests take 1 s", func(t *testing.T, l lesson) bool { return about(float64(slowShare(l))/1000, 63) }},
		{"p50 is 1,000 ms", func(t *testing.T, l lesson) bool { return ms(l.Metrics.Judged.Ms) == 1000 }},
		{"95 % of the leaves take no more than 10 ms", func(t *testing.T, l lesson) bool { return ms(l.Metrics.LeafLatencyMs.P95) == 10 }},
	},
	"fan-out-2000": {
		{"Only one answer in 10,000 takes 1 s", func(t *testing.T, l lesson) bool {
			return likely((ms(l.Metrics.LeafLatencyMs.Mean)-10)/990, 0.0001, 2000*l.Metrics.Requests)
		}},
		{"18.1 % of the requests take 1 s by theory", func(t *testing.T, l lesson) bool { return isSlow(l) }},
		{"p90 is 1,000 ms", func(t *testing.T, l lesson) bool { return ms(l.Metrics.Judged.Ms) == 1000 }},
		{"What is rare at a server is common where many are asked", func(t *testing.T, l lesson) bool {
			return ms(l.Metrics.LeafLatencyMs.P999) < 10.1 && ms(l.Metrics.LatencyMs.P90) == 1000
		}},
		{"10 ms and 1,000 ms, and nothing between", func(t *testing.T, l lesson) bool {
			for _, r := range l.Requests.Items {
				if !anyOf(r.LatencyMs, 10, 1000) {
					return false
				}
			}
			return ms(l.Metrics.LatencyMs.P50) == 10
		}},
	},
	"good-enough": {
		{"answered when 98 of its 100 leaves are", func(t *testing.T, l lesson) bool { return int(*l.Metrics.CompletenessPercent) == 98_000 }},
		{"By theory 7.9 % of the requests take 1 s", func(t *testing.T, l lesson) bool { return isSlow(l) }},
		{"instead of 63 %", func(t *testing.T, l lesson) bool { return about(float64(slowShare(l.other(t)))/1000, 63) }},
		{"p90 is 10 ms, and nothing is sent twice", func(t *testing.T, l lesson) bool { return ms(l.Metrics.Judged.Ms) == 10 && l.Metrics.Hedges == 0 }},
		{"p99 is still 1,000 ms", func(t *testing.T, l lesson) bool { return ms(l.Metrics.LatencyMs.P99) == 1000 }},
	},
	"bigtable-2013": {
		{"A request reads 100 leaves", func(t *testing.T, l lesson) bool { return len(l.Metrics.LeafWinsByAttempt) == 2 && leaves(l) == 100 }},
		{"cuts p99.9 from more than 1,000 to less than 100 ms", func(t *testing.T, l lesson) bool {
			return ms(l.Metrics.Judged.BaselineMs) > 1000 && ms(l.Metrics.Judged.Ms) < 100
		}},
		{"about 2 % more requests", func(t *testing.T, l lesson) bool { return about(float64(l.Metrics.ExtraLoadPercent)/1000, 2) }},
		{"The paper has 1,800 and 74 ms", func(t *testing.T, l lesson) bool {
			return ms(l.Metrics.Judged.BaselineMs) <= 1800 && closeTo(ms(l.Metrics.Judged.Ms), 74, 22)
		}},
		{"Independent copies agree with these figures", func(t *testing.T, l lesson) bool {
			return l.Scenario.Backend.CommonCausePercent == 0 && about(ms(l.Metrics.Exact.P999), 74)
		}},
	},
	"talk-2012": {
		{"cuts p99 to about 23 ms", func(t *testing.T, l lesson) bool {
			return about(ms(l.Metrics.Judged.Ms), 23) && l.Metrics.Judged.BaselineMs > l.Metrics.Judged.Ms*3/2
		}},
		{"about 5 % more requests", func(t *testing.T, l lesson) bool { return about(float64(l.Metrics.ExtraLoadPercent)/1000, 5) }},
		{"For 10 % of the leaves the backup is as slow as the primary", func(t *testing.T, l lesson) bool {
			return l.Scenario.Backend.CommonCausePercent == 10_000
		}},
		{"52 ms by theory, and less than 200 ms in a run of this size", func(t *testing.T, l lesson) bool {
			return about(ms(l.Metrics.Exact.P999), 52) && ms(l.Metrics.LatencyMs.P999) < 200
		}},
		{"with independent copies it would be 25 ms by theory", func(t *testing.T, l lesson) bool { return about(exactly(independent(l), 99.9), 25) }},
		{"A common cause of 10 % explains the talk", func(t *testing.T, l lesson) bool {
			return about(ms(l.Metrics.Exact.P99), 23) && about(ms(l.Metrics.Exact.P999), 50)
		}},
	},
}
