package theory

import (
	"fmt"
	"math"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// tale is what a run of the engine tells of its requests and leaves, in ms.
type tale struct {
	law     latency.Law
	calls   []float64 // from arrival to answer
	leaves  []float64 // from the start of the leaf's hop to its answer
	partial int       // answers that came by the clock, in the last hop
}

// tell plays a body's run: of requests that are all answered.
func tell(t *testing.T, body string, arguments ...any) tale {
	t.Helper()
	s := scenario(t, fmt.Sprintf(body, arguments...))
	story := tale{law: s.Backend.Latency}
	engine.Run(&s, func(e *engine.Event) bool {
		switch e.Type {
		case engine.LeafAnswered:
			story.leaves = append(story.leaves, ms(e.Took))
		case engine.RequestAnswered:
			story.calls = append(story.calls, ms(e.Took))
			if e.Key.Attempt == 0 {
				story.partial++
			}
		}
		return true
	})
	if len(story.calls) != s.Workload.Requests {
		t.Fatalf("%d of %d requests are answered", len(story.calls), s.Workload.Requests)
	}
	return story
}

// upTo is the share of times up to t.
func upTo(times []float64, t float64) float64 {
	n := 0
	for _, x := range times {
		if x <= t {
			n++
		}
	}
	return float64(n) / float64(len(times))
}

// follows holds the share of times up to the quantiles of a distribution function
// against it, with four standard errors.
func follows(t *testing.T, what string, times []float64, cdf func(float64) float64) {
	t.Helper()
	for _, p := range []float64{0.1, 0.5, 0.9, 0.99} {
		most := quantile(p, func(t float64) float64 { return 1 - cdf(t) })
		near(t, fmt.Sprintf("%s: share up to %.3f ms", what, most), upTo(times, most), p, 4*math.Sqrt(p*(1-p)/float64(len(times))))
	}
}

// moments holds the mean and the variance of times, with four standard errors.
func moments(t *testing.T, what string, times []float64, mean, variance float64) {
	t.Helper()
	var m, v, fourth float64
	n := float64(len(times))
	for _, x := range times {
		m += x / n
		v += (x - mean) * (x - mean) / n
		fourth += math.Pow(x-mean, 4) / n
	}
	near(t, what+": mean", m, mean, 4*math.Sqrt(variance/n))
	near(t, what+": variance", v, variance, 4*math.Sqrt((fourth-v*v)/n))
}

const paced = `"arrival":{"paced":{"intervalMs":1}},"durationMs":0`

// A hop that needs k of n leaves takes their k-th order statistic: it is done by t if k
// or more leaves are. Of exponential leaves the mean is m·(1/n + … + 1/(n−k+1)), for
// k = n the harmonic number.
func TestFanOutIsAnOrderStatistic(t *testing.T) {
	played := 0
	for _, law := range []string{`{"exponential":{"meanMs":10}}`, `{"uniform":{"minMs":2,"maxMs":30}}`,
		`{"mixture":{"parts":[{"weight":9,"latency":{"exponential":{"meanMs":5}}},{"weight":1,"latency":{"uniform":{"minMs":50,"maxMs":150}}}]}}`} {
		for n, quorums := range map[int][]int{2: {2, 1}, 10: {10, 9, 5}, 100: {100, 99, 50}} {
			for _, k := range quorums {
				story := tell(t, `{"seed":11,"workload":{"requests":%d,`+paced+`,"fanOut":{"leaves":%d,"quorum":%d}},"backend":{"latency":%s},"policy":{"none":{}}}`,
					requests(64_000/n+8_000), n, k, law)
				what := fmt.Sprintf("%d of %d, %s", k, n, law)
				follows(t, what, story.calls, func(x float64) float64 { return atLeast(k, n, 1-story.law.Survival(x)) })
				if story.law.Exponential != nil {
					mean, variance := 0.0, 0.0
					for i := n - k + 1; i <= n; i++ {
						mean += 10 / float64(i)
						variance += 100 / float64(i*i)
					}
					moments(t, what, story.calls, mean, variance)
				}
				played++
			}
		}
	}
	if t.Logf("%d fan-outs", played); played != 24 {
		t.Errorf("%d fan-outs were played", played)
	}
}

// Hops are a sum: of exponential leaves Erlang's law, of uniform ones that of Irwin and
// Hall. With fan-out in each, means and variances add.
func TestHopsAreASum(t *testing.T) {
	const hops, n = 5, 80_000
	erlang := tell(t, `{"seed":12,"workload":{"requests":%d,`+paced+`,"hops":%d},"backend":{"latency":{"exponential":{"meanMs":10}}},"policy":{"none":{}}}`, requests(n), hops)
	gamma := latency.Law{Gamma: &latency.Gamma{Shape: hops * 1_000_000, MeanMs: hops * 10 * fixed.Millisecond}}
	follows(t, "Erlang", erlang.calls, func(x float64) float64 { return 1 - gamma.Survival(x) })
	moments(t, "Erlang", erlang.calls, hops*10, hops*100)

	uniform := tell(t, `{"seed":13,"workload":{"requests":%d,`+paced+`,"hops":%d},"backend":{"latency":{"uniform":{"minMs":0,"maxMs":20}}},"policy":{"none":{}}}`, requests(n), hops)
	follows(t, "Irwin and Hall", uniform.calls, func(x float64) float64 { // Σ (−1)^k·C(n,k)·(x−k)ⁿ/n!
		sum := 0.0
		x = min(x, 20*hops)
		for k := 0; float64(k) <= x/20; k++ {
			sum += math.Pow(-1, float64(k)) * choose(hops, k) * math.Pow(x/20-float64(k), hops) / 120
		}
		return sum
	})
	moments(t, "Irwin and Hall", uniform.calls, hops*10, hops*400/12.0)

	both := tell(t, `{"seed":14,"workload":{"requests":%d,`+paced+`,"hops":3,"fanOut":{"leaves":4}},"backend":{"latency":{"exponential":{"meanMs":10}}},"policy":{"none":{}}}`, requests(n))
	moments(t, "three hops of four leaves", both.calls, 3*10*(1+1/2.0+1/3.0+1/4.0), 3*100*(1+1/4.0+1/9.0+1/16.0))
}
