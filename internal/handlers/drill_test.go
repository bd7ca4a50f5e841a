package handlers

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

func ms(n int) fixed.Micros { return fixed.Micros(n) * fixed.Millisecond }

// The drill's table: what each change from the opening comes to.
var drillTable = []struct {
	change     string
	patch      string
	p95        int
	hedged     []int // nil: all twenty
	latencies  map[int]int
	extraLoad  int
	loserWork  int
	headline   string
	duplicates int
	dedups     int
	findings   []string
}{
	{"hedging off", `{"policy":{"none":{}}}`, 640, []int{}, nil, 0, 0, "BASELINE, p95 640 ms", 0, 0, []string{}},
	{"none", `{}`, 146, nil, nil, 100, 1197, "EXCESS LOAD, +100%", 0, 0, []string{"TAIL_CUT", "OTHER_PERCENTILES"}},
	{"delay 130", `{"policy":{"hedge":{"delay":{"ms":130}}}}`, 226, []int{6, 12, 17}, map[int]int{6: 225, 12: 226, 17: 233},
		15, 684, "TAIL CUT, p95 640 → 226 ms, +15%", 0, 0, []string{"OTHER_PERCENTILES"}},
	{"delay 500", `{"policy":{"hedge":{"delay":{"ms":500}}}}`, 595, []int{6, 12}, map[int]int{17: 450},
		10, 1191, "TAIL CUT, p95 640 → 595 ms, +10%", 0, 0, []string{"OTHER_PERCENTILES"}},
	{"delay 0", `{"policy":{"hedge":{"delay":{"ms":0}}}}`, 96, nil, nil, 100, 1632, "EXCESS LOAD, +100%", 0, 0, []string{"TAIL_CUT", "OTHER_PERCENTILES"}},
	{"budget 10 %", `{"policy":{"hedge":{"budget":{"percent":10}}}}`, 640, []int{1, 2}, map[int]int{1: 84, 2: 92},
		10, 76, "NO TAIL GAIN, p95 640 → 640 ms", 0, 0, []string{}},
	{"delay 130, do not cancel", `{"policy":{"hedge":{"delay":{"ms":130},"cancel":"never"}}}`, 226, []int{6, 12, 17}, nil,
		15, 1990, "TAIL CUT, p95 640 → 226 ms, +15%", 0, 0, []string{"OTHER_PERCENTILES"}},
	{"delay 130, write without key", `{"workload":{"operation":"write"},"policy":{"hedge":{"delay":{"ms":130}}}}`, 226, []int{6, 12, 17}, nil,
		15, 684, "DUPLICATE WRITES, 3", 3, 0, []string{"TAIL_CUT", "OTHER_PERCENTILES"}},
	{"delay 130, write with key", `{"workload":{"operation":"idempotentWrite"},"policy":{"hedge":{"delay":{"ms":130}}}}`, 226, []int{6, 12, 17}, nil,
		15, 684, "TAIL CUT, p95 640 → 226 ms, +15%", 0, 3, []string{"OTHER_PERCENTILES"}},
	{"write without key", `{"workload":{"operation":"write"}}`, 146, nil, nil, 100, 1197, "DUPLICATE WRITES, 5", 5, 0,
		[]string{"EXCESS_LOAD", "TAIL_CUT", "OTHER_PERCENTILES"}},
	{"write without key, do not cancel", `{"workload":{"operation":"write"},"policy":{"hedge":{"cancel":"never"}}}`, 146, nil, nil,
		100, 3779, "DUPLICATE WRITES, 20", 20, 0, []string{"EXCESS_LOAD", "TAIL_CUT", "OTHER_PERCENTILES"}},
}

func TestDrillTable(t *testing.T) {
	s := newServer(t)
	for _, row := range drillTable {
		t.Run(row.change, func(t *testing.T) {
			r := s.post(row.patch).is(201).run()
			m := r.Metrics
			check := func(what string, got, want any) {
				t.Helper()
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s: %v, want %v", what, got, want)
				}
			}
			check("p95", m.LatencyMs.P95, ms(row.p95))
			check("p95 without hedging", m.Baseline.LatencyMs.P95, ms(640))
			check("judged", m.Judged.Ms, ms(row.p95))
			check("extra load", m.ExtraLoadPercent, row.extraLoad)
			check("loser work", m.LoserWorkMs, ms(row.loserWork))
			check("headline", r.Outcome.Headline, row.headline)
			check("duplicates", m.DuplicateWrites, row.duplicates)
			check("deduplicated", m.DeduplicatedWrites, row.dedups)
			findings := []string{}
			for _, f := range r.Outcome.Findings {
				findings = append(findings, f.Code)
			}
			check("findings", findings, row.findings)
			hedged := []int{}
			for _, q := range r.Requests.Items {
				if q.Hedged {
					hedged = append(hedged, q.Request)
				}
				if want, ok := row.latencies[q.Request]; ok {
					check(fmt.Sprint("latency of ", q.Request), q.LatencyMs, ms(want))
				}
			}
			if row.hedged == nil {
				check("number of hedged", len(hedged), 20)
			} else {
				check("hedged", hedged, row.hedged)
			}
			check("price", r.Price, map[bool]int{true: 40, false: 60}[row.change == "hedging off"])
			check("duration", r.DurationMs, ms(60000))
		})
	}
}

func TestDrillTailIsAnsweredByBackups(t *testing.T) {
	r := newServer(t).post(`{"policy":{"hedge":{"delay":{"ms":130}}}}`).run()
	var byBackup []int
	for _, q := range r.Requests.Items {
		if q.Winner == "backup" && q.WinnerAttempt == 2 {
			byBackup = append(byBackup, q.Request)
		}
	}
	if !slices.Equal(byBackup, []int{6, 12, 17}) || r.Metrics.BackupWins != 3 {
		t.Errorf("answered by backups: %v", byBackup)
	}
}

// With a budget of 10 % the first two requests hedge, and their primaries win; all
// others are suppressed.
func TestDrillBudgetIsSpentInArrivalOrder(t *testing.T) {
	r := newServer(t).post(`{"policy":{"hedge":{"budget":{"percent":10}}}}`).run()
	for _, q := range r.Requests.Items {
		first := q.Request <= 2
		if q.Hedged != first || q.Suppressed == first || q.Winner != "primary" {
			t.Errorf("request %d: hedged %v, suppressed %v, winner %s", q.Request, q.Hedged, q.Suppressed, q.Winner)
		}
	}
	if r.Metrics.SuppressedHedges != 18 {
		t.Errorf("%d suppressed", r.Metrics.SuppressedHedges)
	}
}
