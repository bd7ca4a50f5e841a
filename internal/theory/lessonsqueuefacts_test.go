package theory

import (
	"reflect"
	"strconv"
	"testing"
)

// queueLength is how many attempts wait on average, with hedging and without.
func queueLength(l lesson) (with, without float64) {
	return l.Metrics.MeanQueueLength.Float(), l.Metrics.Baseline.MeanQueueLength.Float()
}

var queueFacts = map[string][]fact{
	"shared-queue-calm": {
		{"about 40 % busy", func(t *testing.T, l lesson) bool { return about(utilization(l), 40) }},
		{"and a third attempt after 30 more", func(t *testing.T, l lesson) bool {
			return l.Metrics.WinsByAttempt[1] > 0 && l.Metrics.WinsByAttempt[2] > 0
		}},
		{"p99 falls from about 200 to about 41 ms", func(t *testing.T, l lesson) bool {
			return about(ms(l.Metrics.Judged.BaselineMs), 200) && about(ms(l.Metrics.Judged.Ms), 41)
		}},
		{"less than 4 % extra load, though losers run on", func(t *testing.T, l lesson) bool {
			return l.Metrics.ExtraLoadPercent < 4000 && l.Metrics.WorkMs.Loser > 0
		}},
		{"99 % of the attempts do not wait at all", func(t *testing.T, l lesson) bool { return l.Metrics.WaitMs.P99 == 0 }},
		{"Where nothing queues, a backup is in nobody's way", func(t *testing.T, l lesson) bool {
			return about(ms(l.Metrics.LatencyMs.P50), ms(l.Metrics.Baseline.LatencyMs.P50))
		}},
	},
	"shared-queue-collapse": {
		{"800 requests a second instead of 400", func(t *testing.T, l lesson) bool { return perSecond(l) == 2*perSecond(l.other(t)) }},
		{"Backups make the queue longer", func(t *testing.T, l lesson) bool {
			with, without := queueLength(l)
			return with > 100*without
		}},
		{"a longer queue makes more requests hedge", func(t *testing.T, l lesson) bool {
			return l.Metrics.ExtraLoadPercent > 10*l.other(t).Metrics.ExtraLoadPercent
		}},
		{"Most of the work is thrown away", func(t *testing.T, l lesson) bool { return l.Metrics.WorkMs.Loser > l.Metrics.WorkMs.Useful }},
		{"the queue grows without end", func(t *testing.T, l lesson) bool { return l.Metrics.Saturated }},
		{"more than a tenth of all requests are open at the end", func(t *testing.T, l lesson) bool {
			n, err := strconv.Atoi(open(l))
			return err == nil && 10*n > l.Metrics.Requests
		}},
		{"Without hedging the servers are about 75 % busy, and p99 is about 200 ms", func(t *testing.T, l lesson) bool {
			return about(float64(*l.Metrics.Baseline.UtilizationPercent)/1000, 75) && about(ms(l.Metrics.Judged.BaselineMs), 200)
		}},
	},
	"heavy-requests": {
		{"a backup repeats the work", func(t *testing.T, l lesson) bool { return l.Metrics.WorkMs.Loser > l.Metrics.WorkMs.Useful }},
		{"Not one backup answers first", func(t *testing.T, l lesson) bool { return l.Metrics.BackupWins == 0 }},
		{"Each heavy request occupies three servers instead of one", func(t *testing.T, l lesson) bool {
			return *l.Metrics.ExtraWorkPercent > 100_000
		}},
		{"the queue grows without end", func(t *testing.T, l lesson) bool { return l.Metrics.Saturated && !l.Metrics.Baseline.Saturated }},
		{"more than 90 %, instead of about 40 % in the calm queue", func(t *testing.T, l lesson) bool {
			return utilization(l) > 90 && about(utilization(l.other(t)), 40)
		}},
		{"Only the copies differ from the calm queue", func(t *testing.T, l lesson) bool {
			a, b := l.Scenario.Backend, l.other(t).Scenario.Backend
			a.Copies = b.Copies
			return reflect.DeepEqual(a, b)
		}},
	},
}

// utilization is how busy the servers are, in percent.
func utilization(l lesson) float64 { return float64(*l.Metrics.UtilizationPercent) / 1000 }
