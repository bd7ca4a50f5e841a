package stats

import (
	"math"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// The thresholds, in standard deviations.
const (
	wholeAbove = 0.8  // of the growth over the whole run
	endAbove   = -1.0 // of that in its second half
	lateAbove  = 4.0  // of the growth since the balance was least
	halfAbove  = 1.5  // of that in each half of this time
	fallAbove  = 4.5  // of a fall at the end, against growth that goes on
)

const (
	leastLong = 4.0 // slots of late growth, at least
	ends      = 4.0 // mean services that a balance may be off at the ends of slots
)

// grows says whether the balance grows when the run ends: it has grown over the whole
// run, or significantly since it was last at its least, and does not fall at the end.
// Many is how much more it takes where several pools are judged.
func (p *path) grows(many float64) bool {
	end := p.end()
	if p.above(p.steady, 0, end, wholeAbove+many) && p.rises(end/2, end, endAbove) && !p.falls(0) {
		return true
	}
	start := p.least(p.steady)
	middle := (start + end) / 2
	return end-start >= leastLong && p.above(p.steady, start, end, lateAbove+many) &&
		p.rises(start, middle, halfAbove) && p.rises(middle, end, halfAbove) && !p.falls(start)
}

// late says whether a balance has grown significantly since it was last at its least,
// to its largest value; of this a tenth is left at the end.
func (p *path) late(balance []float64, many float64) bool {
	start := p.least(balance)
	top := p.most(balance, start)
	return top > start && p.above(balance, start, top, lateAbove+many) &&
		10*(balance[p.end()]-balance[start]) > balance[top]-balance[start]
}

func (p *path) above(balance []float64, from, to int, deviations float64) bool {
	return balance[to]-balance[from] > ends*p.service+float64(deviations*p.rough*p.root(from, to))
}

func (p *path) rises(from, to int, deviations float64) bool {
	return p.steady[to]-p.steady[from] > deviations*p.rough*p.root(from, to)
}

// falls says whether the balance, which has grown from a start to its largest value,
// falls from there to the end, by more than chance explains while it goes on growing.
func (p *path) falls(start int) bool {
	top, end := p.most(p.steady, start), p.end()
	if top == end || top == start {
		return top == start
	}
	rate := (p.steady[top] - p.steady[start]) / (p.at[top] - p.at[start])
	lack := p.steady[top] - p.steady[end] + float64(rate*(p.at[end]-p.at[top]))
	return lack > fallAbove*p.smooth*p.root(top, end)
}

// drain is how long it takes to work off what is left at the end, at the rate at which
// it falls there or, if that has just begun, at which the balance fell before it rose;
// 0 if it does not fall.
func (p *path) drain() fixed.Micros {
	end, start := p.end(), p.least(p.all)
	from, to := p.most(p.all, start), end
	if end-from < leastLong {
		if p.rises(start, end, lateAbove) {
			return 0
		}
		from, to = 0, start
		if start < leastLong {
			to = end
		}
	}
	rate := (p.steady[from] - p.steady[to]) / (p.at[to] - p.at[from])
	if rate <= 0 {
		return 0
	}
	return fixed.Micros(math.Ceil((p.all[end] - p.all[start]) / rate))
}
