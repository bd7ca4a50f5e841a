package stats

import (
	"math"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/portable"
)

// leastOffers is how many attempts a slot has on average, at least, and leastSlots how
// many slots a judgment needs.
const (
	leastOffers = 8
	leastSlots  = 8
)

// Saturated says whether more work was offered, up to the last arrival, than could
// be done, so that what waits would grow without end.
func (l *Load) Saturated(last fixed.Micros) bool {
	saturated := false
	l.each(last, func(p *path, many float64) { saturated = saturated || p.grows(many) })
	return saturated
}

// Draining says whether, in a run that is not saturated, a backlog is left at the last
// arrival, and how long the run would have to go on to work it off; 0 where that
// cannot be told, since what waits still grows.
func (l *Load) Draining(last fixed.Micros) (left fixed.Micros, draining bool) {
	unknown := false
	l.each(last, func(p *path, many float64) {
		if p.late(p.all, many) {
			time := p.drain()
			draining, unknown, left = true, unknown || time == 0, max(left, time)
		}
	})
	if unknown {
		left = 0
	}
	return left, draining && !l.Saturated(last)
}

// each gives the path of all pools together and then, where there are several, of each.
// By how much more than one must stick out grows as the largest of so many normal
// variables does: √(2·ln pools).
func (l *Load) each(last fixed.Micros, judge func(p *path, many float64)) {
	l.slot(last) // so that the slots reach
	whole := l.path(l.pools, last)
	if whole == nil {
		return
	}
	judge(whole, 0)
	if len(l.pools) == 1 {
		return
	}
	n := float64(len(l.pools))
	many := math.Sqrt(2 * portable.Log(n))
	for i := range l.pools {
		if p := l.path(l.pools[i:i+1], last); p != nil {
			p.rough = max(p.rough, whole.rough/math.Sqrt(n)) // its own is from fewer slots
			judge(p, many)
		}
	}
}
