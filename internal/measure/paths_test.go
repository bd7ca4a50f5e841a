package measure

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// told is a report for which every event of the run and of its baseline was told.
func told(s *engine.Scenario, requests, trace Page) (Report, error) {
	pages, random := newPages(s, requests, trace), s.Traits().Has(engine.Random)
	run, err := summarize(s, random, always, pages)
	if err != nil {
		return Report{}, err
	}
	none := s.Baseline()
	baseline, err := summarize(&none, random, always, nil)
	if err != nil {
		return Report{}, err
	}
	if s.Policy.None != nil {
		baseline = run
	}
	pages.trace.Total = run.events
	c := compare(s, run, baseline)
	r := Report{DurationMs: run.end, Metrics: c.metrics(), Requests: pages.rows.List, Trace: pages.trace}
	r.Outcome = c.outcome(&r.Metrics)
	return r, nil
}

func always() bool { return true }

// simple makes of a random world one that may be played without an agenda: now and then
// something remains that forbids it.
func simple(r *rand.Rand) *engine.Scenario {
	s := worlds.Any(r)
	rarely := func() bool { return r.IntN(12) == 0 }
	w := &s.Workload
	if !rarely() {
		w.Hops, w.FanOut = 1, engine.FanOut{Leaves: 1}
	}
	if !rarely() {
		w.Bursts = nil
	}
	if !rarely() {
		w.DeadlineMs, w.FanOut.AfterMs = 0, 0
	}
	w.WarmupRequests = min(w.WarmupRequests, w.Total()-1)
	c := s.Backend.Capacity.Cluster
	if c != nil && !rarely() {
		c.Slow, c.Down, c.QueueLimit = nil, nil, 0
	}
	if c != nil && len(c.Down) > 0 && w.DeadlineMs == 0 {
		c.Down = nil
	}
	if c == nil && !rarely() {
		w.Operation = engine.Read
	}
	if r.IntN(3) == 0 {
		s.Backend.Latency = worlds.Law(r)
	}
	if s.Backend.Latency.Table != nil && w.Requests > len(s.Backend.Latency.Table.PrimaryMs) {
		s.Backend.Latency = latency.Law{Constant: &latency.Constant{Ms: fixed.Micros(r.IntN(4)) * 5000}}
	}
	if h := s.Policy.Hedging(); h != nil && !rarely() {
		h.Budget.Percent = new(fixed.Percent(100_000))
	}
	return s
}

// Whether events are told or not, the figures are the same, and so are the first rows and
// events.
func TestFiguresAreTheSameOnEveryPath(t *testing.T) {
	const cases = 2500
	r := rand.New(rand.NewPCG(1952, 1955))
	n := map[string]int{}
	for range cases {
		s := simple(r)
		if s.Backend.Latency.Table != nil && (s.Workload.Leaves() > 1 || len(s.Workload.Bursts) > 0 || s.Policy.MaxAttempts() > 2) {
			continue
		}
		rows, trace := Page{Limit: r.IntN(20)}, Page{Limit: r.IntN(50)}
		want, err := told(s, rows, trace)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Run(s, rows, trace, always)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := written(got), written(want); a != b {
			t.Fatalf("%s\nwithout events\n%s\nwith all\n%s", written(s), a, b)
		}
		n[pathOf(s)]++
	}
	t.Log(n)
	for _, path := range []string{"alone", "alone, hedged", "in turn", "told, its baseline in turn", "told"} {
		if n[path] < 30 {
			t.Errorf("only %d worlds went the path %q", n[path], path)
		}
	}
}

func pathOf(s *engine.Scenario) string {
	none := s.Baseline()
	_, alone := engine.NewAlone(s)
	_, inTurn := engine.NewInTurn(&none)
	switch {
	case alone && s.Policy.None == nil:
		return "alone, hedged"
	case alone:
		return "alone"
	case inTurn && s.Policy.None != nil:
		return "in turn"
	case inTurn:
		return "told, its baseline in turn"
	default:
		return "told"
	}
}

func written(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// The figures of many requests, of which latencies are not kept, are the same as well, for
// any number of workers.
func TestFiguresAreTheSameForAnyNumberOfWorkers(t *testing.T) {
	for _, text := range []string{
		`{"arrival":{"poisson":{"ratePerSecond":500}},"warmupRequests":20001}|{"unlimited":{}}|{"hedge":{"delay":{"ms":12},"maxAttempts":3,"probabilityPercent":70,"budget":{"percent":100},"cancel":"onAnswer","cancelReach":"running","cancelDelayMs":1}}`,
		`{"arrival":{"paced":{"intervalMs":0.003}},"warmupRequests":0}|{"unlimited":{}}|{"hedge":{"delay":{"ms":0},"maxAttempts":2,"probabilityPercent":100,"budget":{"percent":100},"cancel":"never","cancelReach":"running","cancelDelayMs":0}}`,
		`{"arrival":{"poisson":{"ratePerSecond":190}},"warmupRequests":1500}|{"cluster":{"servers":2,"workers":1,"queue":"perServer","order":"fifo","balance":"random","slow":[],"down":[]}}|{"none":{}}`,
		`{"arrival":{"poisson":{"ratePerSecond":380}},"warmupRequests":0}|{"cluster":{"servers":2,"workers":2,"queue":"shared","order":"fifo","balance":"random","slow":[],"down":[]}}|{"none":{}}`,
		`{"arrival":{"paced":{"intervalMs":2}},"warmupRequests":7}|{"cluster":{"servers":3,"workers":3,"queue":"perServer","order":"hedgesLast","balance":"roundRobin","slow":[],"down":[]}}|{"none":{}}`,
	} {
		part := strings.Split(text, "|")
		var s engine.Scenario
		err := json.Unmarshal([]byte(`{"seed":3,"backend":{"latency":{"exponential":{"meanMs":10}},"copies":"independent","capacity":`+part[1]+`},"policy":`+part[2]+
			`,"workload":`+part[0]+`,"judge":{"percentile":99,"extraLoadLimitPercent":10}}`), &s)
		if err != nil {
			t.Fatal(err)
		}
		s.Workload.Requests, s.Workload.Operation, s.Workload.Hops, s.Workload.FanOut.Leaves = exactUpTo+25_000, engine.Read, 1, 1
		want, err := told(&s, Page{}, Page{})
		if err != nil {
			t.Fatal(err)
		}
		for _, workers := range []int{1, 2, 7} {
			run, baseline, ok, err := summarizeAlone(&s, always, workers)
			if !ok {
				run, ok, err = summarizeInTurn(&s, always)
				baseline = run
			}
			if !ok || err != nil {
				t.Fatalf("%s is not played without events: %v", text, err)
			}
			c := compare(&s, run, baseline)
			m := c.metrics()
			if a, b := written(m), written(want.Metrics); a != b || run.end != want.DurationMs || run.events != want.Trace.Total {
				t.Fatalf("%s\n%d workers, %v, %d events\n%s\nnot %v, %d events\n%s", text, workers, run.end, run.events, a, want.DurationMs, want.Trace.Total, b)
			}
		}
	}
	t.Log("5 worlds")
}

// A run of many requests of which few count keeps their latencies: one worker plays it.
func TestFewThatCountOfMany(t *testing.T) {
	var s engine.Scenario
	err := json.Unmarshal([]byte(`{"seed":1,"workload":{"requests":120000,"warmupRequests":100000,"arrival":{"poisson":{"ratePerSecond":700}},"operation":"read","hops":1,"fanOut":{"leaves":1}},
		"backend":{"latency":{"exponential":{"meanMs":10}},"copies":"independent","capacity":{"unlimited":{}}},
		"policy":{"hedge":{"delay":{"ms":30},"maxAttempts":2,"probabilityPercent":100,"budget":{"percent":100},"cancel":"onAnswer","cancelReach":"running"}},
		"judge":{"percentile":99,"extraLoadLimitPercent":10}}`), &s)
	if err != nil {
		t.Fatal(err)
	}
	want, err := told(&s, Page{}, Page{})
	if err != nil {
		t.Fatal(err)
	}
	run, baseline, ok, err := summarizeAlone(&s, always, 3)
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	if got := compare(&s, run, baseline).metrics(); written(got) != written(want.Metrics) {
		t.Errorf("%s\nnot\n%s", written(got), written(want.Metrics))
	}
}

// Work aside panics where it is waited for.
func TestAsidePanicsWhereItIsWaitedFor(t *testing.T) {
	defer func() {
		if value := recover(); value != "a fault" {
			t.Errorf("it panicked with %v", value)
		}
	}()
	var a aside
	a.do(func() { panic("a fault") })
	a.do(func() {})
	a.wait()
}
