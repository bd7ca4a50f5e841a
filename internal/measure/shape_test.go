package measure_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// TestSeekInShapes holds requests with a shape, at random instants, against their
// whole traces.
func TestSeekInShapes(t *testing.T) {
	r := chooser{rand.New(rand.NewPCG(7, 11))}
	n := map[string]int{}
	for range 150 {
		s := r.shaped()
		trace := fullTrace(s)
		for range 12 {
			at := trace[r.IntN(len(trace))].At
			got, err := measure.Seek(s, at, at, measure.Page{Limit: 1000}, wanted)
			if err != nil {
				t.Fatal(err)
			}
			if want := momentOf(s, trace, at, at); !reflect.DeepEqual(got, want) {
				t.Fatalf("at %v of %s\n%s, not\n%s", at, text(s), text(got), text(want))
			}
			n["instants"]++
			n["partial"] += got.State.Partial
			for _, open := range got.State.InFlight {
				n["attempts of leaves"] += len(open.Attempts)
				n["most of one request"] = max(n["most of one request"], len(open.Attempts))
			}
		}
	}
	t.Log(n)
	if n["instants"] == 0 || n["partial"] == 0 || n["attempts of leaves"] == 0 || n["most of one request"] < 10 {
		t.Error("too little was seen")
	}
}

// TestLeavesAgreeWithTheWholeTrace holds the rows of leaves against what the whole
// trace tells of each.
func TestLeavesAgreeWithTheWholeTrace(t *testing.T) {
	r := chooser{rand.New(rand.NewPCG(12, 3))}
	n := map[string]int{}
	for range 500 {
		s := r.shaped()
		h := historyOf(s)
		for _, request := range h.requests {
			want := h.leaves(request)
			page := measure.Page{Offset: one(r, 0, r.IntN(len(want)+1)), Limit: one(r, 1000, 1+r.IntN(3))}
			got, err := measure.Leaves(s, int(request.number), page, wanted)
			if err != nil {
				t.Fatal(err)
			}
			stretch := want[page.Offset:min(page.Offset+page.Limit, len(want))]
			if !reflect.DeepEqual(got.Items, stretch) || got.Total != len(want) {
				t.Fatalf("%+v of request %d: %s, not\n%s, of %s", page, request.number, text(got), text(stretch), text(s))
			}
			h.obeys(t, request, want)
			for _, leaf := range want {
				n[leaf.Status]++
			}
			n[request.how.String()]++
			n["rows"] += len(got.Items)
		}
	}
	t.Log(n)
	for _, what := range []string{"rows", "answered", "failed", "closed", "request.answered", "request.failed", "request.expired"} {
		if n[what] == 0 {
			t.Errorf("saw no %s", what)
		}
	}
}

// obeys says that as many leaves of each hop failed as the request's end tells: it
// fails as soon as more have than it can spare.
func (h *history) obeys(t *testing.T, r past, leaves []measure.Leaf) {
	t.Helper()
	f := h.s.Workload.FanOut
	failed := make([]int, h.s.Workload.Hops+1)
	last := 0
	for _, leaf := range leaves {
		last = leaf.Hop
		if leaf.Status == "failed" {
			failed[leaf.Hop]++
		}
	}
	for hop, n := range failed {
		if out := n > f.Leaves-f.Needed(); out != (r.how == engine.RequestFailed && hop == last) {
			t.Errorf("%d leaves of hop %d failed, and the request is told as %v, of %s", n, hop, r.how, text(h.s))
		}
	}
}

// leaves are the rows of a request, each read off the whole trace by walks of its own.
// Once its hop has lost more leaves than it can spare, others close.
func (h *history) leaves(r past) []measure.Leaf {
	all := []measure.Leaf{}
	for hop := 1; hop <= h.s.Workload.Hops; hop++ {
		failed := 0
		for leaf := 1; leaf <= h.s.Workload.FanOut.Leaves; leaf++ {
			row := h.leaf(r, engine.Key{Request: r.number, Hop: int8(hop), Leaf: int16(leaf)})
			if row.Attempts == 0 {
				continue
			}
			if row.Status == "failed" && row.LatencyMs == 0 {
				if failed++; failed > 1+h.s.Workload.FanOut.Leaves-h.s.Workload.FanOut.Needed() {
					row.Status = "closed"
				}
			}
			row.Hop, row.Leaf = hop, leaf
			all = append(all, row)
		}
	}
	return all
}

func (h *history) leaf(r past, key engine.Key) (row measure.Leaf) {
	refused := 0
	var last engine.Event // that could end it without an answer
	for _, a := range h.attempts {
		if leafOf(a.key) != key {
			continue
		}
		row.Attempts++
		if a.key.Attempt == 1 {
			row.SentMs = a.sent
		} else {
			row.Hedged = true
		}
		switch {
		case a.won:
			row.Status, row.WinnerAttempt, row.LatencyMs = "answered", int(a.key.Attempt), a.ended-row.SentMs
		case a.started != measure.None:
			row.LoserWorkMs += a.ended - a.started
		}
	}
	for _, e := range h.trace {
		if leafOf(e.Key) != key {
			continue
		}
		switch e.Type {
		case engine.AttemptRefused:
			refused++
			last = e
		case engine.HedgeSuppressed:
			row.Suppressed = true
			last = e
		case engine.WriteCommitted, engine.WriteDeduplicated:
			row.Commits++
		}
	}
	if row.Status == "" {
		row.Status, row.LatencyMs = "closed", h.hopEnd(r, key.Hop)-row.SentMs
		if refused == row.Attempts && last.Seq > 0 && noneCanFollow(h.s, last, row.Hedged, h.hedgers(last), r.arrival, row.SentMs) {
			row.Status, row.LatencyMs = "failed", last.At-row.SentMs
		}
	}
	return row
}

// hedgers is how many leaves had hedged when something happened.
func (h *history) hedgers(then engine.Event) int {
	leaves := map[engine.Key]bool{}
	for _, e := range h.trace[:then.Seq-1] {
		if isHedge(e) {
			leaves[leafOf(e.Key)] = true
		}
	}
	return len(leaves)
}

// hopEnd is when the next hop was sent, or the request ended.
func (h *history) hopEnd(r past, hop int8) fixed.Micros {
	next := func(a tried) bool { return a.key.Request == r.number && a.key.Hop == hop+1 }
	if i := slices.IndexFunc(h.attempts, next); i >= 0 {
		return h.attempts[i].sent
	}
	return r.end
}

// TestDistribution holds every point against the sorted latencies, and the percents
// against a list of them.
func TestDistribution(t *testing.T) {
	r := chooser{rand.New(rand.NewPCG(5, 9))}
	points := 0
	for range 150 {
		s := r.scenario()
		none := s.Baseline()
		run, baseline := historyOf(s), historyOf(&none)
		got, err := measure.Spread(s, wanted)
		if err != nil {
			t.Fatal(err)
		}
		failure := failureOf(run, baseline)
		latencies, unhedged := run.latencies(run.counted(), failure), baseline.latencies(baseline.counted(), failure)
		slices.Sort(latencies)
		slices.Sort(unhedged)
		want := measure.Distribution{Requests: len(latencies)}
		for _, p := range spread {
			if i := (p*len(latencies)+99_999)/100_000 - 1; p == 100_000 || i < len(latencies)-1 {
				want.Points = append(want.Points, measure.Point{Percent: fixed.Percent(p), Ms: latencies[i], BaselineMs: unhedged[i]})
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%s\nis spread as %s, not\n%s", text(s), text(got), text(want))
		}
		points += len(got.Points)
	}
	t.Logf("%d points", points)
	if points < 1500 {
		t.Error("too few points")
	}
}

// spread are the percents of a distribution, in thousandths.
var spread = []int{
	10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000, 80_000, 90_000,
	91_000, 92_000, 93_000, 94_000, 95_000, 96_000, 97_000, 98_000, 99_000,
	99_100, 99_200, 99_300, 99_400, 99_500, 99_600, 99_700, 99_800, 99_900,
	99_910, 99_920, 99_930, 99_940, 99_950, 99_960, 99_970, 99_980, 99_990,
	99_991, 99_992, 99_993, 99_994, 99_995, 99_996, 99_997, 99_998, 99_999,
	100_000,
}

// A distribution of a large run goes on to 99.999 %, of ten requests to 90.
func TestDistributionGoesAsFarAsItCan(t *testing.T) {
	for requests, want := range map[int]int{1: 1, 10: 10, 99: 18, 100: 19, 10_000: 37, 100_000: 46, 100_001: 46} {
		s := constant(requests)
		got, err := measure.Spread(s, wanted)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Points) != want {
			t.Errorf("of %d requests there are %d points, not %d", requests, len(got.Points), want)
		}
	}
}
