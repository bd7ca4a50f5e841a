package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/stats"
)

// inTurn adds up a run that does not hedge and serves in the order of arrival.
type inTurn struct {
	*Summary
	player  *engine.InTurn
	turns   engine.Turns
	latency []fixed.Micros
	events  int          // of a request
	opened  fixed.Micros // the first counted arrival
	past    areas        // of what had arrived by then, up to then
	now     areas        // of what has arrived, to its end
}

// areas are times for which attempts waited and ran.
type areas struct{ waiting, running stats.Sum }

// summarizeInTurn gives the summary of a scenario without hedges; false if it does not
// serve in the order of arrival, or too much may be in flight at once.
func summarizeInTurn(s *engine.Scenario, wanted Wanted) (sum *Summary, ok bool, err error) {
	player, ok := engine.NewInTurn(s)
	if !ok {
		return nil, false, nil
	}
	room := min(engine.BlockSize, s.Workload.Total())
	t := &inTurn{
		Summary: newSummary(s, false), player: player, turns: engine.NewTurns(room), latency: make([]fixed.Micros, room), events: 5,
	}
	if s.Workload.Operation != engine.Read {
		t.events++ // its commit
	}
	warmup := s.Workload.WarmupRequests
	for _, b := range blocksOf(s.Workload.Total(), warmup, warmup+1) {
		if !wanted() {
			return nil, true, ErrStopped
		}
		if t.turns = t.turns.Of(b.n); !player.Play(&t.turns, b.first) {
			return nil, false, nil
		}
		t.add(b)
		if b.first == warmup+1 { // alone in its block
			t.opened, t.past = player.At(), t.untilNow()
		}
	}
	t.close(s.Workload.DurationMs)
	return t.Summary, true, nil
}

// add adds the requests of a block.
func (t *inTurn) add(b block) {
	counts := b.first > int(t.order.warmup)
	latency, x := t.latency[:b.n], &t.turns
	for i, waited := range x.Waited {
		service, sent := x.Service[i], x.Arrived[i]
		latency[i] = waited + service
		t.end = max(t.end, sent+latency[i])
		t.useful += service
		t.now.waiting.Add(waited)
		t.now.running.Add(service)
		t.cluster.load.stats.Offer(int(x.Queue[i]), sent, service, false)
	}
	t.Summary.events += b.n * t.events
	if !counts {
		t.useful = 0
		t.warmup.Arrived, t.warmup.Answered = t.warmup.Arrived+b.n, t.warmup.Answered+b.n
		return
	}
	t.answers.AddAll(t.order.number(b.first), latency)
	t.cluster.waits.addAll(x.Waited)
	t.cluster.services.addAll(x.Service)
	t.counted.Arrived, t.counted.Answered = t.counted.Arrived+b.n, t.counted.Answered+b.n
	t.whole += b.n
	t.wins[0] += b.n
}

// untilNow is the areas up to the last arrival, without the waiting and the work that is
// still to come.
func (t *inTurn) untilNow() areas {
	var rest areas
	t.player.Rest(func(waits fixed.Micros) { rest.waiting.Add(waits) }, func(runs fixed.Micros) { rest.running.Add(runs) })
	return areas{t.now.waiting.Minus(rest.waiting), t.now.running.Minus(rest.running)}
}

// close sums up when all have arrived.
func (t *inTurn) close(duration fixed.Micros) {
	now, at := t.untilNow(), t.player.At()
	t.cluster.meter = meter{
		length: at - t.opened, queued: now.waiting.Minus(t.past.waiting), busy: now.running.Minus(t.past.running),
	}
	load := t.cluster.load
	load.last, load.passed, load.arrived = at, true, true
	t.player.Rest(func(fixed.Micros) { load.atLast.waiting++ }, func(fixed.Micros) { load.atLast.open++ })
	load.atLast.open += load.atLast.waiting
	t.end = max(t.end, duration)
	t.Summary.events++ // run.completed
}
