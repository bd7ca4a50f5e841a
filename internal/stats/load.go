package stats

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// slots is the most stretches of a run of which the work is kept apart.
const slots = 128

// Load adds up the work that is offered to the servers of a run, over time. A pool is
// what has a queue: a server with its own, or all servers that share one.
type Load struct {
	workers int64 // of a pool
	width   fixed.Micros
	pools   []pool
}

// pool is sums by slot, in microseconds of one worker: whole numbers, exact up to 2⁵³.
type pool struct {
	offers int64 // attempts, without those of bursts
	work   [slots]float64
	bursts *[slots]float64 // nil while there are none
	away   *[slots]float64 // time of workers that were not there; likewise
}

// NewLoad makes the load of so many pools of so many workers each.
func NewLoad(pools, workers int) *Load {
	return &Load{workers: int64(workers), width: 1, pools: make([]pool, pools)}
}

// Offer adds the work of one attempt at the instant it was sent, in any order. The
// work is the whole service if the attempt was answered, refused, lost when its server
// went down, or cut short or removed by a deadline; it is what was done of it if a
// copy made it superfluous: one that answered, or started first where copies are tied.
// Of copies that a deadline removes unstarted together only one is offered. An attempt
// sent to a server that is down is not offered, since it never waits, and neither is
// what is sent after the last arrival. Work of burst requests is told apart: a burst
// comes once.
func (l *Load) Offer(pool int, at, work fixed.Micros, burst bool) {
	p := &l.pools[pool]
	slot := l.slot(at)
	if burst {
		p.bursts = made(p.bursts)
		p.bursts[slot] += float64(work)
		return
	}
	p.offers++
	p.work[slot] += float64(work)
}

// Down takes so many workers of a pool away from one instant to another, which is not
// after the last arrival.
func (l *Load) Down(pool int, from, to fixed.Micros, workers int) {
	l.slot(max(from, to-1))
	p := &l.pools[pool]
	p.away = made(p.away)
	for from < to {
		slot := from / l.width
		end := min(to, (slot+1)*l.width)
		p.away[slot] += float64(float64(end-from) * float64(workers))
		from = end
	}
}

// slot is the number of the slot of an instant. When the slots do not reach, each is
// made twice as long.
func (l *Load) slot(at fixed.Micros) int {
	for at >= slots*l.width {
		for p := range l.pools {
			halve(&l.pools[p].work)
			halve(l.pools[p].away)
			halve(l.pools[p].bursts)
		}
		l.width *= 2
	}
	return int(at / l.width)
}

// halve adds up slots in pairs.
func halve(x *[slots]float64) {
	if x == nil {
		return
	}
	for i := range slots / 2 {
		x[i] = x[2*i] + x[2*i+1]
	}
	clear(x[slots/2:])
}

// made is sums by slot, made if there are none yet.
func made(x *[slots]float64) *[slots]float64 {
	if x == nil {
		x = new([slots]float64)
	}
	return x
}

// sum is the sum of a slot.
func sum(x *[slots]float64, slot int) float64 {
	if x == nil {
		return 0
	}
	return x[slot]
}
