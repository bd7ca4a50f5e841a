package measure_test

import (
	"errors"
	"runtime"
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/latency"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// constant is a scenario of equal services, 20 ms each, hedged after 10.
func constant(requests int) *engine.Scenario {
	s := opened(func(s *settings) { s.delay = 10 }).scenario(nil)
	s.Workload.Requests = requests
	s.Workload.Arrival.Paced.IntervalMs = milliseconds(1)
	s.Backend.Latency = latency.Law{Constant: &latency.Constant{Ms: milliseconds(20)}}
	return s
}

// Whoever no longer wants a run is not kept waiting for its end.
func TestStoppedWhenNotWanted(t *testing.T) {
	all := measure.Page{Limit: 10}
	folds := map[string]func(*engine.Scenario, measure.Wanted) error{
		"run": func(s *engine.Scenario, wanted measure.Wanted) error {
			r, err := measure.Run(s, all, all, wanted)
			if err != nil && len(r.Trace.Items) > 0 {
				t.Error("a stopped run has a report")
			}
			return err
		},
		"rows": func(s *engine.Scenario, wanted measure.Wanted) error {
			_, err := measure.Rows(s, all, wanted)
			return err
		},
		"trace": func(s *engine.Scenario, wanted measure.Wanted) error {
			_, err := measure.Trace(s, 0, all, wanted)
			return err
		},
		"leaves": func(s *engine.Scenario, wanted measure.Wanted) error {
			_, err := measure.Leaves(s, 1, all, wanted)
			return err
		},
		"distribution": func(s *engine.Scenario, wanted measure.Wanted) error {
			_, err := measure.Spread(s, wanted)
			return err
		},
		"seek": func(s *engine.Scenario, wanted measure.Wanted) error {
			_, err := measure.Seek(s, 0, 0, all, wanted)
			return err
		},
	}
	s := constant(10_000) // 80,001 events, and 40,001 of the baseline
	for name, fold := range folds {
		asked := 0
		if err := fold(s, func() bool { asked++; return true }); err != nil || asked < 10 {
			t.Errorf("%s: asked %d times, then %v", name, asked, err)
		}
		for _, most := range []int{1, 2, asked / 2, asked} {
			n := 0
			err := fold(s, func() bool { n++; return n < most })
			if !errors.Is(err, measure.ErrStopped) || n != most {
				t.Errorf("%s: not wanted at question %d of %d, asked %d times: %v", name, most, asked, n, err)
			}
		}
		t.Logf("%s: stopped at four of %d questions", name, asked)
	}
}

// The pages of rows and of events, one after the other, are the whole lists.
func TestPages(t *testing.T) {
	s := opened(func(s *settings) { s.keep, s.operation = true, engine.Write }).scenario(drillRows(t))
	s.Workload.Arrival.Paced.IntervalMs = milliseconds(10) // so that rows close out of turn
	all := measure.Page{Limit: 1000}
	whole, err := measure.Run(s, all, all, wanted)
	if err != nil {
		t.Fatal(err)
	}
	if whole.Requests.Total != 20 || whole.Trace.Total != len(fullTrace(s)) || !slices.Equal(whole.Trace.Items, fullTrace(s)) {
		t.Fatalf("%d requests, %d events", whole.Requests.Total, whole.Trace.Total)
	}
	pages := 0
	for limit := range 23 {
		for offset := range 23 {
			page := measure.Page{Offset: offset, Limit: limit}
			rows, err := measure.Rows(s, page, wanted)
			if err != nil {
				t.Fatal(err)
			}
			want := whole.Requests.Items[min(offset, 20):min(offset+limit, 20)]
			if rows.Total != 20 || len(rows.Items) != len(want) || rows.Items == nil {
				t.Fatalf("%+v: %d rows of %d, not %d", page, len(rows.Items), rows.Total, len(want))
			}
			for i, row := range rows.Items {
				if row.Request != offset+i+1 || row.LatencyMs != want[i].LatencyMs || row.LoserWorkMs != want[i].LoserWorkMs {
					t.Fatalf("%+v: row %d is %+v, not %+v", page, i, row, want[i])
				}
			}
			from := milliseconds(10 * offset)
			events, err := measure.Trace(s, from, page, wanted)
			if err != nil {
				t.Fatal(err)
			}
			rest := whole.Trace.Items[slices.IndexFunc(whole.Trace.Items, func(e engine.Event) bool { return e.At >= from }):]
			if events.Total != len(rest) || !slices.Equal(events.Items, rest[min(offset, len(rest)):min(offset+limit, len(rest))]) {
				t.Fatalf("%+v from %v: %v of %d", page, from, events.Items, events.Total)
			}
			pages++
		}
	}
	t.Logf("%d pages", pages)
}

// A row names the services of a primary and a backup only where there can be no
// third attempt, and the backup's only where there could be one, or a table says it.
func TestRowsOfARace(t *testing.T) {
	three, none, table := constant(1), constant(1), opened(func(s *settings) { s.off = true }).scenario(drillRows(t))
	three.Policy.Hedge.MaxAttempts = 3
	none.Policy = none.Baseline().Policy
	one := constant(1)
	one.Policy.Hedge.MaxAttempts = 1
	tests := []struct {
		name            string
		scenario        *engine.Scenario
		primary, backup bool
	}{
		{"a race", constant(1), true, true},
		{"three attempts", three, false, false},
		{"one attempt", one, true, true},
		{"no hedging", none, true, false},
		{"no hedging, by a table", table, true, true},
	}
	for _, test := range tests {
		rows, err := measure.Rows(test.scenario, measure.Page{Limit: 1}, wanted)
		if err != nil {
			t.Fatal(err)
		}
		row := rows.Items[0]
		if (row.PrimaryMs != nil) != test.primary || (row.BackupMs != nil) != test.backup || (row.Winner != "") != test.primary || row.WinnerAttempt != 1 {
			t.Errorf("%s: %+v", test.name, row)
		}
	}
	t.Logf("%d scenarios", len(tests))
}

// A state lists at most a thousand of the requests in flight, the first by number,
// and counts all.
func TestStateListsAThousand(t *testing.T) {
	s := constant(1500)
	s.Workload.Arrival.Paced.IntervalMs = 0
	m, err := measure.Seek(s, 0, milliseconds(15), measure.Page{Limit: 1}, wanted)
	if err != nil {
		t.Fatal(err)
	}
	listed := m.State.InFlight
	if m.State.InFlightTotal != 1500 || len(listed) != 1000 {
		t.Fatalf("%d of %d are listed", len(listed), m.State.InFlightTotal)
	}
	for i, r := range listed {
		if r.Request != i+1 || len(r.Attempts) != 2 || r.Attempts[1].SentAtMs != milliseconds(10) {
			t.Fatalf("place %d: %+v", i, r)
		}
	}
	t.Logf("%d requests", len(listed))
}

// It lists at most ten thousand attempts, though those of the first request in any case.
func TestStateListsTenThousandAttempts(t *testing.T) {
	for leaves, want := range map[int]int{10: 100, 2500: 2, 2501: 1, 5000: 1, 7000: 1} {
		s := constant(100)
		if leaves > 10 {
			s.Workload.Requests = 4
		}
		s.Workload.Arrival.Paced.IntervalMs, s.Workload.FanOut.Leaves = 0, leaves
		m, err := measure.Seek(s, 0, milliseconds(15), measure.Page{Limit: 1}, wanted)
		if err != nil {
			t.Fatal(err)
		}
		listed := m.State.InFlight
		if m.State.InFlightTotal != s.Workload.Requests || len(listed) != want || len(listed[0].Attempts) != 2*leaves {
			t.Errorf("of %d leaves each, %d of %d are listed, the first with %d attempts", leaves, len(listed), m.State.InFlightTotal, len(listed[0].Attempts))
		}
	}
}

// A report on a run of a hundred thousand takes memory for its latencies and its
// pages; the events of which it is made are forgotten.
func TestReportKeepsItsPagesAlone(t *testing.T) {
	const requests = 100_000
	const mostBytes = 40 * requests // two latencies of 8 bytes a request, and some to spare
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := measure.Run(constant(requests), measure.Page{Limit: 1000}, measure.Page{Limit: 1000}, wanted)
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	allocated := after.TotalAlloc - before.TotalAlloc
	t.Logf("%d events, %d bytes", r.Trace.Total, allocated)
	if r.Trace.Total != 8*requests+1 {
		t.Errorf("%d events", r.Trace.Total)
	}
	if allocated > mostBytes {
		t.Errorf("%d bytes were allocated, more than %d", allocated, mostBytes)
	}
}

// Waits and services come from a histogram where more than a hundred thousand leaves
// are counted, however few the requests are: those are what a run would keep.
func TestTimesOfManyLeavesTakeNoMemory(t *testing.T) {
	for _, c := range []struct {
		requests, warmup int
		exact            bool
	}{{10, 0, true}, {11, 0, false}, {20, 10, true}, {20, 0, false}} {
		s := constant(c.requests)
		s.Workload.WarmupRequests, s.Workload.FanOut.Leaves = c.warmup, 10_000
		s.Backend.Latency.Constant.Ms = milliseconds(20) + 1
		s.Backend.Capacity = engine.Capacity{Cluster: &engine.Cluster{
			Servers: 1, Workers: 10_000, Queue: engine.SharedQueue, Order: engine.FIFO, Balance: engine.RandomServer,
		}}
		s.Policy = s.Baseline().Policy
		s.Workload.Arrival.Paced.IntervalMs = milliseconds(1000)
		r, err := measure.Run(s, measure.Page{}, measure.Page{}, wanted)
		if err != nil {
			t.Fatal(err)
		}
		m := r.Metrics
		t.Logf("%d requests, %d of them not counted: services of %v, exact %v", c.requests, c.warmup, m.ServiceMs.P99, m.ServiceMs.Exact)
		if !m.LatencyMs.Exact || m.WaitMs.Exact != c.exact || m.ServiceMs.Exact != c.exact || m.LeafLatencyMs.Exact != c.exact {
			t.Errorf("%d requests, %d of them not counted: exact are latencies %v, waits %v, services %v, leaves %v", c.requests, c.warmup,
				m.LatencyMs.Exact, m.WaitMs.Exact, m.ServiceMs.Exact, m.LeafLatencyMs.Exact)
		}
		if want := s.Backend.Latency.Constant.Ms; m.ServiceMs.P50 != want || m.ServiceMs.Mean != want || m.WaitMs.Max != 0 {
			t.Errorf("services %+v, waits %+v", m.ServiceMs, m.WaitMs)
		}
	}
}
