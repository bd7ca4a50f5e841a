package measure_test

import (
	"reflect"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// byHand is what a person works out of a scenario with pencil and paper.
type byHand struct {
	scenario *engine.Scenario
	metrics  measure.Metrics
	findings []string // the verdict first
	rows     []measure.Row
	leaves   map[int][]measure.Leaf         // by request
	states   map[fixed.Micros]measure.State // by instant, in ms
}

// servers is a scenario in which a leaf takes 10 ms, but on some of three servers,
// which are taken in turn, a multiple of that.
func servers(requests int, factor fixed.Millionths, slow ...int) *engine.Scenario {
	s := opened(func(*settings) {}).scenario(nil)
	s.Workload.Requests, s.Workload.DurationMs = requests, 0
	s.Workload.FanOut.Leaves = 3
	s.Backend.Latency = latency.Law{Constant: &latency.Constant{Ms: milliseconds(10)}}
	c := &engine.Cluster{Servers: 3, Workers: 1, Queue: engine.PerServerQueue, Order: engine.FIFO, Balance: engine.RoundRobin}
	for _, server := range slow {
		c.Slow = append(c.Slow, engine.Slow{Window: engine.Window{Server: server, ToMs: milliseconds(1000)}, Factor: factor * 1_000_000})
	}
	s.Backend.Capacity = engine.Capacity{Cluster: c}
	return s
}

// liveAt is an attempt at a server, where it waits or has started when it was sent.
func liveAt(server int, state engine.WorkState, sent int, a measure.LiveAttempt) measure.LiveAttempt {
	a.Server, a.State, a.SentAtMs = server, state, milliseconds(sent)
	if state == engine.Running {
		a.StartedAtMs = new(a.SentAtMs)
	}
	return a
}

// quorum asks two of three leaves in each of two hops; servers 2 and 3 are slow. In
// the first hop leaf 1 answers at 10. Backups of the others are sent at 15: that of
// leaf 2 to server 1, where it answers at 25; that of leaf 3 waits at server 2. So the
// hop is answered at 25, and what is left of it is stopped. The second starts with
// server 3: now leaf 2 answers after 10, leaf 1's backup at 50, and leaf 3's waits.
// Two of the six leaves are worked on twice. Without hedging each hop takes 40, and
// what leaf 3 answers then is too late.
func quorum() byHand {
	s := servers(1, 4, 2, 3)
	s.Workload.Hops, s.Workload.FanOut.Quorum = 2, 2
	s.Policy.Hedge.Delay.Ms = new(milliseconds(15))
	live := func(hop, leaf, attempt int, role string, server int, state engine.WorkState, sent int) measure.LiveAttempt {
		return liveAt(server, state, sent, measure.LiveAttempt{Hop: hop, Leaf: leaf, Attempt: attempt, Role: role})
	}
	open := func(attempts ...measure.LiveAttempt) []measure.InFlight {
		return []measure.InFlight{{Request: 1, Attempts: attempts}}
	}
	leaf := func(hop, n int, status string, latency, attempts, winner, work int) measure.Leaf {
		return measure.Leaf{
			Hop: hop, Leaf: n, Status: status, SentMs: milliseconds(25 * (hop - 1)), LatencyMs: milliseconds(latency),
			Attempts: attempts, Hedged: attempts > 1, WinnerAttempt: winner, LoserWorkMs: milliseconds(work),
		}
	}
	return byHand{
		scenario: s,
		metrics: measure.Metrics{
			Judged:           measure.Judged{Percentile: 95_000, Ms: milliseconds(50), BaselineMs: milliseconds(80)},
			ExtraLoadPercent: 33_333, ExtraWorkPercent: new(fixed.Percent(-22_222)),
			Figures: measure.Figures{
				Requests: 1, LatencyMs: all(50), SuccessPercent: 100_000, Hedges: 4, SuppressedByReason: &measure.Suppressed{},
				BackupWins: 1, WinsByAttempt: []int{0, 1},
				WorkMs: measure.Work{Useful: milliseconds(40), Loser: milliseconds(100)}, LoserWorkMs: milliseconds(100),
				Partial: new(0), CompletenessPercent: new(fixed.Percent(66_667)),
				LeafLatencyMs: new(mixed(17_500, 10, 25)), LeafWinsByAttempt: []int{2, 2},
				UtilizationPercent: new(fixed.Percent(0)), MeanQueueLength: new(fixed.Millionths(0)),
				WaitMs: new(all(0)), ServiceMs: new(mixed(17_500, 10, 25)),
			},
			Baseline: measure.Figures{
				Requests: 1, LatencyMs: all(80), SuccessPercent: 100_000, WinsByAttempt: []int{1},
				WorkMs: measure.Work{Useful: milliseconds(100), Loser: milliseconds(80)}, LoserWorkMs: milliseconds(80),
				Partial: new(0), CompletenessPercent: new(fixed.Percent(66_667)),
				LeafLatencyMs: new(mixed(25_000, 10, 40)), LeafWinsByAttempt: []int{4},
				UtilizationPercent: new(fixed.Percent(0)), MeanQueueLength: new(fixed.Millionths(0)),
				WaitMs: new(all(0)), ServiceMs: new(mixed(30_000, 40, 40)),
			},
		},
		findings: []string{"EXCESS_LOAD", "TAIL_CUT", "OTHER_PERCENTILES"},
		rows: []measure.Row{{
			Request: 1, Status: "answered", Attempts: 10, LeavesAnswered: new(4), Hedged: true, WinnerAttempt: 2,
			LatencyMs: milliseconds(50), LoserWorkMs: milliseconds(100),
		}},
		leaves: map[int][]measure.Leaf{1: {
			leaf(1, 1, "answered", 10, 1, 1, 0), leaf(1, 2, "answered", 25, 2, 2, 25), leaf(1, 3, "closed", 25, 2, 0, 25),
			leaf(2, 1, "answered", 25, 2, 2, 25), leaf(2, 2, "answered", 10, 1, 1, 0), leaf(2, 3, "closed", 25, 2, 0, 25),
		}},
		states: map[fixed.Micros]measure.State{
			20: {Counters: measure.Counters{Arrived: 1, Hedges: 2}, InFlightTotal: 1, InFlight: open(
				live(1, 2, 1, "primary", 2, engine.Running, 0), live(1, 2, 2, "backup", 1, engine.Running, 15),
				live(1, 3, 1, "primary", 3, engine.Running, 0), live(1, 3, 2, "backup", 2, engine.Waiting, 15))},
			30: {Counters: measure.Counters{Arrived: 1, Hedges: 2, LoserWorkMs: milliseconds(50)}, InFlightTotal: 1, InFlight: open(
				live(2, 1, 1, "primary", 3, engine.Running, 25), live(2, 2, 1, "primary", 1, engine.Running, 25),
				live(2, 3, 1, "primary", 2, engine.Running, 25))},
			45: {Counters: measure.Counters{Arrived: 1, Hedges: 4, LoserWorkMs: milliseconds(50)}, InFlightTotal: 1, InFlight: open(
				live(2, 1, 1, "primary", 3, engine.Running, 25), live(2, 1, 2, "backup", 1, engine.Running, 40),
				live(2, 3, 1, "primary", 2, engine.Running, 25), live(2, 3, 2, "backup", 3, engine.Waiting, 40))},
			50: {Counters: measure.Counters{Arrived: 1, Answered: 1, Hedges: 4, BackupWins: 1, LoserWorkMs: milliseconds(100)}, InFlight: []measure.InFlight{}},
		},
	}
}

// patience waits 15 ms for three leaves; server 3 takes 50, losers run on. The backup
// of leaf 3, sent at 12, is too late for request 1. Request 2 comes at 30, from server
// 2 on: its second leaf waits at server 3 until 50, and has a backup from 42 to 52. Without hedging its third leaf waits there.
func patience() byHand {
	s := servers(2, 5, 3)
	s.Workload.Arrival.Paced.IntervalMs, s.Workload.FanOut.AfterMs = milliseconds(30), milliseconds(15)
	h := s.Policy.Hedge
	h.Delay.Ms, h.Cancel = new(milliseconds(12)), engine.CancelNever
	live := func(leaf, attempt int, role string, server int, state engine.WorkState, sent int) measure.LiveAttempt {
		return liveAt(server, state, sent, measure.LiveAttempt{Hop: 1, Leaf: leaf, Attempt: attempt, Role: role})
	}
	row := func(request, arrival int) measure.Row {
		return measure.Row{
			Request: request, ArrivalMs: milliseconds(arrival), Status: "partial", Attempts: 4, LeavesAnswered: new(2), Hedged: true,
			LatencyMs: milliseconds(15), LoserWorkMs: milliseconds(60),
		}
	}
	whole := func(n, sent int) measure.Leaf {
		return measure.Leaf{Hop: 1, Leaf: n, Status: "answered", SentMs: milliseconds(sent), LatencyMs: milliseconds(10), Attempts: 1, WinnerAttempt: 1}
	}
	cut := func(n, sent int) measure.Leaf {
		return measure.Leaf{
			Hop: 1, Leaf: n, Status: "closed", SentMs: milliseconds(sent), LatencyMs: milliseconds(15), Attempts: 2, Hedged: true, LoserWorkMs: milliseconds(60),
		}
	}
	return byHand{
		scenario: s,
		metrics: measure.Metrics{
			Judged:           measure.Judged{Percentile: 95_000, Ms: milliseconds(15), BaselineMs: milliseconds(15)},
			ExtraLoadPercent: 33_333, ExtraWorkPercent: new(fixed.Percent(14_286)),
			Figures: measure.Figures{
				Requests: 2, LatencyMs: all(15), Hedges: 2, SuppressedByReason: &measure.Suppressed{}, WinsByAttempt: []int{0, 0},
				WorkMs: measure.Work{Useful: milliseconds(40), Loser: milliseconds(120)}, LoserWorkMs: milliseconds(120),
				Answered: new(2), Failed: new(0), Expired: new(0), AnsweredLatencyMs: new(all(15)),
				Partial: new(2), CompletenessPercent: new(fixed.Percent(66_667)),
				LeafLatencyMs: new(all(10)), LeafWinsByAttempt: []int{4, 0},
				UtilizationPercent: new(fixed.Percent(66_667)), MeanQueueLength: new(fixed.Millionths(0)),
				WaitMs: new(mixed(2500, 0, 20)), ServiceMs: new(mixed(20_000, 10, 50)),
			},
			Baseline: measure.Figures{
				Requests: 2, LatencyMs: all(15), WinsByAttempt: []int{0},
				WorkMs: measure.Work{Useful: milliseconds(40), Loser: milliseconds(100)}, LoserWorkMs: milliseconds(100),
				Answered: new(2), Failed: new(0), Expired: new(0), AnsweredLatencyMs: new(all(15)),
				Partial: new(2), CompletenessPercent: new(fixed.Percent(66_667)),
				LeafLatencyMs: new(all(10)), LeafWinsByAttempt: []int{4},
				UtilizationPercent: new(fixed.Percent(55_556)), MeanQueueLength: new(fixed.Millionths(0)),
				WaitMs: new(mixed(3333, 0, 20)), ServiceMs: new(mixed(23_333, 10, 50)),
			},
		},
		findings: []string{"EXCESS_LOAD", "NO_TAIL_GAIN", "PARTIAL_ANSWERS"},
		rows:     []measure.Row{row(1, 0), row(2, 30)},
		leaves: map[int][]measure.Leaf{
			1: {whole(1, 0), whole(2, 0), cut(3, 0)},
			2: {whole(1, 30), cut(2, 30), whole(3, 30)},
		},
		states: map[fixed.Micros]measure.State{
			20: {Counters: measure.Counters{Arrived: 1, Answered: 1, Partial: 1, Hedges: 1}, InFlightTotal: 1, InFlight: []measure.InFlight{
				{Request: 1, Ended: true, Attempts: []measure.LiveAttempt{live(3, 1, "primary", 3, engine.Running, 0), live(3, 2, "backup", 1, engine.Running, 12)}}}},
			22: {Counters: measure.Counters{Arrived: 1, Answered: 1, Partial: 1, Hedges: 1, LoserWorkMs: milliseconds(10)}, InFlightTotal: 1, InFlight: []measure.InFlight{
				{Request: 1, Ended: true, Attempts: []measure.LiveAttempt{live(3, 1, "primary", 3, engine.Running, 0)}}}},
			48: {Counters: measure.Counters{Arrived: 2, Answered: 2, Partial: 2, Hedges: 2, LoserWorkMs: milliseconds(10)}, InFlightTotal: 2, InFlight: []measure.InFlight{
				{Request: 1, Ended: true, Attempts: []measure.LiveAttempt{live(3, 1, "primary", 3, engine.Running, 0)}},
				{Request: 2, Ended: true, Attempts: []measure.LiveAttempt{live(2, 1, "primary", 3, engine.Waiting, 30), live(2, 2, "backup", 2, engine.Running, 42)}}}},
		},
	}
}

// all are the figures of latencies that are all the same, in ms.
func all(ms int) measure.Latencies {
	at := milliseconds(ms)
	return measure.Latencies{Mean: at, Percentiles: measure.Percentiles{P50: at, P90: at, P95: at, P99: at, P999: at}, Max: at, Exact: true}
}

// mixed are those of latencies of which at least half are of one value and at least a
// ninth of a larger one; the mean is in microseconds.
func mixed(mean fixed.Micros, small, large int) measure.Latencies {
	l := all(large)
	l.Mean, l.P50 = mean, milliseconds(small)
	return l
}

func TestShapesByHand(t *testing.T) {
	for name, want := range map[string]byHand{"quorum": quorum(), "patience": patience()} {
		t.Run(name, func(t *testing.T) {
			page := measure.Page{Limit: 100}
			got, err := measure.Run(want.scenario, page, page, wanted)
			if err != nil {
				t.Fatal(err)
			}
			got.Metrics.Warnings = nil
			compareAsText(t, "metrics", got.Metrics, want.metrics)
			compareAsText(t, "verdict and findings", append([]string{got.Outcome.Verdict}, codes(got.Outcome.Findings)...), want.findings)
			compareAsText(t, "rows", got.Requests.Items, want.rows)
			for request, rows := range want.leaves {
				leaves, err := measure.Leaves(want.scenario, request, page, wanted)
				if err != nil || leaves.Total != len(rows) {
					t.Errorf("%d leaves: %v", leaves.Total, err)
				}
				compareAsText(t, "leaves", leaves.Items, rows)
			}
			for at, state := range want.states {
				moment, err := measure.Seek(want.scenario, 0, at*fixed.Millisecond, page, wanted)
				if err != nil {
					t.Fatal(err)
				}
				compareAsText(t, "state", moment.State, state)
			}
		})
	}
}

func compareAsText(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n%s, not\n%s", what, text(got), text(want))
	}
}
