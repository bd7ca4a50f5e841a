package theory

import (
	"fmt"
	"math"
	"testing"
)

// Sixteen servers; service lognormal with median 10 ms and sigma 0.5, one in fifty
// uniform from 100 to 300 ms; Poisson arrivals; one independent backup after 30 ms.
// 300,000 requests, half as many without -long, of which the first tenth is not counted.
// The tables' figures are of single runs of an independent program: up to a load of 0.8 p99 is reproduced
// within 15 % and the share of extra attempts within 20 %, by the mean of a few
// seeds; at 0.95 runs differ widely, and only the order of magnitude is held.
const heavy = `{"mixture":{"parts":[{"weight":0.98,"latency":{"lognormal":{"medianMs":10,"sigma":0.5}}},{"weight":0.02,"latency":{"uniform":{"minMs":100,"maxMs":300}}}]}}`

// cell is one policy at one load. A p99 of 0 is a collapse.
type cell struct {
	queue  string
	load   float64
	policy string
	p99    float64
	extra  float64 // attempts in percent; 0: not stated
	short  bool    // runs without -long
}

const (
	alone     = `{"none":{}}`
	runOn     = `{"hedge":{"delay":{"ms":30},"cancel":"never"}}`
	drop      = `{"hedge":{"delay":{"ms":30},"cancelReach":"queued"}}`
	interrupt = `{"hedge":{"delay":{"ms":30}}}`
)

var cells = []cell{
	{"shared", 0.50, alone, 202, 0, false}, {"shared", 0.50, runOn, 41, 3.3, true}, {"shared", 0.50, drop, 41, 0, false}, {"shared", 0.50, interrupt, 41, 0, false},
	{"shared", 0.60, alone, 203, 0, false}, {"shared", 0.60, runOn, 0, 0, true}, {"shared", 0.60, drop, 42, 3.5, false}, {"shared", 0.60, interrupt, 41, 0, false},
	{"shared", 0.80, alone, 205, 0, false}, {"shared", 0.80, runOn, 0, 0, false}, {"shared", 0.80, drop, 68, 10, false}, {"shared", 0.80, interrupt, 41, 0, false},
	{"shared", 0.95, alone, 245, 0, false}, {"shared", 0.95, runOn, 0, 0, false}, {"shared", 0.95, drop, 378, 0, false}, {"shared", 0.95, interrupt, 43, 0, false},
	{"perServer", 0.30, alone, 272, 0, false}, {"perServer", 0.30, runOn, 119, 18, false}, {"perServer", 0.30, drop, 68, 15, false}, {"perServer", 0.30, interrupt, 46, 8, true},
	{"perServer", 0.50, alone, 364, 0, false}, {"perServer", 0.50, runOn, 1159, 75, false}, {"perServer", 0.50, drop, 135, 28, false}, {"perServer", 0.50, interrupt, 51, 13, false},
	{"perServer", 0.80, alone, 857, 0, false}, {"perServer", 0.80, runOn, 0, 0, false}, {"perServer", 0.80, drop, 217, 70, false}, {"perServer", 0.80, interrupt, 68, 30, false},
	{"perServer", 0.95, alone, 2650, 0, false}, {"perServer", 0.95, runOn, 0, 0, false}, {"perServer", 0.95, drop, 0, 0, false}, {"perServer", 0.95, interrupt, 84, 0, false},
}

func TestPublishedTables(t *testing.T) {
	const mean = 0.98*10*1.1331484530668263 + 0.02*200 // exp(0.5²/2)
	played := 0
	for _, c := range cells {
		if !c.short && !*long {
			continue
		}
		played++
		t.Run(fmt.Sprint(c.queue, c.load, c.policy), func(t *testing.T) {
			var p99, extra float64
			seeds, requests := 1.0, 150_000
			if *long {
				seeds, requests = 3, 300_000
			}
			collapses := 0.0
			for seed := range int(seeds) {
				r := play(t, `{"seed":%d,"workload":{"requests":%d,"warmupRequests":%d,"arrival":{"poisson":{"ratePerSecond":%.3f}},"durationMs":0},
					"backend":{"latency":%s,"capacity":{"cluster":{"servers":16,"queue":"%s"}}},"policy":%s}`, seed+1, requests, requests/10, 16000*c.load/mean, heavy, c.queue, c.policy)
				p99 += ms(r.Metrics.LatencyMs.P99) / seeds
				extra += 100 * float64(r.Metrics.Hedges) / float64(r.Metrics.Requests) / seeds
				if r.Outcome.Verdict == "COLLAPSE" {
					collapses++
				}
			}
			switch {
			case c.p99 == 0:
				if collapses < seeds {
					t.Errorf("%v of %v runs collapse; p99 %.0f", collapses, seeds, p99)
				}
				return
			case collapses > 0:
				t.Errorf("%v of %v runs collapse; p99 %.0f", collapses, seeds, p99)
			case c.load > 0.9, c.queue == "perServer" && c.load == 0.5 && c.policy == runOn:
				// Near the edge runs differ widely: in the second, servers are some 90 % busy, and
				// the p99 of twelve seeds goes from 814 to 5,419 ms.
				if ratio := p99 / c.p99; ratio < 1.0/3 || ratio > 3 {
					t.Errorf("p99 %.0f, published %.0f", p99, c.p99)
				}
				return
			}
			near(t, "p99", p99, c.p99, 0.15*c.p99+0.5)
			if c.extra > 0 {
				near(t, "extra attempts", extra, c.extra, math.Max(0.2*c.extra, 0.05))
			}
		})
	}
	t.Logf("%d cells of %d", played, len(cells))
}

// Strictly tied copies, the second after 1 ms and only while the first waits, as the
// preset has them: p99 by load as published, with 28 % copies at 0.3. They are the only policy that adds
// no work, so that the servers are as busy as the load. At 0.95 runs differ widely:
// the sign and the order hold.
func TestStrictlyTied(t *testing.T) {
	const mean = 0.98*10*1.1331484530668263 + 0.02*200
	played := 0
	for load, published := range map[float64]float64{0.30: 204, 0.50: 209, 0.80: 225, 0.95: 311} {
		if load != 0.30 && load != 0.80 && !*long {
			continue
		}
		played++
		seeds, p99 := 1, 0.0
		if *long {
			seeds = 3
		}
		for seed := range seeds {
			m := play(t, `{"preset":"tied-or-hedged","seed":%d,"workload":{"requests":%d,"warmupRequests":10000,"arrival":{"poisson":{"ratePerSecond":%.3f}}}}`,
				seed+1, 110_000+190_000*(seeds/3), 16000*load/mean).Metrics
			p99 += ms(m.LatencyMs.P99) / float64(seeds)
			near(t, fmt.Sprint("utilization at ", load), float64(*m.UtilizationPercent)/1000, 100*load, 1.5)
			if m.ExtraLoadPercent > 0 || m.LoserWorkMs > 0 || m.LatencyMs.P99 >= m.Baseline.LatencyMs.P99 {
				t.Errorf("load %v: %v %% extra load, %v ms of work lost, p99 %v ms, without %v", load, m.ExtraLoadPercent, m.LoserWorkMs, m.LatencyMs.P99, m.Baseline.LatencyMs.P99)
			}
			if load == 0.30 {
				near(t, "copies in percent", 100*float64(m.Hedges)/float64(m.Requests), 28, 2)
			}
		}
		tolerance := 0.15
		if load > 0.9 {
			tolerance = 0.5
		}
		within(t, fmt.Sprint("p99 at ", load), p99, published, tolerance)
	}
	t.Logf("%d loads", played)
}

// At a load of 0.95 dropping queued losers trades the median for nothing: published as
// p50 31 without hedging and 83 with it. Runs differ widely there: the order holds.
func TestPublishedMedians(t *testing.T) {
	if !*long {
		t.Skip("takes a minute; see -long")
	}
	m := play(t, `{"workload":{"requests":300000,"warmupRequests":30000,"arrival":{"poisson":{"ratePerSecond":1006.3}},"durationMs":0},
		"backend":{"latency":%s,"capacity":{"cluster":{"servers":16,"queue":"shared"}}},"policy":%s}`, heavy, drop).Metrics
	with, without := ms(m.LatencyMs.P50), ms(m.Baseline.LatencyMs.P50)
	if without < 31.0/2 || without > 31*2 || with < 83.0/3 || with > 83*3 || with < 1.5*without {
		t.Errorf("p50 %v without, %v with", without, with)
	}
	t.Logf("p50 %v without, %v with", without, with)
}

// Identical copies: the backup of a heavy request is as heavy, so interrupting the
// loser gains nothing, and costs what it adds.
func TestIdenticalCopiesGainNothing(t *testing.T) {
	const body = `{"workload":{"requests":50000,"warmupRequests":5000,"arrival":{"poisson":{"ratePerSecond":300}},"durationMs":0},
		"backend":{"latency":%s,"copies":"%s","capacity":{"cluster":{"servers":16,"queue":"shared"}}},"policy":` + interrupt + `,"judge":{"percentile":99}}`
	independent, identical := play(t, body, heavy, "independent"), play(t, body, heavy, "identical")
	if independent.Outcome.Verdict != "TAIL_CUT" {
		t.Errorf("independent: %s", independent.Outcome.Headline)
	}
	if identical.Metrics.LatencyMs.P99 < identical.Metrics.Baseline.LatencyMs.P99*99/100 {
		t.Errorf("identical: p99 %v, without hedging %v", identical.Metrics.LatencyMs.P99, identical.Metrics.Baseline.LatencyMs.P99)
	}
	if *identical.Metrics.UtilizationPercent <= *independent.Metrics.UtilizationPercent {
		t.Errorf("identical copies keep workers busy %v %%, independent %v %%", *identical.Metrics.UtilizationPercent, *independent.Metrics.UtilizationPercent)
	}
}
