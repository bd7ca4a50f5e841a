package measure_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// sought are scenarios to seek in: the drill's lessons, some in which many requests are
// in flight at once, or are over in no time, and some in which they queue.
func sought(t *testing.T) map[string]*engine.Scenario {
	rows := drillRows(t)
	all := map[string]*engine.Scenario{}
	for name, set := range map[string]settings{
		"baseline":        opened(func(s *settings) { s.off = true }),
		"opening":         opening,
		"tail only":       opened(func(s *settings) { s.delay = 130 }),
		"at once":         opened(func(s *settings) { s.delay = 0 }),
		"budget":          opened(func(s *settings) { s.budget = 10 }),
		"losers run on":   opened(func(s *settings) { s.delay, s.keep = 130, true }),
		"write":           opened(func(s *settings) { s.operation = engine.Write }),
		"crowded":         opened(func(s *settings) { s.operation, s.keep = engine.IdempotentWrite, true }),
		"all at one":      opened(func(s *settings) { s.delay, s.operation = 95, engine.Write }),
		"over in no time": opened(func(s *settings) { s.delay, s.operation = 0, engine.Write }),
	} {
		all[name] = set.scenario(rows)
	}
	all["crowded"].Workload.Arrival.Paced.IntervalMs = milliseconds(20)
	all["crowded"].Workload.DurationMs = 0
	all["all at one"].Workload.Arrival.Paced.IntervalMs = 0
	all["over in no time"].Backend.Latency.Table.PrimaryMs = make([]fixed.Micros, 20)
	for name, c := range map[string]engine.Cluster{
		"queues":   {Servers: 1, Workers: 2, Queue: engine.PerServerQueue, Order: engine.FIFO, Balance: engine.RoundRobin},
		"refusals": {Servers: 2, Workers: 1, Queue: engine.SharedQueue, QueueLimit: 2, Order: engine.LIFO, Balance: engine.RandomServer},
		"down": {
			Servers: 2, Workers: 2, Queue: engine.PerServerQueue, Order: engine.HedgesLast, Balance: engine.LeastOutstanding,
			Down: []engine.Down{{Window: engine.Window{Server: 1, FromMs: milliseconds(100), ToMs: milliseconds(300)}}},
		},
	} {
		s := opened(func(s *settings) { s.delay = 90 }).scenario(rows)
		s.Workload.Arrival.Paced.IntervalMs = milliseconds(40)
		s.Workload.DeadlineMs, s.Workload.DurationMs = milliseconds(400), 0
		s.Backend.Capacity = engine.Capacity{Cluster: &c}
		all[name] = s
	}
	return all
}

// TestSeek holds the run at an instant against the whole trace: at each instant
// with events, a microsecond before and after, at the start and at the end.
func TestSeek(t *testing.T) {
	scenarios, asked, inFlight, waiting := 0, 0, 0, 0
	for name, s := range sought(t) {
		t.Run(name, func(t *testing.T) {
			trace := fullTrace(s)
			at := []fixed.Micros{0}
			for _, e := range trace {
				at = append(at, e.At-1, e.At, e.At+1)
			}
			slices.Sort(at)
			end := trace[len(trace)-1].At
			for i, at := range slices.Compact(at) {
				if at < 0 || at > end {
					continue
				}
				from := at * fixed.Micros(i%4) / 4 // from the start, or from somewhere on the way
				got, err := measure.Seek(s, from, at, measure.Page{Limit: 1000}, wanted)
				if err != nil {
					t.Fatal(err)
				}
				want := momentOf(s, trace, from, at)
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("from %v to %v\n%+v, not\n%+v", from, at, got, want)
				}
				asked++
				inFlight = max(inFlight, got.State.InFlightTotal)
				for _, r := range got.State.InFlight {
					for _, a := range r.Attempts {
						if a.State == engine.Waiting {
							waiting++
						}
					}
				}
			}
			if late, err := measure.Seek(s, 0, end+1, measure.Page{}, wanted); err != nil || late.DurationMs != end {
				t.Errorf("after the end the run lasts %v, not %v; %v", late.DurationMs, end, err)
			}
			scenarios++
		})
	}
	t.Logf("%d instants of %d scenarios, at most %d requests in flight, %d waiting attempts", asked, scenarios, inFlight, waiting)
	if scenarios != 13 || asked < 1000 || inFlight < 5 || waiting == 0 {
		t.Error("too little was asked")
	}
}

// Walking by the next instant from 0 visits each instant with events once, and by
// the previous one from the end likewise.
func TestWalk(t *testing.T) {
	visited := 0
	for name, s := range sought(t) {
		var want []fixed.Micros
		for _, e := range fullTrace(s) {
			want = append(want, e.At)
		}
		want = slices.Compact(want)
		seek := func(at fixed.Micros) measure.Moment {
			m, err := measure.Seek(s, 0, at, measure.Page{Limit: 1}, wanted)
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		var there, back []fixed.Micros
		for at := fixed.Micros(0); at != measure.None; at = seek(at).Next {
			there = append(there, at)
		}
		for at := want[len(want)-1]; at != measure.None; at = seek(at).Previous {
			back = append(back, at)
		}
		slices.Reverse(back)
		if !slices.Equal(there, want) || !slices.Equal(back, want) {
			t.Errorf("%s: visited\n%v, and on the way back\n%v, not\n%v", name, there, back, want)
		}
		visited += len(there)
	}
	t.Logf("%d instants", visited)
	if visited == 0 {
		t.Error("nothing was visited")
	}
}

// A page of a moment holds its stretch of the events, and the total counts all.
func TestSeekPages(t *testing.T) {
	s := opening.scenario(drillRows(t))
	at := milliseconds(18_050)
	all := momentOf(s, fullTrace(s), milliseconds(3000), at).Events.Items
	pages := 0
	for offset := 0; offset <= len(all)+7; offset += 7 {
		m, err := measure.Seek(s, milliseconds(3000), at, measure.Page{Offset: offset, Limit: 7}, wanted)
		if err != nil {
			t.Fatal(err)
		}
		want := all[min(offset, len(all)):min(offset+7, len(all))]
		if !slices.Equal(m.Events.Items, want) || m.Events.Total != len(all) {
			t.Errorf("from %d on: %v of %d, not %v of %d", offset, m.Events.Items, m.Events.Total, want, len(all))
		}
		pages++
	}
	t.Logf("%d pages of %d events", pages, len(all))
	if len(all) < 20 {
		t.Error("too few events to page")
	}
}

func fullTrace(s *engine.Scenario) []engine.Event {
	var trace []engine.Event
	engine.Run(s, func(e *engine.Event) bool {
		trace = append(trace, *e)
		return true
	})
	return trace
}
