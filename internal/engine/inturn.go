package engine

import (
	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// InTurn plays a world that does not hedge and serves in the order of arrival. When a
// request arrives, all that goes before it is known, and so is when it starts and ends:
// the recursion of Lindley (1952) for one worker, and of Kiefer and Wolfowitz (1955) for
// several. There is no agenda.
//
//	start = max(arrival, the first time at which a worker of its queue is free)
//	end   = start + service
type InTurn struct {
	services services
	gaps     gaps
	random   bool // the choice of a server; else they take turns
	words    draw.Source
	chosen   int // servers, so far
	lines    []waiting
	at       fixed.Micros // the last arrival
	held     int          // starts that the lines remember
	workers  int          // of all lines
	buffer   []fixed.Micros
}

// waiting is a queue, from which attempts start in the order in which they came.
type waiting struct {
	free   []fixed.Micros // when each of its workers will be, the first time first
	starts []fixed.Micros // of attempts that may wait, in order; from the first on
	first  int
}

// mostWorkers is how many workers are remembered one by one, at most.
const mostWorkers = 1 << 16

// NewInTurn prepares a world for which this is possible; false for others.
func NewInTurn(s *Scenario) (*InTurn, bool) {
	w, c := &s.Workload, s.Backend.Capacity.Servers()
	if c == nil || s.Policy.Hedging() != nil || !w.isPlain() || len(w.Bursts) > 0 ||
		c.QueueLimit > 0 || c.Order == LIFO || len(c.Slow) > 0 || len(c.Down) > 0 {
		return nil, false
	}
	queues, workers := c.Servers, c.Workers
	if c.Queue == SharedQueue {
		queues, workers = 1, c.Servers*c.Workers
	}
	if workers = min(workers, w.Total()); queues*workers > mostWorkers {
		return nil, false
	}
	if queues > 1 && c.Balance != RandomServer && c.Balance != RoundRobin { // which look at what is outstanding
		return nil, false
	}
	p := &InTurn{
		services: newServices(s), gaps: w.Arrival.kind().open(s.Seed), random: c.Balance == RandomServer,
		words: draw.New(s.Seed, draw.Balance), lines: make([]waiting, queues), workers: queues * workers, buffer: make([]fixed.Micros, min(BlockSize, w.Total())),
	}
	for i := range p.lines {
		p.lines[i].free = make([]fixed.Micros, workers)
	}
	return p, true
}

// Turns are what becomes of requests that arrive one after the other.
type Turns struct {
	Queue   []int32        // its number, from 0
	Arrived []fixed.Micros // when, since the start of the run
	Waited  []fixed.Micros // from then to the start
	Service []fixed.Micros // from the start to the end
}

// NewTurns has room for so many requests, at most BlockSize.
func NewTurns(n int) Turns {
	return Turns{make([]int32, n), make([]fixed.Micros, n), make([]fixed.Micros, n), make([]fixed.Micros, n)}
}

// Of has room for so many requests, in the same memory.
func (t Turns) Of(n int) Turns { return Turns{t.Queue[:n], t.Arrived[:n], t.Waited[:n], t.Service[:n]} }

// At is the last arrival.
func (p *InTurn) At() fixed.Micros { return p.at }

// Play plays the next requests, for which out has room; first is the number of the first.
// It gives up, and says false, when more than MaxInFlight may be in flight at once.
func (p *InTurn) Play(out *Turns, first int) bool {
	name := Key{Request: int32(first), Hop: 1, Leaf: 1, Attempt: 1}.id()
	p.services.law.Fill(out.Service, name.place())
	gaps := p.buffer[:len(out.Service)]
	p.gaps.Fill(gaps, first)
	at := p.at
	for i, gap := range gaps {
		at += gap
		queue := 0
		if len(p.lines) > 1 {
			queue = p.choose(name.next(i))
		}
		line := &p.lines[queue]
		p.held -= line.held()
		out.Queue[i], out.Arrived[i] = int32(queue), at
		out.Waited[i] = line.take(at, out.Service[i]) - at
		if p.held += line.held(); p.held+min(p.workers, first+i) > MaxInFlight {
			return false
		}
	}
	p.at = at
	return true
}

// choose gives the queue for an attempt.
func (p *InTurn) choose(name id) int {
	if p.random {
		return draw.Below(name.word(p.words, 0), len(p.lines))
	}
	p.chosen++
	return (p.chosen - 1) % len(p.lines)
}

// take has an attempt wait for a worker that serves it, and gives the time at which it
// starts.
func (q *waiting) take(at, service fixed.Micros) (start fixed.Micros) {
	start = max(at, q.free[0])
	q.serve(start + service)
	for q.first < len(q.starts) && q.starts[q.first] <= at {
		q.first++
	}
	if q.first > len(q.starts)/2 { // room is used again
		q.starts = q.starts[:copy(q.starts, q.starts[q.first:])]
		q.first = 0
	}
	if start > at {
		q.starts = append(q.starts, start)
	}
	return start
}

// held is how many starts are remembered, of all that lie ahead, and perhaps of others.
func (q *waiting) held() int { return len(q.starts) - q.first }

// serve has the worker that is free first be so at another time: it sinks in the heap.
func (q *waiting) serve(until fixed.Micros) {
	i := 0
	for {
		least := 2*i + 1
		if least >= len(q.free) {
			break
		}
		if other := least + 1; other < len(q.free) && q.free[other] < q.free[least] {
			least = other
		}
		if q.free[least] >= until {
			break
		}
		q.free[i], i = q.free[least], least
	}
	q.free[i] = until
}

// Rest tells what is left at the last arrival: for each request that waits, the time until
// it starts; for each worker that is busy, the time until it is free. A worker does not
// pause before that, since all that it has to do has arrived.
func (p *InTurn) Rest(waits, runs func(fixed.Micros)) {
	for i := range p.lines {
		q := &p.lines[i]
		for _, start := range q.starts[q.first:] {
			if start > p.at {
				waits(start - p.at)
			}
		}
		for _, free := range q.free {
			if free > p.at {
				runs(free - p.at)
			}
		}
	}
}
