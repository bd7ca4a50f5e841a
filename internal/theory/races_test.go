package theory

import (
	"fmt"
	"math"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

const tailed = `{"mixture":{"parts":[{"weight":0.99,"latency":{"lognormal":{"medianMs":10,"sigma":0.4}}},{"weight":0.01,"latency":{"lognormal":{"medianMs":300,"sigma":0.6}}}]}}`

// A tailed law hedged at 25 ms with an independent copy: exact by quadrature of
// P(L > t) = S(t) for t ≤ 25 and S(t)·S(t − 25) after (W1).
func TestRaceByQuadrature(t *testing.T) {
	hedged := play(t, `{"workload":{"requests":%d,"arrival":{"paced":{"intervalMs":1}},"durationMs":0},
		"backend":{"latency":%s},"policy":{"hedge":{"delay":{"ms":25}}}}`, requests(1_000_000), tailed).Metrics
	e, w := hedged.Exact, wider()
	const half = 0.00051 // exact figures are told to a microsecond
	near(t, "exact mean", ms(e.Mean), 11.1000771, half)
	near(t, "exact p50", ms(e.P50), 10.0507687, half)
	near(t, "exact p95", ms(e.P95), 20.1054626, half)
	near(t, "exact p99", ms(e.P99), 31.7464566, half)
	near(t, "exact p99.9", ms(e.P999), 42.1235449, half)
	near(t, "exact extra load", float64(e.ExtraLoadPercent)/1000, 2.08795403, half)
	// Three standard errors at a million, and the histogram's 0.1 %.
	n := float64(hedged.Requests)
	near(t, "mean", ms(hedged.LatencyMs.Mean), 11.1000771, 0.017*w)
	near(t, "p50", ms(hedged.LatencyMs.P50), 10.0507687, 0.015*w+0.011)
	near(t, "p95", ms(hedged.LatencyMs.P95), 20.1054626, 0.061*w+0.021)
	near(t, "p99", ms(hedged.LatencyMs.P99), 31.7464566, 0.202*w+0.032)
	near(t, "p99.9", ms(hedged.LatencyMs.P999), 42.1235449, 0.394*w+0.043)
	near(t, "hedge rate", float64(hedged.Hedges)/n, 0.0208795403, 0.00043*w)
	near(t, "backup wins", float64(hedged.BackupWins)/n, 0.0110180437, 0.00032*w)
	near(t, "loser work", ms(hedged.LoserWorkMs)/n, 0.4435492, 0.012*w)

	alone := play(t, `{"workload":{"requests":1000},"backend":{"latency":%s},"policy":{"none":{}}}`, tailed).Metrics.Exact
	near(t, "exact mean without", ms(alone.Mean), 14.3161941, half)
	near(t, "exact p99 without", ms(alone.P99), 52.2084755, half)
	near(t, "exact p99.9 without", ms(alone.P999), 647.2375699, half)
}

// The hedging example of grpc-java: calls take 0 s (.90), 2 s (.05), 5 s (.04) or
// 10 s (.01), and up to three attempts go out a second apart. The published p90 of
// 6 ms and p95 of 1,003 ms fit this reading of its code; its README's reading would
// have p90 at a second.
func TestGRPCExample(t *testing.T) {
	const law = `{"mixture":{"parts":[{"weight":0.9,"latency":{"constant":{"ms":0}}},{"weight":0.05,"latency":{"constant":{"ms":2000}}},
		{"weight":0.04,"latency":{"constant":{"ms":5000}}},{"weight":0.01,"latency":{"constant":{"ms":10000}}}]}}`
	const n = 100_000
	sc := scenario(t, fmt.Sprintf(`{"workload":{"requests":%d,"arrival":{"paced":{"intervalMs":1}},"durationMs":0},"backend":{"latency":`+law+`},
		"policy":{"hedge":{"delay":{"ms":1000},"maxAttempts":3}}}`, n))
	r, err := measure.Run(&sc, measure.Page{Limit: n}, measure.Page{}, func() bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	near(t, "attempts a call", 1+float64(r.Metrics.Hedges)/n, 1.105, 3*math.Sqrt(0.1)/math.Sqrt(n))
	near(t, "exact attempts a call", 1+float64(r.Metrics.Exact.ExtraLoadPercent)/100_000, 1.105, 0.00001)
	calls := map[float64]int{}
	for _, row := range r.Requests.Items {
		calls[ms(row.LatencyMs)/1000]++
	}
	total := 0
	for _, atom := range []struct{ seconds, share float64 }{
		{0, 0.90}, {1, 0.09}, {2, 0.0095}, {3, 0.00025}, {4, 0.000125}, {5, 0.0001}, {6, 0.00002}, {7, 0.000004}, {10, 0.000001},
	} {
		near(t, fmt.Sprint("share of ", atom.seconds, " s"), float64(calls[atom.seconds])/n, atom.share, 4*math.Sqrt(atom.share/n)+1.0/n)
		total += calls[atom.seconds]
	}
	if total != n {
		t.Errorf("%d calls take some other time", n-total)
	}
}

// Independent copies at d, 2d, …, each sent with probability q (SingleR, Kaler et
// al., SPAA 2017): what the simulation gives is what the closed form says.
func TestClosedForm(t *testing.T) {
	seen := 0
	for _, law := range []string{`{"exponential":{"meanMs":20}}`, `{"weibull":{"scaleMs":10,"shape":0.5}}`, `{"pareto":{"minMs":2,"alpha":1.5}}`,
		`{"gamma":{"shape":2,"meanMs":30}}`, `{"uniform":{"minMs":1,"maxMs":50}}`, `{"shifted":{"byMs":5,"latency":{"exponential":{"meanMs":9}}}}`,
		`{"quantiles":{"points":[{"percent":0,"ms":1},{"percent":50,"ms":10},{"percent":99,"ms":100},{"percent":99.99,"ms":1000}]}}`, tailed} {
		for _, policy := range []string{
			`{"none":{}}`, `{"hedge":{"delay":{"ms":15}}}`, `{"hedge":{"delay":{"ms":0},"maxAttempts":3}}`,
			`{"hedge":{"delay":{"ms":10},"maxAttempts":4,"probabilityPercent":40}}`,
		} {
			for i, copies := range []string{`"copies":"independent"`, `"copies":"independent","commonCausePercent":10`, `"copies":"identical"`} {
				if i > 0 && !*long && policy != `{"hedge":{"delay":{"ms":15}}}` {
					continue
				}
				body := fmt.Sprintf(`{"seed":9,"workload":{"requests":%d,"arrival":{"paced":{"intervalMs":1}},"durationMs":0},
					"backend":{"latency":%s,%s},"policy":%s}`, requests(40_000), law, copies, policy)
				sc, m := scenario(t, body), play(t, "%s", body).Metrics
				where := fmt.Sprint(law, " ", policy, " ", copies)
				n, e := float64(m.Requests), m.Exact
				for _, q := range []struct {
					p          float64
					got, exact float64
				}{{0.5, ms(m.LatencyMs.P50), ms(e.P50)}, {0.9, ms(m.LatencyMs.P90), ms(e.P90)}, {0.99, ms(m.LatencyMs.P99), ms(e.P99)}} {
					if got := slower(&sc, q.got); math.Abs(got-(1-q.p)) > 4*math.Sqrt(q.p*(1-q.p)/n) {
						t.Errorf("%s: p%v is %v ms, which %v of calls exceed", where, 100*q.p, q.got, got)
					}
					if got := slower(&sc, q.exact); math.Abs(got-(1-q.p)) > 0.001 {
						t.Errorf("%s: the exact p%v is %v ms, which %v of calls exceed", where, 100*q.p, q.exact, got)
					}
				}
				if got, want := float64(m.ExtraLoadPercent), float64(e.ExtraLoadPercent); math.Abs(got-want) > 400_000*1.5/math.Sqrt(n) {
					t.Errorf("%s: extra load %v, exact %v", where, m.ExtraLoadPercent, e.ExtraLoadPercent)
				}
				seen++
			}
		}
	}
	if seen < 40 {
		t.Fatalf("%d scenarios", seen)
	}
}

// slower is P(T > t) of a call that meets no other, from the law alone.
func slower(s *engine.Scenario, t float64) float64 {
	law := s.Backend.Latency
	backups := 1.0
	if h := s.Policy.Hedge; h != nil {
		for i := 1; i < h.MaxAttempts; i++ {
			if since := t - float64(i)*ms(*h.Delay.Ms); since >= 0 {
				backups *= 1 - float64(h.ProbabilityPercent)/100_000*(1-law.Survival(since))
			}
		}
	}
	common := float64(s.Backend.CommonCausePercent) / 100_000
	if s.Backend.Copies == engine.Identical {
		common = 1
	}
	return law.Survival(t) * (backups*(1-common) + common)
}

// A published model of a client with a hedging library: a lognormal of median 4.642
// ms and sigma 0.3853, one call in twenty ten times slower; its figures by formula,
// rounded as published.
func TestLibraryModel(t *testing.T) {
	const law = `{"mixture":{"parts":[{"weight":0.95,"latency":{"lognormal":{"medianMs":4.642,"sigma":0.3853}}},{"weight":0.05,"latency":{"lognormal":{"medianMs":46.42,"sigma":0.3853}}}]}}`
	for _, c := range []struct {
		policy                          string
		p50, p90, p95, p99, p999, extra float64
	}{
		{`{"none":{}}`, 4.76, 8.66, 17.46, 64.2, 102.4, 0},
		{`{"hedge":{"delay":{"ms":10}}}`, 4.76, 8.66, 12.71, 16.84, 45.3, 7.20},
		{`{"hedge":{"delay":{"ms":50}}}`, 4.76, 8.66, 17.46, 54.36, 59.6, 2.12},
		{`{"hedge":{"delay":{"ms":8.9}}}`, 4.76, 8.66, 11.90, 15.76, 44.84, 9.33}, // p99.9 published as 44.9
	} {
		e := play(t, `{"workload":{"requests":1000},"backend":{"latency":%s},"policy":%s}`, law, c.policy).Metrics.Exact
		near(t, "p50", ms(e.P50), c.p50, 0.006)
		near(t, "p90", ms(e.P90), c.p90, 0.006)
		near(t, "p95", ms(e.P95), c.p95, 0.006)
		near(t, "p99", ms(e.P99), c.p99, 0.051)
		near(t, "p99.9", ms(e.P999), c.p999, 0.051)
		near(t, "extra load", float64(e.ExtraLoadPercent)/1000, c.extra, 0.006)
	}
}

// The one-way latencies of PBS (Bailis et al., VLDB 2012): mixtures of a Pareto and
// an exponential. Quantiles by the mixture's own distribution function, inverted here
// by bisection from the parameters as published.
func TestPublishedOneWayLatencies(t *testing.T) {
	for _, c := range []struct {
		name                       string
		share, least, alpha, perMs float64
	}{
		{"LNKD-DISK read", 0.9122, 0.235, 10, 1.66},
		{"LNKD-DISK write", 0.38, 1.05, 1.51, 0.183},
		{"YMMR read", 0.982, 1.5, 3.8, 0.0217},
	} {
		m := play(t, `{"workload":{"requests":100000,"arrival":{"paced":{"intervalMs":1}},"durationMs":0},"backend":{"latency":{"mixture":{"parts":[
			{"weight":%.4f,"latency":{"pareto":{"minMs":%v,"alpha":%v}}},{"weight":%.4f,"latency":{"exponential":{"meanMs":%.3f}}}]}}},"policy":{"none":{}}}`,
			c.share, c.least, c.alpha, 1-c.share, 1/c.perMs).Metrics
		exceeds := func(x float64) float64 {
			pareto := 1.0
			if x > c.least {
				pareto = math.Pow(c.least/x, c.alpha)
			}
			return c.share*pareto + (1-c.share)*math.Exp(-x*c.perMs)
		}
		for p, got := range map[float64][2]float64{0.5: {ms(m.LatencyMs.P50), ms(m.Exact.P50)}, 0.95: {ms(m.LatencyMs.P95), ms(m.Exact.P95)}, 0.999: {ms(m.LatencyMs.P999), ms(m.Exact.P999)}} {
			want := quantile(p, exceeds)
			near(t, fmt.Sprint(c.name, " exact ", p), got[1], want, 0.001+0.001*want) // means are rounded to a microsecond
			if spread := 4 * math.Sqrt(p*(1-p)/float64(m.Requests)); math.Abs(exceeds(got[0])-(1-p)) > spread+0.002 {
				t.Errorf("%s: %v of calls exceed p%v, %v", c.name, exceeds(got[0]), 100*p, got[0])
			}
		}
	}
}
