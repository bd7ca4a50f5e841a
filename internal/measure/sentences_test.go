package measure_test

import (
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// What is said about the drill before its table, sentence by sentence.

func TestThreePrimariesAreSlow(t *testing.T) {
	var slow []int
	slowest := 0
	rows := drillRows(t)
	for i, row := range rows {
		if row[0] <= 50 {
			t.Errorf("primary %d takes %d ms; every one takes more than 50", i+1, row[0])
		}
		if row[0] > 400 {
			slow = append(slow, i+1, row[0])
		} else {
			slowest = max(slowest, row[0])
		}
	}
	if want := []int{6, 640, 12, 900, 17, 450}; !slices.Equal(slow, want) || slowest != 120 {
		t.Errorf("slow are %v; the slowest of the others takes %d ms", slow, slowest)
	}
	t.Logf("%d requests", len(rows))
}

func TestRequestsArriveEveryThreeSeconds(t *testing.T) {
	r := opening.report(t, drillRows(t))
	for i, row := range r.Requests.Items {
		if row.Request != i+1 || row.ArrivalMs != milliseconds(i*3000) {
			t.Errorf("row %d: request %d arrives at %v", i+1, row.Request, row.ArrivalMs)
		}
	}
	last := r.Trace.Items[len(r.Trace.Items)-1]
	if r.DurationMs != milliseconds(60_000) || last.Type != engine.RunCompleted || last.At != r.DurationMs {
		t.Errorf("the run lasts %v ms; its last event is %v", r.DurationMs, last)
	}
	if len(r.Requests.Items) != 20 || r.Metrics.Requests != 20 {
		t.Errorf("%d rows of %d requests", len(r.Requests.Items), r.Metrics.Requests)
	}
}

// A request is hedged when its primary takes longer than the delay, strictly, and
// its backup is sent at arrival + delay; a delay of 0 hedges every request.
func TestHedgedWhenSlowerThanTheDelay(t *testing.T) {
	rows := drillRows(t)
	hedged, within := 0, 0
	for delay := range 1000 {
		set := opened(func(s *settings) { s.delay = delay })
		r := set.report(t, rows)
		for i, row := range r.Requests.Items {
			if row.Hedged != (rows[i][0] > delay) {
				t.Fatalf("delay %d: request %d with a primary of %d ms is hedged: %v", delay, i+1, rows[i][0], row.Hedged)
			}
			if rows[i][0] == delay {
				within++
			}
		}
		for _, e := range r.Trace.Items {
			if e.Type != engine.AttemptSent || e.Key.Attempt != 2 {
				continue
			}
			hedged++
			if want := milliseconds(int(e.Key.Request-1)*3000 + delay); e.At != want {
				t.Fatalf("delay %d: %v, not at %v", delay, e, want)
			}
		}
		if delay == 0 && r.Metrics.Hedges != 20 {
			t.Errorf("a delay of 0 sends %d hedges", r.Metrics.Hedges)
		}
	}
	t.Logf("%d hedges; %d answers exactly at the delay", hedged, within)
	if hedged == 0 || within != 20 {
		t.Errorf("%d hedges; %d answers exactly at the delay, of 20", hedged, within)
	}
}

// The budget is spent in the order of arrival: at most ⌊20 × b / 100⌋ hedge, and
// each request that would and may not is counted.
func TestBudgetIsSpentInOrderOfArrival(t *testing.T) {
	rows := drillRows(t)
	for budget := range 101 {
		set := opened(func(s *settings) { s.budget = budget })
		r := set.report(t, rows)
		for i, row := range r.Requests.Items { // at 50 ms every request would hedge
			if may := i < 20*budget/100; row.Hedged != may || row.Suppressed == may {
				t.Fatalf("budget %d %%: request %d is hedged: %v, suppressed: %v", budget, i+1, row.Hedged, row.Suppressed)
			}
		}
		if m := r.Metrics; m.Hedges != budget/5 || m.SuppressedHedges != 20-budget/5 {
			t.Fatalf("budget %d %%: %d hedges, %d suppressed", budget, m.Hedges, m.SuppressedHedges)
		}
	}
	t.Log("101 budgets")
}

// The first answer wins, at a tie the primary's, and the latency counts from the
// arrival.
func TestFirstAnswerWins(t *testing.T) {
	tests := []struct {
		delay, latency int
		winner         string
	}{ // of request 6: primary 640 ms, backup 95
		{130, 225, "backup"}, {544, 639, "backup"}, {545, 640, "primary"}, {546, 640, "primary"}, {640, 640, "primary"},
	}
	for _, test := range tests {
		set := opened(func(s *settings) { s.delay = test.delay })
		row := set.report(t, drillRows(t)).Requests.Items[5]
		if row.LatencyMs != milliseconds(test.latency) || row.Winner != test.winner {
			t.Errorf("delay %d: the %s answers after %v ms, not the %s after %d", test.delay, row.Winner, row.LatencyMs, test.winner, test.latency)
		}
	}
	t.Logf("%d delays", len(tests))
}

// A loser that is cancelled stops at the winning answer; another runs to its own
// end. Its work counts from its own start.
func TestLoserWorkCountsFromTheLosersStart(t *testing.T) {
	tests := []struct {
		delay int
		keep  bool
		work  int
	}{ // of request 6: primary 640 ms, backup 95
		{130, false, 225}, // the primary, stopped at 225
		{130, true, 640},
		{600, false, 40}, // the backup, sent at 600 and stopped at 640
		{600, true, 95},
		{545, false, 95}, // a tie: it has come to its end
		{640, false, 0},  // never sent
		{640, true, 0},
	}
	for _, test := range tests {
		set := opened(func(s *settings) { s.delay, s.keep = test.delay, test.keep })
		row := set.report(t, drillRows(t)).Requests.Items[5]
		if row.LoserWorkMs != milliseconds(test.work) {
			t.Errorf("delay %d, keep %v: %v ms of loser work, not %d", test.delay, test.keep, row.LoserWorkMs, test.work)
		}
	}
	t.Logf("%d races", len(tests))
}

// An attempt of a write commits 60 ms after its start, or at its end if that comes
// first, if it runs then; a commit at the instant of its cancellation stands.
func TestAttemptsOfAWriteCommit(t *testing.T) {
	tests := []struct {
		primary, backup, delay int
		keep                   bool
		commits                int
	}{
		{110, 95, 50, false, 2}, // the backup at 110, as the primary answers
		{109, 95, 50, false, 1}, // it would be a millisecond late
		{109, 95, 50, true, 2},
		{59, 30, 50, false, 1},    // the backup would at its end, at 80; the primary does at its, at 59
		{100, 30, 50, false, 2},   // the primary at 60, the backup at its end
		{100, 5, 50, false, 1},    // the backup at its end, 55, before the primary's 60
		{100, 10, 50, false, 2},   // both at 60, as the backup answers
		{100, 0, 50, true, 2},     // the primary at 60, after the answer: nobody stops it
		{640, 95, 1000, false, 1}, // no backup
	}
	for _, test := range tests {
		for _, operation := range []engine.Operation{engine.Read, engine.Write, engine.IdempotentWrite} {
			set := settings{delay: test.delay, budget: 100, keep: test.keep, operation: operation}
			r := set.report(t, [][2]int{{test.primary, test.backup}})
			got := []int{r.Requests.Items[0].Commits, r.Metrics.DuplicateWrites, r.Metrics.DeduplicatedWrites}
			want := map[engine.Operation][]int{
				engine.Read: {0, 0, 0}, engine.Write: {test.commits, test.commits - 1, 0}, engine.IdempotentWrite: {test.commits, 0, test.commits - 1},
			}[operation]
			if !slices.Equal(got, want) {
				t.Errorf("%s %+v: commits, duplicates, deduplicated are %v, not %v", operation, test, got, want)
			}
		}
	}
	t.Logf("%d races", len(tests))
}
