package theory

import (
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// slow are the requests of the drill with a slow primary.
var slow = []int{6, 12, 17}

// rows gives something of the rows of some requests.
func rows[T any](l lesson, requests []int, of func(measure.Row) T) []any {
	var all []any
	for _, n := range requests {
		all = append(all, of(l.Requests.Items[n-1]))
	}
	return all
}

func numbers(r measure.Row) int            { return r.Request }
func latencies(r measure.Row) fixed.Micros { return r.LatencyMs }

// hedged gives the numbers of the requests that sent a backup.
func hedged(l lesson) []int {
	var all []int
	for _, r := range l.Requests.Items {
		if r.Hedged {
			all = append(all, r.Request)
		}
	}
	return all
}

func delay(l lesson) fixed.Micros { return *l.Scenario.Policy.Hedge.Delay.Ms }

// The drill's figures are exact, and its texts state them whole.
var drillClaims = map[string]claim{
	"drill": {"EXCESS_LOAD", func(t *testing.T, l lesson) []string {
		m := l.Metrics
		return said(delay(l), delay(l), "p95", m.Judged.BaselineMs, m.Judged.Ms, m.ExtraLoadPercent, m.Hedges, m.BackupWins)
	}, nil},
	"baseline": {"BASELINE", func(t *testing.T, l lesson) []string {
		m := l.Metrics
		all := said(len(slow), m.Requests, "p50", m.LatencyMs.P50, "p95", m.LatencyMs.P95)
		return append(append(all, said(rows(l, slow, numbers)...)...), said(rows(l, slow, latencies)...)...)
	}, nil},
	"tail-only": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		m := l.Metrics
		all := said(delay(l), m.Hedges, "p95", m.Judged.BaselineMs, m.Judged.Ms, m.ExtraLoadPercent)
		return append(append(all, said(rows(l, hedged(l), numbers)...)...), said(rows(l, hedged(l), latencies)...)...)
	}, nil},
	"too-late": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		unhedged := l.Requests.Items[17-1]
		return said(delay(l), "p95", l.Metrics.Judged.Ms, unhedged.LatencyMs, unhedged.Request)
	}, func(t *testing.T, l lesson) {
		if l.Requests.Items[17-1].Hedged {
			t.Error("request 17 is hedged")
		}
	}},
	"hedge-at-once": {"EXCESS_LOAD", func(t *testing.T, l lesson) []string {
		m := l.Metrics
		return said("p95", m.Judged.Ms, m.ExtraLoadPercent, m.LoserWorkMs, m.Hedges, m.LoserWorkMs)
	}, nil},
	"budget-spent-early": {"NO_TAIL_GAIN", func(t *testing.T, l lesson) []string {
		all := said(delay(l), *l.Scenario.Policy.Hedge.Budget.Percent, len(hedged(l)), "p95", l.Metrics.Judged.Ms, l.Metrics.SuppressedHedges)
		return append(all, said(rows(l, slow, numbers)...)...)
	}, func(t *testing.T, l lesson) {
		for i, r := range l.Requests.Items {
			if r.Hedged != (i < 2) || r.Suppressed == (i < 2) {
				t.Errorf("request %d: hedged %v, suppressed %v", i+1, r.Hedged, r.Suppressed)
			}
		}
	}},
	"losers-left-running": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		stopped := l.vary(t, `"policy":{"hedge":{"cancel":"onAnswer"}}`)
		all := said("p95", l.Metrics.Judged.Ms, l.Metrics.LoserWorkMs, stopped.Metrics.LoserWorkMs)
		return append(all, said(rows(l, hedged(l), numbers)...)...)
	}, nil},
	"write-without-key": {"DUPLICATE_WRITES", func(t *testing.T, l lesson) []string {
		return append(said(l.Metrics.DuplicateWrites), said(rows(l, hedged(l), numbers)...)...)
	}, commitsTwice},
	"write-with-key": {"TAIL_CUT", func(t *testing.T, l lesson) []string {
		return append(said(l.Metrics.DeduplicatedWrites), said(rows(l, hedged(l), numbers)...)...)
	}, commitsTwice},
}

// commitsTwice holds that both attempts of each hedged write commit.
func commitsTwice(t *testing.T, l lesson) {
	for _, n := range hedged(l) {
		if r := l.Requests.Items[n-1]; r.Commits != 2 {
			t.Errorf("request %d has %d commits", n, r.Commits)
		}
	}
	if l.Scenario.Workload.Operation == engine.IdempotentWrite && l.Metrics.DuplicateWrites > 0 {
		t.Errorf("%d duplicates", l.Metrics.DuplicateWrites)
	}
}
