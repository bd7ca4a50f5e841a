package stats

import (
	"math"
	"slices"
)

// noise estimates how much the balance varies, from the differences between full
// slots that follow each other (von Neumann 1941), which a slow drift does not move.
func (p *path) noise(full int) {
	var differences []float64
	squares := 0.0
	for i := 2; i <= full; i++ {
		d := p.steady[i] - 2*p.steady[i-1] + p.steady[i-2]
		differences = append(differences, math.Abs(d))
		squares += float64(d * d)
	}
	width := p.at[1]
	p.rough = math.Sqrt(squares / float64(2*len(differences)) / width)
	slices.Sort(differences)
	p.smooth = min(p.rough, differences[len(differences)/2]/0.9539/math.Sqrt(width)) // 0.9539 = √2 · 0.6745
}

// The thresholds, in standard deviations.
const (
	wholeAbove = 0.8  // of the growth over the whole run
	endAbove   = -1.0 // of that in its second half
	lateAbove  = 4.0  // of the growth since the balance was least
	halfAbove  = 1.5  // of that in each half of this time
	fallAbove  = 4.5  // of a fall at the end against growth that goes on
	leastLong  = 4    // slots of late growth
)

// grows says whether the balance grows when the run ends.
func (p *path) grows(many float64) bool {
	end := len(p.steady) - 1
	floor := 4 * p.service
	if p.rise(0, end) > floor+(wholeAbove+many)*p.rough*p.root(0, end) && p.rise(end/2, end) > endAbove*p.rough*p.root(end/2, end) && !p.falls(0) {
		return true
	}
	start := 0
	for i := range end {
		if p.steady[i] <= p.steady[start] {
			start = i
		}
	}
	middle := (start + end) / 2
	return end-start >= leastLong &&
		p.rise(start, end) > floor+(lateAbove+many)*p.rough*p.root(start, end) &&
		p.rise(start, middle) > halfAbove*p.rough*p.root(start, middle) &&
		p.rise(middle, end) > halfAbove*p.rough*p.root(middle, end) &&
		!p.falls(start)
}

func (p *path) rise(from, to int) float64 { return p.steady[to] - p.steady[from] }

// root is the square root of a time.
func (p *path) root(from, to int) float64 { return math.Sqrt(p.at[to] - p.at[from]) }

// falls says whether the balance, which has grown from a start to its largest value,
// falls from there to the end, by more than growth that goes on would by luck.
func (p *path) falls(start int) bool {
	top, end := start, len(p.steady)-1
	for i := start; i <= end; i++ {
		if p.steady[i] > p.steady[top] {
			top = i
		}
	}
	if top == end || top == start {
		return top == start
	}
	rate := p.rise(start, top) / (p.at[top] - p.at[start])
	lack := p.steady[top] - p.steady[end] + float64(rate*(p.at[end]-p.at[top]))
	return lack > fallAbove*p.smooth*p.root(top, end)
}
