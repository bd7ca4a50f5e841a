package handlers

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// shapes are scenarios of requests with hops, leaves, quorums and patience.
var shapes = []string{
	`{"workload":{"requests":5,"arrival":{"paced":{"intervalMs":20}},"durationMs":0,"hops":2,"fanOut":{"leaves":4,"quorum":3}},"backend":{"latency":{"exponential":{"meanMs":10}}},"policy":{"hedge":{"delay":{"ms":15},"maxAttempts":3}}}`,
	`{"workload":{"requests":5,"arrival":{"paced":{"intervalMs":20}},"durationMs":0,"operation":"write","commitMs":3,"fanOut":{"leaves":6,"afterMs":12}},"backend":{"latency":{"exponential":{"meanMs":10}}},"policy":{"hedge":{"delay":{"ms":5},"cancel":"never"}}}`,
	`{"workload":{"requests":5,"durationMs":0,"fanOut":{"leaves":1,"afterMs":12}},"backend":{"latency":{"constant":{"ms":20}}},"policy":{"hedge":{"delay":{"ms":5}}}}`,
	`{"workload":{"requests":30,"arrival":{"paced":{"intervalMs":4}},"durationMs":0,"hops":2,"deadlineMs":40,"fanOut":{"leaves":3,"quorum":2}},"backend":{"latency":{"exponential":{"meanMs":10}},"capacity":{"cluster":{"servers":3,"queueLimit":2}}},"policy":{"hedge":{"delay":{"ms":5},"cancel":"onStart","cancelDelayMs":1}}}`,
	`{"workload":{"requests":3,"durationMs":0,"hops":100,"fanOut":{"leaves":3}},"backend":{"latency":{"exponential":{"meanMs":1}}},"policy":{"none":{}}}`,
}

type leavesAnswer struct {
	Items []measure.Leaf
	Total int
	Next  string
}

func (a answer) leaves() (l leavesAnswer) {
	a.t.Helper()
	a.is(200).into(&l)
	return l
}

// The rows of a request's leaves, on all their pages, add up to the request's own
// row; the distribution ends at the slowest latency; and at every tenth event the run
// stands as the contract says it can.
func TestShapesAddUp(t *testing.T) {
	s := newServer(t)
	statuses, leaves, moments := map[string]int{}, 0, 0
	for _, settings := range shapes {
		r := s.post(settings).is(201).run()
		for _, row := range r.Requests.Items {
			var all []measure.Leaf
			path := fmt.Sprintf("/runs/%s/leaves?request=%d&limit=7", r.ID, row.Request)
			for path != "" {
				page := s.get(path).leaves()
				all = append(all, page.Items...)
				path = page.Next
			}
			whole := s.get(fmt.Sprintf("/runs/%s/leaves?request=%d", r.ID, row.Request)).leaves()
			if !reflect.DeepEqual(all, whole.Items) || whole.Total != len(all) {
				t.Errorf("%s: request %d has %d leaves on pages, and %d", r.ID, row.Request, len(all), whole.Total)
			}
			compareSums(t, row, all)
			statuses["request "+row.Status]++
			for _, leaf := range all {
				statuses["leaf "+leaf.Status]++
				leaves++
			}
		}
		for i := 0; i < len(r.Trace.Items); i += 10 {
			at := r.Trace.Items[i].AtMs
			got := s.get(fmt.Sprintf("/runs/%s/events?at=%v&fromMs=%v", r.ID, at, at)).events()
			if got.State.InFlightTotal != len(got.State.InFlight) || got.State.Partial > got.State.Answered {
				t.Errorf("%s at %v: %+v", r.ID, at, got.State)
			}
			moments++
		}
		compareSpread(t, s, r)
	}
	t.Logf("%v, %d leaves, %d moments", statuses, leaves, moments)
	for _, status := range []string{
		"request answered", "request partial", "request failed", "request expired", "leaf answered", "leaf failed", "leaf closed",
	} {
		if statuses[status] == 0 {
			t.Errorf("saw no %s", status)
		}
	}
}

func compareSums(t *testing.T, row measure.Row, leaves []measure.Leaf) {
	t.Helper()
	sum := measure.Row{
		Request: row.Request, Warmup: row.Warmup, ArrivalMs: row.ArrivalMs, Status: row.Status, LatencyMs: row.LatencyMs,
		PrimaryMs: row.PrimaryMs, BackupMs: row.BackupMs, Winner: row.Winner, WinnerAttempt: row.WinnerAttempt,
	}
	answered := 0
	for _, leaf := range leaves {
		sum.Attempts += leaf.Attempts
		sum.Commits += leaf.Commits
		sum.LoserWorkMs += leaf.LoserWorkMs
		sum.Hedged = sum.Hedged || leaf.Hedged
		sum.Suppressed = sum.Suppressed || leaf.Suppressed
		if leaf.Status == "answered" {
			answered++
		}
	}
	if row.LeavesAnswered != nil {
		sum.LeavesAnswered = &answered
	}
	if !reflect.DeepEqual(sum, row) {
		t.Errorf("the leaves add up to %+v, not %+v", sum, row)
	}
}

func compareSpread(t *testing.T, s *server, r runAnswer) {
	t.Helper()
	var spread struct {
		ID       string
		Requests int
		Points   []measure.Point
	}
	s.get("/runs/" + r.ID + "/distribution").is(200).into(&spread)
	m := r.Metrics
	last := spread.Points[len(spread.Points)-1]
	if spread.ID != r.ID || spread.Requests != m.Requests || last != (measure.Point{Percent: 100_000, Ms: m.LatencyMs.Max, BaselineMs: m.Baseline.LatencyMs.Max}) {
		t.Errorf("%s is spread as %+v", r.ID, spread)
	}
	for _, p := range spread.Points {
		if p.Percent == 50_000 && (p.Ms != m.LatencyMs.P50 || p.BaselineMs != m.Baseline.LatencyMs.P50) {
			t.Errorf("%s: the median is %+v", r.ID, p)
		}
	}
}

// The widest requests that there are answer as others do: all attempts of the first
// that is in flight are listed, and the rows of its leaves come in pages.
func TestWidestRequests(t *testing.T) {
	s := newServer(t)
	r := s.post(`{"workload":{"requests":3,"durationMs":0,"arrival":{"paced":{"intervalMs":1}},"fanOut":{"leaves":10000}},"backend":{"latency":{"constant":{"ms":20}}},"policy":{"hedge":{"delay":{"ms":15}}}}`).is(201).run()
	if want := fixed.Micros(20_000); r.Metrics.LatencyMs.Max != want || r.Metrics.Hedges != 30_000 || *r.Requests.Items[2].LeavesAnswered != 10_000 {
		t.Errorf("%+v", r.Metrics)
	}
	state := s.get("/runs/" + r.ID + "/events?at=18.5&limit=1").events().State
	if state.InFlightTotal != 3 || len(state.InFlight) != 1 || len(state.InFlight[0].Attempts) != 20_000 {
		t.Errorf("%d requests are in flight, %d are listed", state.InFlightTotal, len(state.InFlight))
	}
	page := s.get("/runs/" + r.ID + "/leaves?request=3&limit=1000").leaves()
	second := s.get(page.Next).leaves()
	if first := second.Items[0]; page.Total != 10_000 || len(page.Items) != 1000 || first.Hop != 1 || first.Leaf != 1001 {
		t.Errorf("the second of the pages of %d rows starts with %+v", page.Total, first)
	}
}
