package measure_test

import (
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// TestDrillTable is the table that the drill is described by, row by row.
func TestDrillTable(t *testing.T) {
	all := make([]int, 20)
	for i := range all {
		all[i] = i + 1
	}
	slow := []int{6, 12, 17}
	tests := []struct {
		name           string
		set            settings
		p95            int
		hedged         []int
		percent        int // extra load
		work           int // of losers
		headline       string
		twice, again   int
		findings       []string
		answeredBackup []int // when they hedge and a backup answers, in ms
	}{
		{"hedging off", opened(func(s *settings) { s.off = true }),
			640, nil, 0, 0, "BASELINE, p95 640 ms", 0, 0, nil, nil},
		{"none changed", opening,
			146, all, 100, 1197, "EXCESS LOAD, +100%", 0, 0, []string{"TAIL_CUT", "OTHER_PERCENTILES"}, nil},
		{"delay 130", opened(func(s *settings) { s.delay = 130 }),
			226, slow, 15, 684, "TAIL CUT, p95 640 → 226 ms, +15%", 0, 0, []string{"OTHER_PERCENTILES"}, []int{225, 226, 233}},
		{"delay 500", opened(func(s *settings) { s.delay = 500 }),
			595, []int{6, 12}, 10, 1191, "TAIL CUT, p95 640 → 595 ms, +10%", 0, 0, []string{"OTHER_PERCENTILES"}, []int{595, 596}},
		{"delay 0", opened(func(s *settings) { s.delay = 0 }),
			96, all, 100, 1632, "EXCESS LOAD, +100%", 0, 0, []string{"TAIL_CUT", "OTHER_PERCENTILES"}, nil},
		{"budget 10 %", opened(func(s *settings) { s.budget = 10 }),
			640, []int{1, 2}, 10, 76, "NO TAIL GAIN, p95 640 → 640 ms", 0, 0, nil, []int{}},
		{"delay 130, do not cancel", opened(func(s *settings) { s.delay, s.keep = 130, true }),
			226, slow, 15, 1990, "TAIL CUT, p95 640 → 226 ms, +15%", 0, 0, []string{"OTHER_PERCENTILES"}, []int{225, 226, 233}},
		{"delay 130, write without key", opened(func(s *settings) { s.delay, s.operation = 130, engine.Write }),
			226, slow, 15, 684, "DUPLICATE WRITES, 3", 3, 0, []string{"TAIL_CUT", "OTHER_PERCENTILES"}, []int{225, 226, 233}},
		{"delay 130, write with key", opened(func(s *settings) { s.delay, s.operation = 130, engine.IdempotentWrite }),
			226, slow, 15, 684, "TAIL CUT, p95 640 → 226 ms, +15%", 0, 3, []string{"OTHER_PERCENTILES"}, []int{225, 226, 233}},
		{"write without key", opened(func(s *settings) { s.operation = engine.Write }),
			146, all, 100, 1197, "DUPLICATE WRITES, 5", 5, 0, []string{"EXCESS_LOAD", "TAIL_CUT", "OTHER_PERCENTILES"}, nil},
		{"write without key, do not cancel", opened(func(s *settings) { s.operation, s.keep = engine.Write, true }),
			146, all, 100, 3779, "DUPLICATE WRITES, 20", 20, 0, []string{"EXCESS_LOAD", "TAIL_CUT", "OTHER_PERCENTILES"}, nil},
	}
	rows := drillRows(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := test.set.report(t, rows)
			m := r.Metrics
			if m.Judged.Ms != milliseconds(test.p95) || m.LatencyMs.P95 != m.Judged.Ms || m.Judged.BaselineMs != milliseconds(640) {
				t.Errorf("p95 is %v, judged %v, without hedging %v", m.LatencyMs.P95, m.Judged.Ms, m.Judged.BaselineMs)
			}
			var hedged, byBackup []int
			for _, row := range r.Requests.Items {
				if row.Hedged {
					hedged = append(hedged, row.Request)
				}
				if row.Winner == "backup" {
					byBackup = append(byBackup, int(row.LatencyMs/1000))
				}
			}
			if !slices.Equal(hedged, test.hedged) || m.Hedges != len(test.hedged) {
				t.Errorf("%d hedged: %v", m.Hedges, hedged)
			}
			if test.answeredBackup != nil && !slices.Equal(byBackup, test.answeredBackup) {
				t.Errorf("backups answered at %v", byBackup)
			}
			if int(m.ExtraLoadPercent) != test.percent*1000 || m.LoserWorkMs != milliseconds(test.work) {
				t.Errorf("extra load %v %%, loser work %v ms", m.ExtraLoadPercent, m.LoserWorkMs)
			}
			if m.DuplicateWrites != test.twice || m.DeduplicatedWrites != test.again {
				t.Errorf("%d duplicate writes, %d deduplicated", m.DuplicateWrites, m.DeduplicatedWrites)
			}
			if r.Outcome.Headline != test.headline || !slices.Equal(codes(r.Outcome.Findings), test.findings) {
				t.Errorf("outcome %+v", r.Outcome)
			}
		})
	}
	t.Logf("%d rows", len(tests))
}

func codes(findings []measure.Finding) []string {
	var all []string
	for _, f := range findings {
		all = append(all, f.Code)
	}
	return all
}
