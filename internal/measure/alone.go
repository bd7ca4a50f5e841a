package measure

import (
	"sync/atomic"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// alone is the summaries of a run and its baseline whose requests never meet. They are
// played in blocks by several workers at once. All that a block adds is whole numbers, so
// the sums do not depend on who plays it, or when.
type alone struct {
	scenario *engine.Scenario
	wanted   Wanted
	blocks   []block
	next     atomic.Int64 // block to play
	stopped  atomic.Bool
}

// learning is how many blocks one worker plays before the others begin. They start with a
// copy of the strips of the laws that it has computed by then.
const learning = 32

// block is requests that follow each other, all of the warm-up or none, and what is known
// of their times when they have been played (engine.Lone).
type block struct {
	first, n            int
	span, last, longest fixed.Micros
}

// summarizeAlone gives the summaries of a scenario and of its baseline; false if requests
// may meet, or too many may be in flight at once.
func summarizeAlone(s *engine.Scenario, wanted Wanted, workers int) (run, baseline *Summary, ok bool, err error) {
	player, ok := engine.NewAlone(s)
	if !ok {
		return nil, nil, false, nil
	}
	a := &alone{scenario: s, wanted: wanted, blocks: blocksOf(s.Workload.Total(), s.Workload.WarmupRequests)}
	run, baseline = a.empty()
	if run.answers.Exact() { // too few to pay for a second worker
		workers = 1
	}
	runs, baselines := make([]*Summary, workers), make([]*Summary, workers)
	runs[0], baselines[0] = run, baseline
	for i := 1; i < workers; i++ {
		runs[i], baselines[i] = a.empty()
	}
	first := worker{player, engine.NewLone(s.Workload.Total()), runs[0], baselines[0]}
	a.work(&first, learning)
	var others aside
	for i := 1; i < workers; i++ {
		w := worker{player.Copy(), engine.NewLone(engine.BlockSize), runs[i], baselines[i]}
		others.do(func() { a.work(&w, len(a.blocks)) })
	}
	a.work(&first, len(a.blocks))
	others.wait()
	if a.stopped.Load() {
		return nil, nil, true, ErrStopped
	}
	if a.mayCrowd() {
		return nil, nil, false, nil
	}
	for i := 1; i < workers; i++ {
		run.join(runs[i])
		if run != baseline {
			baseline.join(baselines[i])
		}
	}
	if run != baseline && !run.answers.Exact() {
		baseline.answers.Join(run.answers)
	}
	run.end = max(a.last(), s.Workload.DurationMs)
	run.events++ // run.completed
	return run, baseline, true, nil
}

// blocksOf divides requests into blocks. No block crosses a cut, which is a number of
// requests from the first on.
func blocksOf(total int, cuts ...int) (all []block) {
	for first := 1; first <= total; {
		end := min(total, first+engine.BlockSize-1)
		for _, cut := range cuts {
			if first <= cut {
				end = min(end, cut)
			}
		}
		all = append(all, block{first: first, n: end - first + 1})
		first = end + 1
	}
	return all
}

// empty are summaries to which blocks are added; under the policy none they are one.
func (a *alone) empty() (run, baseline *Summary) {
	run = newSummary(a.scenario, false)
	if a.scenario.Policy.None != nil {
		return run, run
	}
	none := a.scenario.Baseline()
	return run, newSummary(&none, false)
}

// worker plays blocks, and adds them up.
type worker struct {
	player        *engine.Alone
	lone          engine.Lone
	run, baseline *Summary
}

// work plays blocks while there are any, before the one of a number.
func (a *alone) work(w *worker, before int) {
	for int(a.next.Load()) < before {
		i := int(a.next.Add(1)) - 1
		if i >= len(a.blocks) || a.stopped.Load() {
			return
		}
		if !a.wanted() {
			a.stopped.Store(true)
			return
		}
		w.play(&a.blocks[i])
	}
}

// play plays a block.
func (w *worker) play(b *block) {
	l := &w.lone
	l.Run, l.Baseline = l.Run[:b.n], l.Baseline[:b.n]
	w.player.Play(l, b.first)
	b.span, b.last, b.longest = l.Span, l.Last, l.Longest
	w.run.addLone(b.first, l)
	if order := w.run.order.number(b.first); order >= 0 {
		w.run.answers.AddAll(order, l.Run)
	}
	if w.run != w.baseline {
		addBaseline(w.baseline, b.first, l)
	}
}

// addBaseline adds a block of the baseline. Most of its latencies are the run's: where none
// is kept, only the others are counted, and the run's series joins at the end.
func addBaseline(baseline *Summary, first int, l *engine.Lone) {
	baseline.addLone(first, plain(l))
	order := baseline.order.number(first)
	switch {
	case order < 0:
	case baseline.answers.Exact():
		baseline.answers.AddAll(order, l.Baseline)
	default:
		baseline.answers.AddUnlike(order, l.Baseline, l.Run)
	}
}

// plain is what becomes of requests without hedges.
func plain(l *engine.Lone) *engine.Lone {
	p := &engine.Lone{Run: l.Baseline}
	for _, service := range l.Baseline {
		p.Useful += service
	}
	return p
}

// addLone adds a block of requests, but their latencies.
func (s *Summary) addLone(first int, l *engine.Lone) {
	n, wins := len(l.Run), 0
	for _, won := range l.Wins {
		wins += won
	}
	s.backups += l.Backups
	s.events += 5*n + 3*l.Backups + l.NotSent
	to := &s.warmup
	if s.order.number(first) >= 0 {
		to = &s.counted
		s.useful += l.Useful
		s.extra += l.Backups
		s.whole += n
		s.byReason.Probability += l.NotSent
		s.wins[0] += n - wins
		for attempt := 2; attempt <= len(s.wins); attempt++ {
			s.wins[attempt-1] += l.Wins[attempt]
		}
	}
	to.Arrived += n
	to.Answered += n
	to.Hedges += l.Backups
	to.SuppressedHedges += l.NotSent
	to.BackupWins += wins
	to.LoserWorkMs += l.Loser
}

// join adds what another summary has of other requests of the same run.
func (s *Summary) join(other *Summary) {
	s.warmup.join(&other.warmup)
	s.counted.join(&other.counted)
	s.answers.Join(other.answers)
	s.events += other.events
	s.useful += other.useful
	s.extra += other.extra
	s.backups += other.backups
	s.whole += other.whole
	s.byReason.Probability += other.byReason.Probability
	for i := range s.wins {
		s.wins[i] += other.wins[i]
	}
}

// join adds the counts of other requests.
func (c *Counters) join(other *Counters) {
	c.Arrived += other.Arrived
	c.Answered += other.Answered
	c.Hedges += other.Hedges
	c.SuppressedHedges += other.SuppressedHedges
	c.BackupWins += other.BackupWins
	c.LoserWorkMs += other.LoserWorkMs
}

// last is the instant of the last event of a request.
func (a *alone) last() (last fixed.Micros) {
	for i, end := range a.ends() {
		last = max(last, end-a.blocks[i].span+a.blocks[i].last)
	}
	return last
}

// mayCrowd says whether more could be in flight at once than there may. A request is in
// flight no longer than the longest, so that no more are than arrive within that time: the
// blocks that a stretch of it touches bound their number.
func (a *alone) mayCrowd() bool {
	attempts := a.scenario.Policy.MaxAttempts()
	most := min(engine.MaxInFlight/attempts, 2*engine.MaxInFlight/max(2, attempts))
	if a.scenario.Workload.Total() <= most {
		return false
	}
	longest := fixed.Micros(0)
	for i := range a.blocks {
		longest = max(longest, a.blocks[i].longest)
	}
	ends, oldest, n := a.ends(), 0, 0
	for i := range a.blocks {
		for i > oldest && ends[i-1]-ends[oldest] > longest { // the oldest has ended before this one begins
			n -= a.blocks[oldest].n
			oldest++
		}
		if n += a.blocks[i].n; n > most {
			return true
		}
	}
	return false
}

// ends are the instants of the last arrivals of the blocks.
func (a *alone) ends() (all []fixed.Micros) {
	at := fixed.Micros(0)
	for i := range a.blocks {
		at += a.blocks[i].span
		all = append(all, at)
	}
	return all
}
