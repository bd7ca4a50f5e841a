package measure_test

import (
	"encoding/csv"
	"os"
	"strconv"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// settings are what a person can change on the drill; the rest stays as it opens.
type settings struct {
	off       bool // no hedging
	delay     int  // in ms
	budget    int  // in percent
	keep      bool // losers run on
	operation engine.Operation
}

// opening is the drill as it opens.
var opening = settings{delay: 50, budget: 100, operation: engine.Read}

// opened is the drill as it opens, but for what change sets.
func opened(change func(*settings)) settings {
	s := opening
	change(&s)
	return s
}

func (set settings) scenario(rows [][2]int) *engine.Scenario {
	table := &latency.Table{}
	for _, row := range rows {
		table.PrimaryMs = append(table.PrimaryMs, milliseconds(row[0]))
		table.BackupMs = append(table.BackupMs, milliseconds(row[1]))
	}
	cancellation := engine.Cancellation{Cancel: engine.CancelOnAnswer, CancelReach: engine.ReachRunning}
	if set.keep {
		cancellation.Cancel = engine.CancelNever
	}
	s := &engine.Scenario{
		Seed: 1,
		Workload: engine.Workload{
			Requests: len(rows), Arrival: engine.Arrival{Paced: &engine.Paced{IntervalMs: milliseconds(3000)}},
			Bursts: []engine.Burst{}, Operation: set.operation, CommitMs: milliseconds(60),
			Hops: 1, FanOut: engine.FanOut{Leaves: 1}, DurationMs: milliseconds(60_000),
		},
		Backend: engine.Backend{
			Latency: latency.Law{Table: table}, Copies: engine.Independent,
			Capacity: engine.Capacity{Unlimited: &engine.Unlimited{}},
		},
		Policy: engine.Policy{None: &engine.None{Cancellation: cancellation}},
		Judge:  engine.Judge{Percentile: 95_000, ExtraLoadLimitPercent: 25_000},
	}
	if set.off {
		return s
	}
	delay, budget := milliseconds(set.delay), fixed.Percent(set.budget*1000)
	s.Policy = engine.Policy{Hedge: &engine.Hedge{
		Delay: engine.Delay{Ms: &delay}, MaxAttempts: 2, ProbabilityPercent: 100_000,
		Budget: engine.Budget{Percent: &budget}, Cancellation: cancellation,
	}}
	return s
}

func milliseconds(n int) fixed.Micros { return fixed.Micros(n) * fixed.Millisecond }

// drillRows are the drill's latencies, in ms: the primary's and the backup's of
// each request.
func drillRows(t *testing.T) [][2]int {
	t.Helper()
	file, err := os.Open("testdata/latencies.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows [][2]int
	for i, record := range records[1:] { // the first names the columns
		var n [3]int
		for column := range n {
			if n[column], err = strconv.Atoi(record[column]); err != nil {
				t.Fatal(err)
			}
		}
		if n[0] != i+1 {
			t.Fatalf("row %d is of request %d", i+1, n[0])
		}
		rows = append(rows, [2]int{n[1], n[2]})
	}
	if len(rows) != 20 {
		t.Fatalf("the drill has twenty requests, not %d", len(rows))
	}
	return rows
}

// report plays the drill with some settings, and gives all rows and all events.
func (set settings) report(t *testing.T, rows [][2]int) measure.Report {
	t.Helper()
	all := measure.Page{Limit: 1000}
	r, err := measure.Run(set.scenario(rows), all, all, wanted)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func wanted() bool { return true }
