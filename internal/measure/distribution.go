package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/stats"
)

// Distribution is how the latencies of a run and of its baseline are spread, at
// percents that lie the closer the nearer they are to 100.
type Distribution struct {
	Requests int // that are counted
	Points   []Point
}

// Point is a percentile of the run and of its baseline.
type Point struct {
	Percent    fixed.Percent `json:"percent"`
	Ms         fixed.Micros  `json:"ms"`
	BaselineMs fixed.Micros  `json:"baselineMs"`
}

// Spread plays a scenario and its baseline to the end and gives the distribution of
// their latencies.
func Spread(s *engine.Scenario, wanted Wanted) (Distribution, error) {
	run, baseline, _, err := summaries(s, wanted, nil)
	if err != nil {
		return Distribution{}, err
	}
	c := compare(s, run, baseline)
	with, without := run.valued(c.failure), baseline.valued(c.failure)
	d := Distribution{Requests: run.counted.Arrived}
	for _, p := range axis(d.Requests) {
		d.Points = append(d.Points, Point{p, with.percentile(p), without.percentile(p)})
	}
	return d, nil
}

// axis are the percents of a distribution of n latencies: 10, 20 … 90, 91 … 99, 99.1 …
// 99.9 and so on to 99.999, without those that are the slowest's, and then 100.
func axis(n int) []fixed.Percent {
	var all []fixed.Percent
	from := fixed.Percent(0)
	for step := fixed.Percent(10_000); step > 0; step /= 10 {
		for range 9 {
			from += step
			if stats.Position(from, n) < n {
				all = append(all, from)
			}
		}
	}
	return append(all, 100_000)
}
