package handlers

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Ten settings in which every kind of event occurs.
var seekSettings = []string{
	`{}`,
	`{"policy":{"none":{}}}`,
	`{"policy":{"hedge":{"delay":{"ms":130}}}}`,
	`{"policy":{"hedge":{"delay":{"ms":0},"cancel":"never"}},"workload":{"operation":"write"}}`,
	`{"policy":{"hedge":{"budget":{"percent":10}}}}`,
	`{"workload":{"operation":"idempotentWrite","commitMs":90}}`,
	`{"workload":{"arrival":{"paced":{"intervalMs":20}},"durationMs":0}}`,
	`{"workload":{"arrival":{"paced":{"intervalMs":0}}},"policy":{"hedge":{"delay":{"ms":84.001}}}}`,
	`{"backend":{"latency":{"constant":{"ms":0}}},"workload":{"requests":5}}`,
	`{"backend":{"latency":{"constant":{"ms":100}}},"policy":{"hedge":{"delay":{"ms":30},"maxAttempts":4}},"workload":{"requests":5,"operation":"write"}}`,
}

// At instants that have an event, a microsecond before and after one, and at both ends:
// items, state, previous and next are what the whole trace says. Package measure asks at
// all instants.
func TestSeekAgreesWithTheTrace(t *testing.T) {
	s := newServer(t)
	instants, kinds := 0, map[string]bool{}
	for _, settings := range seekSettings {
		r := s.post(settings).is(201).run()
		if r.Trace.Total != len(r.Trace.Items) {
			t.Fatalf("%s: %d events do not fit a page", settings, r.Trace.Total)
		}
		all := instantsOf(r)
		for i, at := range all {
			if i%4 > 0 && i < len(all)-1 {
				continue
			}
			instants++
			got := s.get(fmt.Sprintf("/runs/%s/events?at=%v", r.ID, at)).events()
			compareMoment(t, r, got, at)
		}
		for _, e := range r.Trace.Items {
			kinds[e.Type] = true
		}
	}
	if instants < 300 || len(kinds) != 10 {
		t.Fatalf("saw %d instants and the types %v", instants, kinds)
	}
	t.Logf("%d instants", instants)
}

func instantsOf(r runAnswer) []fixed.Micros {
	at := []fixed.Micros{0, r.DurationMs}
	for _, e := range r.Trace.Items {
		at = append(at, e.AtMs-1, e.AtMs, e.AtMs+1)
	}
	slices.Sort(at)
	at = slices.Compact(at)
	return slices.DeleteFunc(at, func(t fixed.Micros) bool { return t < 0 || t > r.DurationMs })
}

// compareMoment recomputes a moment from the whole trace, in the dumbest way.
func compareMoment(t *testing.T, r runAnswer, got eventsAnswer, at fixed.Micros) {
	t.Helper()
	var until []eventAnswer
	var previous, next *fixed.Micros
	for _, e := range r.Trace.Items {
		switch {
		case e.AtMs > at:
			if next == nil {
				next = &e.AtMs
			}
		case e.AtMs < at:
			previous = &e.AtMs
			fallthrough
		default:
			until = append(until, e)
		}
	}
	where := fmt.Sprintf("%s at %v", r.ID, at)
	if got.AtMs != at || got.DurationMs != r.DurationMs || got.ID != r.ID {
		t.Errorf("%s: head %+v", where, got)
	}
	if !reflect.DeepEqual(got.Items, until) && len(until)+len(got.Items) > 0 || got.Total != len(until) {
		t.Errorf("%s: %d items, want %d", where, got.Total, len(until))
	}
	if !reflect.DeepEqual(got.PreviousMs, previous) || !reflect.DeepEqual(got.NextMs, next) {
		t.Errorf("%s: previous and next are wrong", where)
	}
	complete := at == r.DurationMs
	if got.Complete != complete || (got.Outcome != nil) != complete || (got.Metrics != nil) != complete {
		t.Errorf("%s: complete %v", where, got.Complete)
	}
	if complete && (!reflect.DeepEqual(*got.Outcome, r.Outcome) || !reflect.DeepEqual(*got.Metrics, r.Metrics)) {
		t.Errorf("%s: another outcome than the run's", where)
	}
	compareState(t, where, got, until)
}

func compareState(t *testing.T, where string, got eventsAnswer, until []eventAnswer) {
	t.Helper()
	count := map[string]int{}
	started := map[[2]int]fixed.Micros{}
	arrived, live := map[int]fixed.Micros{}, map[int]int{}
	ended := map[int]bool{}
	var loserWork fixed.Micros
	for _, e := range until {
		count[e.Type]++
		key := [2]int{e.Request, e.Attempt}
		switch e.Type {
		case "request.arrived":
			live[e.Request], arrived[e.Request] = 0, e.AtMs
		case "attempt.sent":
			live[e.Request]++
			if e.Role == "backup" {
				count["hedge"]++
			}
		case "attempt.started":
			started[key] = e.AtMs
			if *e.WaitedMs != 0 || *e.Extra != (e.Attempt > 1) {
				t.Errorf("%s: the start of %v is %+v", where, key, e)
			}
		case "attempt.answered":
			live[e.Request]--
			if ended[e.Request] {
				loserWork += e.AtMs - started[key]
			}
			if *e.WorkMs != e.AtMs-started[key] || *e.ServiceMs != *e.WorkMs || *e.LatencyMs != *e.WorkMs ||
				*e.Won == ended[e.Request] || e.State != "running" {
				t.Errorf("%s: the answer of %v is %+v", where, key, e)
			}
		case "attempt.cancelled":
			live[e.Request]--
			loserWork += *e.WorkMs
			if *e.WorkMs != e.AtMs-started[key] || *e.ServiceMs <= *e.WorkMs || *e.LatencyMs != *e.WorkMs ||
				e.By != "answer" || e.State != "running" {
				t.Errorf("%s: the end of %v is %+v", where, key, e)
			}
		case "request.answered":
			if *e.LatencyMs != e.AtMs-arrived[e.Request] || *e.Partial || ended[e.Request] {
				t.Errorf("%s: the answer of request %d is %+v", where, e.Request, e)
			}
			ended[e.Request] = true
			if e.Role == "backup" {
				count["win"]++
			}
		case "write.committed":
			if *e.Duplicate {
				count["duplicate"]++
			}
		}
	}
	open := 0
	for request, n := range live {
		if n > 0 || !ended[request] {
			open++
		}
	}
	st := got.State
	want := []int{count["request.arrived"], count["request.answered"], count["hedge"], count["hedge.suppressed"], count["win"],
		int(loserWork), count["duplicate"], count["write.deduplicated"], open, open}
	is := []int{st.Arrived, st.Answered, st.Hedges, st.SuppressedHedges, st.BackupWins,
		int(st.LoserWorkMs), st.DuplicateWrites, st.DeduplicatedWrites, st.InFlightTotal, len(st.InFlight)}
	if !slices.Equal(want, is) || st.ServersDown != nil {
		t.Errorf("%s: state %v, want %v", where, is, want)
	}
	last := 0
	for _, f := range st.InFlight {
		if f.Request <= last || len(f.Attempts) != live[f.Request] || f.Ended != ended[f.Request] {
			t.Errorf("%s: in flight %+v", where, f)
		}
		last = f.Request
		for _, a := range f.Attempts {
			if a.State != "running" || a.SentAtMs != started[[2]int{f.Request, a.Attempt}] || (a.Role == "primary") != (a.Attempt == 1) {
				t.Errorf("%s: in flight %+v", where, a)
			}
		}
	}
}

// Walking by nextMs from 0 visits every instant with events once.
func TestWalkingByNext(t *testing.T) {
	s := newServer(t)
	for _, settings := range seekSettings {
		r := s.post(settings).run()
		var instants, walked []fixed.Micros
		for _, e := range r.Trace.Items {
			instants = append(instants, e.AtMs)
		}
		instants = slices.Compact(instants)
		for at := new(fixed.Micros); at != nil; {
			walked = append(walked, *at)
			at = s.get(fmt.Sprintf("/runs/%s/events?at=%v&limit=1", r.ID, *at)).events().NextMs
		}
		if !slices.Equal(instants, walked) {
			t.Errorf("%s: walked %v, instants %v", settings, walked, instants)
		}
	}
}

// fromMs leaves out what is before it, and nothing else.
func TestFromMs(t *testing.T) {
	s := newServer(t)
	whole := s.post(`{}`).run().Trace.Items
	for _, window := range [][2]int{{0, 60000}, {3000, 3050}, {3001, 3049}, {15000, 15000}, {59999, 60000}} {
		from, at := ms(window[0]), ms(window[1])
		var want []eventAnswer
		for _, e := range whole {
			if from <= e.AtMs && e.AtMs <= at {
				want = append(want, e)
			}
		}
		got := s.get(fmt.Sprintf("/runs/v1.e30/events?at=%v&fromMs=%v", at, from)).events()
		if got.Total != len(want) || len(want) > 0 && !reflect.DeepEqual(got.Items, want) {
			t.Errorf("%v: %d events, want %d", window, got.Total, len(want))
		}
		plain := s.get(fmt.Sprintf("/runs/v1.e30/events?fromMs=%v", from)).events()
		if plain.State != nil || plain.Total == 0 || plain.Items[0].AtMs < from {
			t.Errorf("the plain list from %v: %+v", from, plain)
		}
	}
}

// The pages of a list, in order, are the list; each cursor is bound to its list.
func TestPages(t *testing.T) {
	s := newServer(t)
	whole := s.get("/runs/v1.e30/events").events()
	for _, path := range []string{"/runs/v1.e30/events?limit=7", "/runs/v1.e30/events?at=60000&limit=50"} {
		var items []eventAnswer
		pages := 0
		for path != "" {
			page := s.get(path).events()
			items = append(items, page.Items...)
			path = page.Next
			pages++
		}
		if !reflect.DeepEqual(items, whole.Items) || pages < 3 {
			t.Errorf("%d items on %d pages", len(items), pages)
		}
	}
}

func TestHundredThousandRequestsInPages(t *testing.T) {
	s := newServer(t)
	const n = 100_000
	body := fmt.Sprintf(`{"workload":{"requests":%d,"arrival":{"paced":{"intervalMs":1}},"durationMs":0},"backend":{"latency":{"constant":{"ms":20.5}}},"policy":{"hedge":{"delay":{"ms":15}}}}`, n)
	r := s.post(body).is(201).run()
	if r.Requests.Total != n || len(r.Requests.Items) != 1000 || len(r.Trace.Items) != 1000 || r.Trace.Total != 8*n+1 {
		t.Fatalf("%d rows, %d events", r.Requests.Total, r.Trace.Total)
	}
	if !r.Metrics.LatencyMs.Exact || r.Metrics.LatencyMs.P999 != 20500 {
		t.Errorf("latencies %+v", r.Metrics.LatencyMs)
	}
	second := s.get(r.Requests.Next).is(200)
	var page struct {
		Items []struct{ Request int }
		Next  string
	}
	second.into(&page)
	if len(page.Items) != 1000 || page.Items[0].Request != 1001 || page.Next == "" {
		t.Errorf("the second page starts with %+v", page.Items[0])
	}
	events := s.get(r.Trace.Next).events()
	if events.Items[0].Seq != 1001 || len(events.Items) != 1000 {
		t.Errorf("the second page starts with %+v", events.Items[0])
	}
	above := s.post(`{"workload":{"requests":100001,"arrival":{"paced":{"intervalMs":1}}},"backend":{"latency":{"constant":{"ms":20.5}}}}`, "Prefer", "return=minimal").run()
	if above.Metrics.LatencyMs.Exact {
		t.Error("percentiles of more than 100,000 requests are told as exact")
	}
}
