package stats

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"testing"
)

var (
	long  = flag.Bool("long", false, "measure the published tables, over 400 seeds a cell, in minutes")
	seeds = flag.Int("seeds", 400, "seeds of each cell of the published tables")
	only  = flag.String("only", "", "measure only cells whose name contains this")
)

// tally counts the intervals of a percentile of a cell, over seeds.
type tally struct {
	of           string
	seeds, n     int // n: those that have an interval
	covers, cuts int
	hasGain      bool
}

func (t *tally) add(i Interval, truth float64) {
	t.seeds++
	if !i.Ok {
		return
	}
	t.n++
	if float64(i.Low)-0.5 <= truth && truth <= float64(i.High)+0.5 {
		t.covers++
	}
	if i.High < 0 {
		t.cuts++
	}
}

func percentOf(k, n int) float64 { return 100 * float64(k) / float64(max(1, n)) }

// tallies plays a cell.
func (c cell) tallies(seeds int) []tally {
	all := make([]tally, len(c.percentiles))
	name := fnv.New64a()
	fmt.Fprint(name, c.n, c.name)
	for seed := range seeds {
		run, baseline := NewSeries(c.n), NewSeries(c.n)
		c.play(rand.New(rand.NewPCG(uint64(seed), name.Sum64())), run, baseline)
		comparison := Compare(run, baseline, c.deadline)
		for i, p := range c.percentiles {
			truth := c.truth(p)
			all[i].of, all[i].hasGain = fmt.Sprintf("| %s | %d | %s | p%v | %.3f |", c.class, c.n, c.name, p, truth/1000), truth < -1
			all[i].add(comparison.Percentile(p), truth)
		}
	}
	return all
}

// The intervals cover the exact difference as often as they say, and are below 0 by
// chance as rarely.
func TestCoverage(t *testing.T) {
	k := 60
	if *long {
		k = *seeds
	}
	pooled := map[string]*tally{}
	var rows strings.Builder
	for _, c := range cells(*long) {
		if !strings.Contains(c.class+" "+c.name, *only) {
			continue
		}
		for _, a := range c.tallies(k) {
			all := pooled[c.class]
			if all == nil {
				all = &tally{}
				pooled[c.class] = all
			}
			all.seeds, all.n, all.covers, all.cuts = all.seeds+a.seeds, all.n+a.n, all.covers+a.covers, all.cuts+a.cuts
			fmt.Fprintf(&rows, "%s %.1f %% | %.1f %% | %.1f %% |\n", a.of, percentOf(a.n, a.seeds), percentOf(a.covers, a.n), percentOf(a.cuts, a.seeds))
			if *long && c.class == "exact" && (percentOf(a.covers, a.n) < 91.7 || percentOf(a.covers, a.n) > 98.3 || a.n < k) {
				t.Errorf("%s covers %d of %d", a.of, a.covers, a.n)
			}
			if *long && !a.hasGain && c.class != "edge" && percentOf(a.cuts, a.seeds) > 4.8 {
				t.Errorf("%s cuts %d of %d", a.of, a.cuts, a.seeds)
			}
		}
	}
	for class, a := range pooled {
		fmt.Fprintf(&rows, "| %s | | pooled, %d intervals | | | %.1f %% | %.2f %% | %.2f %% |\n", class, a.n, percentOf(a.n, a.seeds), percentOf(a.covers, a.n), percentOf(a.cuts, a.seeds))
		if a.n == 0 || percentOf(a.covers, a.n) < 93 && class != "edge" || class == "zero" && percentOf(a.cuts, a.seeds) > 4 {
			t.Errorf("%s: %+v", class, *a)
		}
	}
	if *long {
		t.Log("\n" + rows.String())
	}
}
