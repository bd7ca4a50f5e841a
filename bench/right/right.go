// Package right knows the right answers of the workloads, and holds results against them.
package right

import (
	"fmt"
	"math"
)

// Answers are the results that every contender gives: latencies, the share of requests
// that hedged, the share whose backup answered first, and the work of losers a request.
type Answers struct {
	MeanMs        float64 `json:"meanMs"`
	P50Ms         float64 `json:"p50Ms"`
	P95Ms         float64 `json:"p95Ms"`
	P99Ms         float64 `json:"p99Ms"`
	P999Ms        float64 `json:"p999Ms"`
	HedgeRate     float64 `json:"hedgeRate"`
	BackupWinRate float64 `json:"backupWinRate"`
	LoserWorkMs   float64 `json:"loserWorkMs"`
}

// figures are the answers in the order of a truth's.
func (a *Answers) figures() []float64 {
	return []float64{a.MeanMs, a.P50Ms, a.P95Ms, a.P99Ms, a.P999Ms, a.HedgeRate, a.BackupWinRate, a.LoserWorkMs}
}

var names = []string{"mean", "p50", "p95", "p99", "p99.9", "hedges", "backup wins", "loser work"}

// figure is a right value, and its standard deviation between runs of a truth's size; 0
// means exactly.
type figure struct{ value, deviation float64 }

type truth struct {
	requests int
	source   string
	figures  []figure
}

// truths are by workload. W2 has no formula: its values are means of many runs of the C
// programs, the spread that between them.
var truths = map[string]truth{
	"w1": {10_000_000, "quadrature of P(L > t), which is S(t) up to 25 ms and S(t)·S(t − 25) after", []figure{
		{11.1000771, 0.0018}, {10.0507687, 0.0016}, {20.1054626, 0.0064}, {31.7464566, 0.0213}, {42.1235449, 0.0415},
		{0.0208795403, 4.5e-5}, {0.0110180437, 3.3e-5}, {0.4435492, 0.0012}}},
	"w2-10": {1_000_000, "the mean of 40 runs of 10⁶ requests", []figure{
		{21.667, 0.052}, {19.371, 0.067}, {48.964, 0.107}, {62.463, 0.169}, {78.872, 0.372},
		{0.30367, 0.00123}, {0.10398, 0.00045}, {1.5072, 0.0058}}},
	"w2-1000": {1_000_000, "the mean of 40 runs of 10⁶ requests by both C programs, from empty servers", []figure{
		{21.3234, 0.0465}, {19.1687, 0.0564}, {47.6402, 0.0838}, {60.1200, 0.1281}, {74.8830, 0.2626},
		{0.298036, 0.001205}, {0.105973, 0.000455}, {1.50602, 0.00587}}},
	"w3": {1_000_000, "theory: the sojourn is exponential with mean 33.3333 ms", []figure{
		{33.3333, 0.19}, {23.1049, 0.17}, {99.8577, 0.82}, {153.506, 1.5}, {230.259, 3.6}, {0, 0}, {0, 0}, {0, 0}}},
}

// allowed is how many standard deviations a figure may be off: so many that chance
// alone does not get there, with eight figures of dozens of runs.
const allowed = 6

// resolution is what a histogram may blur a percentile by, as a share of it.
const resolution = 0.004

// Check holds results of a workload against the right ones. worst is the largest
// deviation as a share of what is allowed, and an error says which is above it.
func Check(workload string, requests int, a Answers) (worst float64, err error) {
	return check(workload, requests, a.figures())
}

// CheckMean holds a mean alone against the right one, of a contender that gives no more.
func CheckMean(workload string, requests int, mean float64) (worst float64, err error) {
	return check(workload, requests, []float64{mean})
}

// check holds the first figures of a truth.
func check(workload string, requests int, got []float64) (worst float64, err error) {
	t, known := truths[workload]
	if !known {
		return 0, fmt.Errorf("nobody knows the right answers of %s", workload)
	}
	if requests < 1 {
		return 0, fmt.Errorf("%s of no request", workload)
	}
	scale := math.Sqrt(float64(t.requests) / float64(requests))
	for i, got := range got {
		want := t.figures[i]
		tolerance := allowed * want.deviation * scale
		if i >= 1 && i <= 4 {
			tolerance += resolution * want.value
		}
		tolerance = max(tolerance, 1e-9)
		share := math.Abs(got-want.value) / tolerance
		if !(share <= 1) { // or NaN
			return share, fmt.Errorf("%s of %d requests: %s is %g, not %g ± %g", workload, requests, names[i], got, want.value, tolerance)
		}
		worst = max(worst, share)
	}
	return worst, nil
}

// Source says where the right answers of a workload come from.
func Source(workload string) string { return truths[workload].source }
