package theory

import (
	"fmt"
	"math"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// queueAt reads the events up to an instant: how many attempts wait and run when all of
// it has been played, and how many waited on average from the first arrival to another
// instant.
func queueAt(s *engine.Scenario, until, at fixed.Micros) (waiting, running int, mean float64) {
	var now, first fixed.Micros
	area, arrived := 0.0, false
	engine.Run(s, func(e *engine.Event) bool {
		if arrived {
			area += float64(waiting) * float64(max(0, min(e.At, until)-now))
		}
		if e.At > at {
			return false
		}
		now = e.At
		switch {
		case e.Type == engine.RequestArrived && !arrived:
			arrived, first = true, e.At
		case e.Type == engine.AttemptSent:
			waiting++
		case e.Type == engine.AttemptStarted:
			waiting, running = waiting-1, running+1
		case e.Type.EndsAttempt() && e.State == engine.Running:
			running--
		case e.Type.EndsAttempt():
			waiting--
		}
		return true
	})
	if until > first {
		mean = area / float64(until-first)
	}
	return waiting, running, mean
}

// After a trouble the backlog of an M/M/c queue is worked off: from n waiting attempts
// to m it takes (n − m)/(cμ − λ) on average, whatever was before.
func TestRecoveryTakesTheBacklogOverTheSpareRate(t *testing.T) {
	const mm1 = `{"workload":{"requests":%d,"arrival":{"poisson":{"ratePerSecond":%v}},"durationMs":0,"deadlineMs":%d,"bursts":[%s]},
		"backend":{"latency":{"exponential":{"meanMs":100}},"capacity":{"cluster":{"servers":1,"workers":%d,"queue":"shared","down":[%s]}}},"policy":{"none":{}}}`
	for name, c := range map[string]struct {
		requests, workers int
		rate              float64
		burst, down       string
		from, to          fixed.Micros // the trouble, in seconds
		seeds             int
	}{
		"burst at the start":                {1000, 1, 7, `{"atMs":0,"requests":100}`, "", 0, 0, 400},
		"small burst at the start":          {1000, 1, 7, `{"atMs":0,"requests":20}`, "", 0, 0, 200},
		"burst after a short time":          {1500, 1, 7, `{"atMs":50000,"requests":100}`, "", 50, 50, 200},
		"burst after a calm time":           {2800, 1, 7, `{"atMs":200000,"requests":100}`, "", 200, 200, 200},
		"burst at a load of 0.9":            {5500, 1, 9, `{"atMs":200000,"requests":100}`, "", 200, 200, 200},
		"four workers":                      {4500, 4, 28, `{"atMs":100000,"requests":200}`, "", 100, 100, 200},
		"two bursts":                        {2800, 1, 7, `{"atMs":200000,"requests":50},{"atMs":205000,"requests":60}`, "", 200, 205, 200},
		"the server down for half a minute": {3500, 1, 7, "", `{"server":1,"fromMs":200000,"toMs":230000}`, 200, 230, 200},
	} {
		deadline := 0
		if c.down != "" {
			deadline = 86_400_000
		}
		s := scenario(t, fmt.Sprintf(mm1, c.requests, c.rate, deadline, c.burst, c.workers, c.down))
		from, to := c.from*1000*fixed.Millisecond, c.to*1000*fixed.Millisecond
		var sum, squares, formula, took float64
		if !*long && c.seeds < 400 {
			c.seeds /= 4
		}
		for seed := range c.seeds {
			s.Seed = int64(seed + 1)
			waiting, running, mean := queueAt(&s, from, to)
			if waiting > 0 && running < c.workers {
				t.Fatalf("%s: %d wait while %d run", name, waiting, running)
			}
			r := playScenario(t, &s).Metrics.Recovery
			if r == nil || !r.Recovered || r.FromMs != to {
				t.Errorf("%s, seed %d: %+v", name, seed+1, r)
				continue
			}
			want := max(0, float64(waiting)-math.Floor(mean)) / (10*float64(c.workers) - c.rate)
			got := ms(*r.AfterMs) / 1000
			sum, squares = sum+got-want, squares+(got-want)*(got-want)
			formula, took = formula+want, took+got
		}
		n := float64(c.seeds)
		near(t, name+", seconds", took/n, formula/n, 3*math.Sqrt(squares/n-sum*sum/n/n)/math.Sqrt(n))
	}
}

// Hedging has the shared queue of the preset burst-trap tip over: then thousands are
// open at the end, and else none but a few. Without hedging the burst is worked off.
func TestTheBurstTrapIsNotRecovered(t *testing.T) {
	s := preset(t, "burst-trap")
	trapped := 0
	for seed := range 12 {
		s.Seed = int64(seed + 1)
		waiting, _, _ := queueAt(&s, 0, 249_000*fixed.Millisecond)
		m := playScenario(t, &s).Metrics
		if b := m.Baseline.Recovery; b == nil || !b.Recovered || *b.AfterMs > 2000*fixed.Millisecond {
			t.Errorf("seed %d: without hedging %s", seed+1, spell(b))
		}
		if m.Recovery == nil || m.Recovery.Recovered != (waiting < 200) {
			t.Errorf("seed %d: %s, and %d wait at the end", seed+1, spell(m.Recovery), waiting)
		}
		if waiting >= 200 {
			trapped++
		}
	}
	if t.Logf("%d of 12 runs are trapped", trapped); trapped < 9 {
		t.Errorf("only %d of 12", trapped)
	}
}

// Nothing is said where there is no trouble, where nothing can wait, and where the run
// ends too early: during the trouble, soon after it, or while its backlog is worked off.
func TestRecoveryOfWhichNothingCanBeSaid(t *testing.T) {
	const one = `"capacity":{"cluster":{"servers":1}}`
	for name, c := range map[string]struct{ bursts, capacity string }{
		"no trouble":         {"", one},
		"no queues":          {`{"atMs":20000,"requests":100}`, `"capacity":{"unlimited":{}}`},
		"no slower":          {"", `"capacity":{"cluster":{"servers":1,"slow":[{"server":1,"fromMs":20000,"toMs":30000,"factor":0.5}]}}`},
		"after the arrivals": {`{"atMs":20000,"requests":100},{"atMs":900000,"requests":1}`, one},
		"longer than them":   {"", `"capacity":{"cluster":{"servers":1,"slow":[{"server":1,"fromMs":20000,"toMs":900000,"factor":1.2}]}}`},
		"at their end":       {`{"atMs":425000,"requests":10}`, one},
		"worked off":         {`{"atMs":200000,"requests":900}`, one},
	} {
		for seed := range 10 {
			m := play(t, `{"seed":%d,"workload":{"requests":3000,"arrival":{"poisson":{"ratePerSecond":7}},"durationMs":0,"bursts":[%s]},
				"backend":{"latency":{"exponential":{"meanMs":100}},%s},"policy":{"none":{}}}`, seed+1, c.bursts, c.capacity).Metrics
			if m.Recovery != nil || m.Baseline.Recovery != nil {
				t.Errorf("%s, seed %d: %s", name, seed+1, spell(m.Recovery))
			}
		}
	}
}

// The findings say how long it took beside the baseline.
func TestFindingsOfRecovery(t *testing.T) {
	for body, want := range map[string]measure.Finding{
		`{"preset":"burst-trap"}`: {Code: "NOT_RECOVERED", Effect: measure.Worse},
		// All requests hedge while their servers are slow, which spends the budget: from then on one in ten is missed.
		`{"workload":{"requests":20000,"arrival":{"poisson":{"ratePerSecond":200}},"deadlineMs":500,"durationMs":0},
			"backend":{"latency":{"mixture":{"parts":[{"weight":9,"latency":{"constant":{"ms":10}}},{"weight":1,"latency":{"constant":{"ms":1000}}}]}},
			"capacity":{"cluster":{"servers":500,"queue":"shared","slow":[{"server":0,"fromMs":30000,"toMs":40000,"factor":8}]}}},
			"policy":{"hedge":{"delay":{"ms":50},"budget":{"percent":12}}}}`: {Code: "NOT_RECOVERED", Effect: measure.Worse},
		`{"preset":"burst-trap","policy":{"none":{}}}`: {Code: "RECOVERED", Effect: measure.Neutral},
		`{"preset":"one-down-server"}`:                 {Code: "RECOVERED", Effect: measure.Better},
		// The burst spends what is left of the budget, which takes seconds instead of an eighth of one.
		`{"preset":"budget-saves","policy":{"hedge":{"budget":{"percent":5}}}}`: {Code: "RECOVERED", Effect: measure.Worse},
	} {
		r := play(t, "%s", body)
		found := 0
		for _, f := range r.Outcome.Findings {
			if f.Code != "RECOVERED" && f.Code != "NOT_RECOVERED" {
				continue
			}
			found++
			t.Log(f)
			if f.Code != want.Code || f.Effect != want.Effect {
				t.Errorf("%s: %v", body, f)
			}
		}
		if found != 1 {
			t.Errorf("%s: %d findings of recovery", body, found)
		}
	}
}
