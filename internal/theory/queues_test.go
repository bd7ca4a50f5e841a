package theory

import (
	"fmt"
	"math"
	"testing"
)

// An M/M/1 queue at load 0.7: the sojourn is exponential with mean 1/(μ−λ).
// Tolerances are three standard deviations between runs of a million, as measured
// by independent programs (W3).
func TestMM1(t *testing.T) {
	m := play(t, `{"workload":{"requests":%d,"arrival":{"poisson":{"ratePerSecond":70}},"durationMs":0},
		"backend":{"latency":{"exponential":{"meanMs":10}},"capacity":{"cluster":{"servers":1}}},"policy":{"none":{}}}`, requests(1_000_000)).Metrics
	w := wider()
	mean := 1 / (0.1 - 0.07)
	near(t, "mean", ms(m.LatencyMs.Mean), mean, 0.57*w)
	near(t, "p50", ms(m.LatencyMs.P50), mean*math.Ln2, 0.5*w)
	near(t, "p95", ms(m.LatencyMs.P95), mean*math.Log(20), 2*w)
	near(t, "p99", ms(m.LatencyMs.P99), mean*math.Log(100), 4.5*w)
	near(t, "utilization", float64(*m.UtilizationPercent)/1000, 70, 0.4*w)
	near(t, "queue length", m.MeanQueueLength.Float(), 0.49/0.3, 0.05*w) // ρ²/(1−ρ)
}

// M/M/c: the mean wait by Erlang's C formula, at one server with c workers and at
// c servers with a shared queue.
func TestMMc(t *testing.T) {
	const c, rho = 4, 0.8
	term, sum := 1.0, 1.0 // (cρ)^k/k!
	for k := 1; k < c; k++ {
		term *= c * rho / float64(k)
		sum += term
	}
	last := term * c * rho / c / (1 - rho)
	wait := last / (sum + last) / (c*0.1 - c*0.1*rho)
	for name, capacity := range map[string]string{"workers": `"servers":1,"workers":4`, "servers": `"servers":4,"queue":"shared"`} {
		m := play(t, `{"workload":{"requests":%d,"arrival":{"poisson":{"ratePerSecond":320}},"durationMs":0},
			"backend":{"latency":{"exponential":{"meanMs":10}},"capacity":{"cluster":{%s}}},"policy":{"none":{}}}`, requests(400_000), capacity).Metrics
		near(t, "mean wait, "+name, ms(m.WaitMs.Mean), wait, 0.35*wider())
		near(t, "mean service, "+name, ms(m.ServiceMs.Mean), 10, 0.05*wider())
	}
}

// M/G/1: the mean wait by Pollaczek and Khinchine, λE[S²]/(2(1−ρ)).
func TestMG1(t *testing.T) {
	for _, law := range []struct {
		name, json string
		tolerance  float64 // of the mean wait, relative
	}{
		{"constant", `{"constant":{"ms":10}}`, 0.02},
		{"uniform", `{"uniform":{"minMs":5,"maxMs":15}}`, 0.02},
		{"lognormal", `{"lognormal":{"medianMs":9,"sigma":0.5}}`, 0.03},
		{"gamma", `{"gamma":{"shape":0.5,"meanMs":10}}`, 0.04},
		{"mixture", `{"mixture":{"parts":[{"weight":9,"latency":{"constant":{"ms":5}}},{"weight":1,"latency":{"constant":{"ms":50}}}]}}`, 0.03},
	} {
		body := fmt.Sprintf(`{"seed":5,"workload":{"requests":%d,"arrival":{"poisson":{"ratePerSecond":60}},"durationMs":0},
			"backend":{"latency":%s,"capacity":{"cluster":{"servers":1}}},"policy":{"none":{}}}`, requests(400_000), law.json)
		s := scenario(t, body)
		mean, variance := s.Backend.Latency.Mean(), s.Backend.Latency.Variance()
		want := 0.06 * (variance + mean*mean) / (2 * (1 - 0.06*mean))
		near(t, law.name, ms(play(t, "%s", body).Metrics.WaitMs.Mean), want, law.tolerance*want*wider())
	}
}

// Redundancy-d (Gardner et al., Queueing Systems 2016): k servers, each request at
// d of them at once, the rest cancelled when one completes; independent exponential
// copies. E[T] = Σ_{i=d..k} 1/(kμ·C(k−1,d−1)/C(i−1,d−1) − kλ).
func TestRedundancyD(t *testing.T) {
	for _, c := range []struct {
		k, d int
		load float64
		want float64 // the formula's value that the literature's check gives, at μ = 1
	}{{3, 2, 0.5, 0.8889}, {5, 3, 0.7, 0.8583}} {
		sum := 0.0
		for i := c.d; i <= c.k; i++ {
			sum += 1 / (float64(c.k)*choose(c.k-1, c.d-1)/choose(i-1, c.d-1) - float64(c.k)*c.load)
		}
		near(t, "the formula", sum, c.want, 0.0001)
		m := play(t, `{"workload":{"requests":%d,"arrival":{"poisson":{"ratePerSecond":%v}},"durationMs":0},
			"backend":{"latency":{"exponential":{"meanMs":10}},"capacity":{"cluster":{"servers":%d}}},
			"policy":{"hedge":{"delay":{"ms":0},"maxAttempts":%d}}}`, requests(2_400_000), 100*float64(c.k)*c.load, c.k, c.d).Metrics
		near(t, "mean", ms(m.LatencyMs.Mean), 10*sum, 0.01*10*sum*wider())
	}
	// Many servers: −(μ/λ²)·ln(1−λ/μ) − 1/λ for d = 2; at λ = 0.8 it is 1.2647. (A hundred
	// are not many: 200 wait 1 % longer.)
	want := 10 * (-math.Log(0.2)/0.64 - 1/0.8)
	near(t, "the limit's formula", want, 12.647, 0.001)
	m := play(t, `{"workload":{"requests":%d,"arrival":{"poisson":{"ratePerSecond":80000}},"durationMs":0,"warmupRequests":25000},
		"backend":{"latency":{"exponential":{"meanMs":10}},"capacity":{"cluster":{"servers":1000}}},"policy":{"hedge":{"delay":{"ms":0}}}}`, requests(1_600_000)).Metrics
	near(t, "mean of many servers", ms(m.LatencyMs.Mean), want, 0.02*want*wider())
	// The whole law: P(T > t) = [μ/(λ + (μ−λ)·e^{(d−1)μt})]^{d/(d−1)}.
	for p, got := range map[float64]float64{0.5: ms(m.LatencyMs.P50), 0.95: ms(m.LatencyMs.P95), 0.99: ms(m.LatencyMs.P99)} {
		want := 10 * math.Log((1/math.Sqrt(1-p)-0.8)/0.2)
		near(t, fmt.Sprintf("p%v of many servers", 100*p), got, want, 0.02*want*wider())
	}
}

func choose(n, k int) float64 {
	c := 1.0
	for i := range k {
		c *= float64(n-i) / float64(i+1)
	}
	return c
}

// Full replication (Vulimiri et al., CoNEXT 2013): every request sent twice, losers
// running on, helps with exponential service below a load of one third, and not
// above. In the limit the mean is 1/(2μ(1−2ρ)) against 1/(μ(1−ρ)).
func TestFullReplicationThreshold(t *testing.T) {
	for load, helps := range map[float64]bool{0.15: true, 0.25: true, 0.30: true, 0.36: false, 0.42: false} {
		m := play(t, `{"workload":{"requests":%d,"arrival":{"poisson":{"ratePerSecond":%v}},"durationMs":0,"warmupRequests":2000},
			"backend":{"latency":{"exponential":{"meanMs":10}},"capacity":{"cluster":{"servers":100}}},
			"policy":{"hedge":{"delay":{"ms":0},"cancel":"never"}}}`, requests(400_000), load*10000).Metrics
		with, without := ms(m.LatencyMs.Mean), ms(m.Baseline.LatencyMs.Mean)
		if with < without != helps {
			t.Errorf("load %v: mean %v with, %v without", load, with, without)
		}
		near(t, "mean without", without, 10/(1-load), 0.02*10/(1-load)*wider())
		near(t, "mean with", with, 10/(2*(1-2*load)), 0.04*10/(2*(1-2*load))*wider())
	}
}

// With deterministic service the threshold depends on the number of servers; with
// twenty it lies between loads of 0.2 and 0.35.
func TestReplicationOfConstantService(t *testing.T) {
	for load, helps := range map[float64]bool{0.2: true, 0.35: false} {
		m := play(t, `{"workload":{"requests":%d,"arrival":{"poisson":{"ratePerSecond":%v}},"durationMs":0},
			"backend":{"latency":{"constant":{"ms":10}},"capacity":{"cluster":{"servers":20}}},
			"policy":{"hedge":{"delay":{"ms":0},"cancel":"never"}}}`, requests(200_000), load*2000).Metrics
		if with, without := m.LatencyMs.Mean, m.Baseline.LatencyMs.Mean; with < without != helps {
			t.Errorf("load %v: mean %v with, %v without", load, with, without)
		}
	}
}

// Exponential service has no memory, so that utilization does not depend on the
// hedging, if losers are stopped. The other figures are those of forty runs of an
// independent program (W2), with three of its standard deviations.
func TestHedgedCluster(t *testing.T) {
	m := play(t, `{"workload":{"requests":%d,"arrival":{"poisson":{"ratePerSecond":700}},"durationMs":0},
		"backend":{"latency":{"exponential":{"meanMs":10}},"capacity":{"cluster":{"servers":10}}},
		"policy":{"hedge":{"delay":{"ms":30}}}}`, requests(1_000_000)).Metrics
	n, w := float64(m.Requests), wider()
	near(t, "mean", ms(m.LatencyMs.Mean), 21.667, 0.156*w)
	near(t, "p50", ms(m.LatencyMs.P50), 19.371, 0.201*w+0.02)
	near(t, "p95", ms(m.LatencyMs.P95), 48.964, 0.321*w+0.05)
	near(t, "p99", ms(m.LatencyMs.P99), 62.463, 0.507*w+0.06)
	near(t, "p99.9", ms(m.LatencyMs.P999), 78.872, 1.116*w+0.08)
	near(t, "hedge rate", float64(m.Hedges)/n, 0.30367, 0.0037*w)
	near(t, "backup wins", float64(m.BackupWins)/n, 0.10398, 0.00135*w)
	near(t, "loser work", ms(m.LoserWorkMs)/n, 1.5072, 0.0174*w)
	near(t, "queue length", m.MeanQueueLength.Float(), 10.408, 0.165*w)
	near(t, "utilization", float64(*m.UtilizationPercent)/1000, 70, 0.3*w)
}
