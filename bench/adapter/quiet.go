package adapter

import (
	"github.com/hedgedrill/hedgedrill/bench/right"
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/stats"
)

// Quiet plays a scenario with nobody listening, on one worker, without its baseline. Where
// the engine needs no events it gives latencies, which are added up here as the C programs
// do: a histogram and sums. Where it tells events, none is asked for, and the answers are
// nil.
func Quiet(s *Scenario) (*right.Answers, error) {
	if player, ok := engine.NewAlone(s); ok {
		return alone(player, s.Workload.Total()), nil
	}
	if player, ok := engine.NewInTurn(s); ok {
		return inTurn(player, s.Workload.Total()), nil
	}
	return nil, completed(engine.Run(s, nil))
}

// sums are what the C programs add up.
type sums struct {
	n       int
	total   fixed.Micros
	slowest fixed.Micros
	counts  stats.Histogram
}

// bucketBits is that of buckets no wider than 0.2 % of their values. The C programs have 7,
// and divide a bucket by line.
const bucketBits = 9

func (a *sums) add(latencies []fixed.Micros) {
	a.n += len(latencies)
	for _, latency := range latencies {
		a.total += latency
		a.slowest = max(a.slowest, latency)
	}
	a.counts.AddAll(latencies)
}

func (a *sums) answers() *right.Answers {
	at := func(p fixed.Percent) float64 { return ms(min(a.slowest, a.counts.UpperEnd(stats.Position(p, a.n)))) }
	return &right.Answers{
		MeanMs: ms(a.total) / float64(a.n), P50Ms: at(50_000), P95Ms: at(95_000), P99Ms: at(99_000), P999Ms: at(99_900),
	}
}

func alone(player *engine.Alone, n int) *right.Answers {
	a := sums{counts: stats.NewHistogram(bucketBits)}
	l := engine.Lone{Run: make([]fixed.Micros, engine.BlockSize), Baseline: make([]fixed.Micros, engine.BlockSize)}
	hedges, wins, loser := 0, 0, fixed.Micros(0)
	for first := 1; first <= n; first += engine.BlockSize {
		room := min(engine.BlockSize, n-first+1)
		l.Run, l.Baseline = l.Run[:room], l.Baseline[:room]
		player.Play(&l, first)
		a.add(l.Run)
		hedges, wins, loser = hedges+l.Backups, wins+l.Wins[2], loser+l.Loser
	}
	all := a.answers()
	all.HedgeRate, all.BackupWinRate, all.LoserWorkMs = float64(hedges)/float64(n), float64(wins)/float64(n), ms(loser)/float64(n)
	return all
}

func inTurn(player *engine.InTurn, n int) *right.Answers {
	a := sums{counts: stats.NewHistogram(bucketBits)}
	t, latencies := engine.NewTurns(engine.BlockSize), make([]fixed.Micros, engine.BlockSize)
	for first := 1; first <= n; first += engine.BlockSize {
		t = t.Of(min(engine.BlockSize, n-first+1))
		player.Play(&t, first)
		for i, waited := range t.Waited {
			latencies[i] = waited + t.Service[i]
		}
		a.add(latencies[:len(t.Waited)])
	}
	return a.answers()
}

func ms(m fixed.Micros) float64 { return float64(m) / float64(fixed.Millisecond) }
