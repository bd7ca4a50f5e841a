package theory

import "testing"

var trapFacts = map[string][]fact{
	"burst-trap": {
		{"Hedging cuts p99 from about 200 to about 41 ms, until 100 extra requests arrive at once", func(t *testing.T, l lesson) bool {
			quiet := l.vary(t, noBurst)
			return quiet.Outcome.Verdict == "TAIL_CUT" && about(ms(quiet.Metrics.Judged.BaselineMs), 200) && about(ms(quiet.Metrics.Judged.Ms), 41)
		}},
		{"They wait, so they hedge, and those that come after them too", func(t *testing.T, l lesson) bool {
			return l.Metrics.Hedges > 3*l.vary(t, noBurst).Metrics.Hedges
		}},
		{"The queue never empties again", func(t *testing.T, l lesson) bool { return !l.Metrics.Recovery.Recovered }},
		{"The queue before and after 225 s", func(t *testing.T, l lesson) bool {
			with, _ := queueLength(l)
			quiet := l.vary(t, noBurst).Metrics.MeanQueueLength.Float()
			return with > 100*quiet
		}},
		{"the same burst is worked off in less than 500 ms, and p99 is about 200 ms", func(t *testing.T, l lesson) bool {
			r := l.Metrics.Baseline.Recovery
			return r.Recovered && ms(*r.AfterMs) < 500 && about(ms(l.Metrics.Judged.BaselineMs), 200)
		}},
	},
	"budget-saves": {
		{"only 3.1 % of the requests may hedge, a little less than do in calm", func(t *testing.T, l lesson) bool {
			return l.vary(t, noBurst).Metrics.SuppressedHedges > 0
		}},
		{"The burst can spend no more than is left of the budget", func(t *testing.T, l lesson) bool {
			return 10*l.Metrics.Hedges < 2*l.other(t).Metrics.Hedges
		}},
		{"The queue is back to normal within 1 s", func(t *testing.T, l lesson) bool {
			r := l.Metrics.Recovery
			return r.Recovered && ms(*r.AfterMs) <= 1000
		}},
		{"p99 falls from about 200 to about 43 ms", func(t *testing.T, l lesson) bool {
			return about(ms(l.Metrics.Judged.BaselineMs), 200) && about(ms(l.Metrics.Judged.Ms), 43)
		}},
		{"the budget is spent soon after the burst, at the latest", func(t *testing.T, l lesson) bool { return l.Metrics.SuppressedHedges > 0 }},
		{"A budget of 5 % leaves the burst so much to spend that p99 is higher than without hedging", func(t *testing.T, l lesson) bool {
			m := l.vary(t, largerBudget).Metrics
			return m.Judged.Ms > m.Judged.BaselineMs
		}},
	},
}
