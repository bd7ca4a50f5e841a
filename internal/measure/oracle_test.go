package measure_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// TestDrillAgreesWithNaiveDrill compares every figure and every row of the drill
// with a second implementation that shares nothing with the first.
func TestDrillAgreesWithNaiveDrill(t *testing.T) {
	const cases = 6000
	random := rand.New(rand.NewPCG(20, 3000))
	rows := drillRows(t)
	seen := map[string]int{}
	for i := range cases {
		set := randomSettings(random)
		table := rows
		if i%2 == 1 { // as well with other latencies, where ties are not rare
			table = randomRows(random)
			seen["other tables"]++
		}
		report, want := set.report(t, table), playNaively(set, table)
		compare(t, set, table, report, want)
		if t.Failed() {
			t.Fatalf("with %+v and the latencies %v", set, table)
		}
		seen["settings"]++
		seen[report.Outcome.Verdict]++
		for _, note := range report.Outcome.Findings {
			seen["finding "+note.Code]++
		}
		for j, r := range want.rows {
			seen["rows"]++
			if r.attempts == 2 && table[j][0] == set.delay+table[j][1] {
				seen["ties"]++
			}
			if table[j][0] == set.delay && !set.off {
				seen["answers at the delay"]++
			}
		}
	}
	t.Log(seen)
	if seen["settings"] < 5000 {
		t.Fatalf("only %d settings were compared", seen["settings"])
	}
	for _, what := range []string{
		"ties", "answers at the delay", "BASELINE", "DUPLICATE_WRITES", "EXCESS_LOAD", "TAIL_CUT", "NO_TAIL_GAIN",
		"finding EXCESS_LOAD", "finding TAIL_CUT", "finding NO_TAIL_GAIN", "finding NEVER_ARMED",
	} {
		if seen[what] == 0 {
			t.Errorf("saw no %s", what)
		}
	}
}

func randomSettings(r *rand.Rand) settings {
	operations := []engine.Operation{engine.Read, engine.Write, engine.IdempotentWrite}
	set := settings{
		off: r.IntN(20) == 0, delay: r.IntN(1001), budget: r.IntN(101), keep: r.IntN(2) == 0,
		operation: operations[r.IntN(len(operations))],
	}
	if r.IntN(2) == 0 {
		set.delay = r.IntN(140) // where most of the drill's primaries are
	}
	return set
}

func randomRows(r *rand.Rand) [][2]int {
	rows := make([][2]int, 20)
	for i := range rows {
		rows[i] = [2]int{r.IntN(200), r.IntN(200)}
		if r.IntN(8) == 0 {
			rows[i][r.IntN(2)] = r.IntN(1500)
		}
	}
	return rows
}

func compare(t *testing.T, set settings, table [][2]int, got measure.Report, want naive) {
	t.Helper()
	if got.DurationMs != milliseconds(60_000) {
		t.Errorf("the run took %v ms", got.DurationMs)
	}
	if metrics := want.metrics(set); !reflect.DeepEqual(got.Metrics, metrics) {
		t.Errorf("the metrics are\n%s, not\n%s", text(got.Metrics), text(metrics))
	}
	verdicts := []string{got.Outcome.Verdict}
	for _, note := range got.Outcome.Findings {
		verdicts = append(verdicts, note.Code)
	}
	if all := want.withRemarks(set); !slices.Equal(verdicts, all) {
		t.Errorf("the verdict and findings are %v, not %v", verdicts, all)
	}
	if headline := want.headline(); got.Outcome.Headline != headline {
		t.Errorf("the headline is %q, not %q", got.Outcome.Headline, headline)
	}
	if len(got.Requests.Items) != 20 || got.Requests.Total != 20 {
		t.Fatalf("%d rows of %d", len(got.Requests.Items), got.Requests.Total)
	}
	for i, row := range got.Requests.Items {
		if w := want.rows[i].row(i+1, table[i], set); !reflect.DeepEqual(row, w) {
			t.Errorf("row %d is\n%+v, not\n%+v", i+1, row, w)
		}
	}
}

func (n *naive) metrics(set settings) measure.Metrics {
	m := measure.Metrics{
		Judged:           measure.Judged{Percentile: 95_000, Ms: milliseconds(n.latency.p95), BaselineMs: milliseconds(n.baseline.p95)},
		ExtraLoadPercent: fixed.Percent(n.hedges * 5000), Warnings: []measure.Warning{},
		ExtraWorkPercent: new(per(milliseconds(100*(n.useful+n.work-n.unhedged)), milliseconds(n.unhedged))),
		Figures: measure.Figures{
			Requests: 20, LatencyMs: n.latency.latencies(), SuccessPercent: 100_000,
			Hedges: n.hedges, SuppressedHedges: n.refused, SuppressedByReason: &measure.Suppressed{Budget: n.refused},
			BackupWins: n.wins, WinsByAttempt: []int{20 - n.wins, n.wins},
			WorkMs: measure.Work{Useful: milliseconds(n.useful), Loser: milliseconds(n.work)}, LoserWorkMs: milliseconds(n.work),
			DuplicateWrites: n.twice, DeduplicatedWrites: n.again,
		},
		Baseline: measure.Figures{
			Requests: 20, LatencyMs: n.baseline.latencies(), SuccessPercent: 100_000, WinsByAttempt: []int{20},
			WorkMs: measure.Work{Useful: milliseconds(n.unhedged)},
		},
	}
	if set.off {
		m.Figures = m.Baseline
	}
	return m
}

func (f figures) latencies() measure.Latencies {
	return measure.Latencies{
		Mean: fixed.Micros(f.mean),
		Percentiles: measure.Percentiles{
			P50: milliseconds(f.p50), P90: milliseconds(f.p90), P95: milliseconds(f.p95),
			P99: milliseconds(f.p99), P999: milliseconds(f.p999),
		},
		Max: milliseconds(f.max), Exact: true,
	}
}

// withRemarks are the verdicts and the other findings: OTHER_PERCENTILES where p95 is
// not all that has changed, and NEVER_ARMED where hedging is on and not one hedge was
// sent.
func (n *naive) withRemarks(set settings) []string {
	with, without := n.latency, n.baseline
	with.p95, without.p95, with.max, without.max = 0, 0, 0, 0
	if with != without {
		return append(n.verdicts, "OTHER_PERCENTILES")
	}
	if !set.off && n.hedges == 0 {
		return append(n.verdicts, "NEVER_ARMED")
	}
	return n.verdicts
}

func (n *naive) headline() string {
	switch n.verdicts[0] {
	case "BASELINE":
		return fmt.Sprintf("BASELINE, p95 %s ms", thousands(n.latency.p95))
	case "DUPLICATE_WRITES":
		return fmt.Sprintf("DUPLICATE WRITES, %d", n.twice)
	case "EXCESS_LOAD":
		return fmt.Sprintf("EXCESS LOAD, +%d%%", n.hedges*5)
	case "TAIL_CUT":
		return fmt.Sprintf("TAIL CUT, p95 %s → %s ms, +%d%%", thousands(n.baseline.p95), thousands(n.latency.p95), n.hedges*5)
	default:
		return fmt.Sprintf("NO TAIL GAIN, p95 %s → %s ms", thousands(n.baseline.p95), thousands(n.latency.p95))
	}
}

func (r naiveRow) row(request int, services [2]int, set settings) measure.Row {
	primary, backup := milliseconds(services[0]), milliseconds(services[1])
	winner := "primary"
	if r.winner == 2 {
		winner = "backup"
	}
	return measure.Row{
		Request: request, ArrivalMs: milliseconds(r.arrival), Status: "answered", Attempts: r.attempts,
		PrimaryMs: &primary, BackupMs: &backup, Hedged: r.attempts == 2, Suppressed: r.refused,
		Winner: winner, WinnerAttempt: r.winner, LatencyMs: milliseconds(r.latency),
		LoserWorkMs: milliseconds(r.work), Commits: r.commits,
	}
}
