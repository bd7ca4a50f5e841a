package theory

import (
	"fmt"
	"math"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// The less loaded of two by unfinished work, which tied copies with instant messages
// come to. In the limit of many servers, with exponential service of mean 1 and load λ,
// the share F of servers with more work than w obeys F' = λF² − F (level crossing; in
// general λF^d − F: Hellemans and Van Houdt, 2018), so F(w) = 1/(λ + (1/λ − λ)·e^w). A
// request waits longer than w with chance F(w)², on average −ln(1 − λ²)/λ² − 1.
func TestTiedCopiesAreTheLessLoadedOfTwo(t *testing.T) {
	for _, load := range []float64{0.5, 0.8} {
		m := play(t, `{"workload":{"requests":%d,"arrival":{"poisson":{"ratePerSecond":%v}},"durationMs":0,"warmupRequests":25000},
			"backend":{"latency":{"exponential":{"meanMs":10}},"capacity":{"cluster":{"servers":1000}}},
			"policy":{"hedge":{"delay":{"ms":0},"cancel":"onStart"}}}`, requests(1_600_000), 100_000*load).Metrics
		mean := 10 * (-math.Log(1-load*load)/(load*load) - 1)
		near(t, fmt.Sprint("mean wait at ", load), ms(m.WaitMs.Mean), mean, 0.02*mean*wider())
		near(t, fmt.Sprint("mean at ", load), ms(m.LatencyMs.Mean), 10+mean, 0.01*(10+mean)*wider())
		for p, got := range map[float64]float64{0.9: ms(m.WaitMs.P90), 0.95: ms(m.WaitMs.P95), 0.99: ms(m.WaitMs.P99)} {
			if want := 10 * math.Log((1/math.Sqrt(1-p)-load)/(1/load-load)); want > 0 {
				near(t, fmt.Sprintf("p%v of waits at %v", 100*p, load), got, want, 0.02*want*wider())
			}
		}
		if m.LoserWorkMs != 0 {
			t.Errorf("%v ms of loser work", m.LoserWorkMs)
		}
	}
}

// Messages that take δ let both copies start, if both servers get free within δ. Three
// leaves at once on two idle servers: two are served, the third waits at both, whose
// exponential residuals differ by less than δ with chance 1 − e^(−δ/m).
func TestBothTiedCopiesStartInsideTheMessage(t *testing.T) {
	const mean = 10
	for _, delay := range []float64{0, 0.5, 2, 10, 25} {
		s := scenario(t, fmt.Sprintf(`{"seed":17,"workload":{"requests":%d,"arrival":{"paced":{"intervalMs":600}},"durationMs":0,"fanOut":{"leaves":3}},
			"backend":{"latency":{"exponential":{"meanMs":%d}},"capacity":{"cluster":{"servers":2,"balance":"leastOutstanding"}}},
			"policy":{"hedge":{"delay":{"ms":0},"cancel":"onStart","cancelDelayMs":%v}}}`, requests(160_000), mean, delay))
		n, starts, both, lost := float64(s.Workload.Requests), map[engine.Key]int{}, 0, 0.0
		engine.Run(&s, func(e *engine.Event) bool {
			switch leaf := (engine.Key{Request: e.Key.Request, Hop: e.Key.Hop, Leaf: e.Key.Leaf}); e.Type {
			case engine.AttemptStarted:
				if starts[leaf]++; starts[leaf] == 2 {
					both++
				}
			case engine.AttemptCancelled:
				lost += ms(e.Work)
			}
			return true
		})
		p := 1 - math.Exp(-delay/mean)
		near(t, fmt.Sprintf("both start within %v ms", delay), float64(both)/n, p, 4*math.Sqrt(p*(1-p)/n))
		if (both > 0) != (delay > 0) || (lost > 0) != (delay > 0) {
			t.Errorf("with messages of %v ms %d pairs start, and %v ms of work are lost", delay, both, lost)
		}
	}
}
