package engine

import (
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Alone plays a world in which requests never meet: capacity is unlimited, and no budget
// binds. What becomes of a request then follows from its own draws, so its run and its
// baseline are played together, without an agenda, and blocks of requests in any order.
//
// A request has one leaf here. With s(n) the service of attempt n, which is due at
// (n − 1)·d if the leaf is still open then, and chance is for it:
//
//	answer = min over n of (n − 1)·d + s(n)        a tie goes to the lower number
//	loser  = min(s(n), answer + cancelDelay − (n − 1)·d)
//
// A loser is not stopped where the policy cancels nothing, or nothing that runs.
type Alone struct {
	services services
	gaps     gaps
	hedging  hedging
	most     int8         // attempts of a request
	delay    fixed.Micros // d
	stops    bool         // what runs
	buffer   []fixed.Micros
}

// BlockSize is the most requests of a block.
const BlockSize = 1024

// NewAlone prepares a world for which this is possible; false for others. It does not bound
// what is in flight at once: the caller does, with Lone.Longest.
func NewAlone(s *Scenario) (*Alone, bool) {
	w := &s.Workload
	if s.Backend.Capacity.Servers() != nil || !w.isPlain() || len(w.Bursts) > 0 || w.Operation != Read {
		return nil, false
	}
	p := &Alone{services: newServices(s), gaps: w.Arrival.kind().open(s.Seed), hedging: newHedging(s), most: 1, buffer: make([]fixed.Micros, min(BlockSize, w.Total()))}
	h := s.Policy.Hedging()
	if h == nil {
		return p, true
	}
	delay, isFixed := h.Delay.Fixed()
	if !isFixed || h.Budget.Binds() || len(p.hedging.listeners) > 0 {
		return nil, false
	}
	if !p.hedging.ties() { // tied copies start when they are sent, so that no second is
		p.most = int8(h.MaxAttempts)
	}
	p.delay, p.stops = delay, h.Cancel != CancelNever && h.CancelReach == ReachRunning
	return p, true
}

// Copy plays the same, and may do so at the same time.
func (p *Alone) Copy() *Alone {
	c := *p
	c.buffer = make([]fixed.Micros, BlockSize)
	c.services.law = p.services.law.Copy()
	c.gaps = p.gaps.copy()
	return &c
}

// Lone is what becomes of requests that follow each other by number.
type Lone struct {
	Run      []fixed.Micros       // latencies, by number
	Baseline []fixed.Micros       // without hedges
	Backups  int                  // attempts beyond the first, all of which start
	NotSent  int                  // hedges against which chance was
	Wins     [maxAttempts + 1]int // by attempt, but the primaries'
	Useful   fixed.Micros         // work of those that answered
	Loser    fixed.Micros         // of the others
	Span     fixed.Micros         // from the arrival before the first to the last arrival
	Last     fixed.Micros         // from the arrival before the first to the last event
	Longest  fixed.Micros         // from a request's arrival to its last event
}

// NewLone has room for so many requests, or for a block.
func NewLone(requests int) Lone {
	n := min(BlockSize, requests)
	return Lone{Run: make([]fixed.Micros, n), Baseline: make([]fixed.Micros, n)}
}

// maxAttempts is the most that a leaf may have.
const maxAttempts = 16

// Play plays the requests from a number on for which out has room, at most BlockSize.
func (p *Alone) Play(out *Lone, first int) {
	*out = Lone{Run: out.Run, Baseline: out.Baseline}
	p.services.law.Fill(out.Baseline, Key{Request: int32(first), Hop: 1, Leaf: 1, Attempt: 1}.id().place())
	copy(out.Run, out.Baseline)
	gaps := p.buffer[:len(out.Baseline)]
	p.gaps.Fill(gaps, first)
	hedged := p.delay
	if p.most == 1 {
		hedged = never
	}
	var at, last, longest, useful fixed.Micros
	for i, service := range out.Baseline {
		at += gaps[i]
		useful += service
		end := service
		if service > hedged {
			end = p.race(out, i, first+i)
		}
		last, longest = max(last, at+end), max(longest, end)
	}
	out.Span, out.Last, out.Longest = at, last, longest
	out.Useful += useful
}

// race plays a request whose primary has not answered when its first hedge is due. It
// gives the time from its arrival to its last event.
func (p *Alone) race(out *Lone, i, request int) (last fixed.Micros) {
	primary := out.Baseline[i]
	answer, winner := primary, int8(1)
	name := Key{Request: int32(request), Hop: 1, Leaf: 1}.id()
	var services [maxAttempts + 1]fixed.Micros
	var sent uint32 // by number, as bits
	for n := int8(2); n <= p.most && answer > fixed.Micros(n-1)*p.delay; n++ {
		if !p.hedging.happens(name, n) {
			out.NotSent++
			continue
		}
		out.Backups++
		sent |= 1 << n
		services[n] = p.services.of(name.withAttempt(n))
		if end := fixed.Micros(n-1)*p.delay + services[n]; end < answer {
			answer, winner = end, n
		}
	}
	services[1], sent = primary, sent|1<<1
	stop := never
	if p.stops {
		stop = answer + p.hedging.cancel.CancelDelayMs
	}
	last = answer
	for n := int8(1); n <= p.most; n++ {
		if sent>>n&1 == 0 || n == winner {
			continue
		}
		from := fixed.Micros(n-1) * p.delay
		end := min(from+services[n], stop)
		out.Loser += end - from
		last = max(last, end)
	}
	if winner > 1 {
		out.Run[i] = answer
		out.Wins[winner]++
		out.Useful += services[winner] - primary
	}
	return last
}
