package measure

import (
	"math"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// phase is a time of which the waiting attempts and the misses are added up.
type phase struct {
	length fixed.Micros
	area   float64 // attempts that wait × time
	square float64 // the square of their number × time
	missed int
}

func (p *phase) add(waiting int64, time fixed.Micros) {
	area := float64(waiting) * float64(time)
	p.length += time
	p.area += area
	p.square += float64(float64(waiting) * area)
}

func (p *phase) join(other phase) {
	p.length += other.length
	p.area += other.area
	p.square += other.square
	p.missed += other.missed
}

// mean is how many attempts waited, on average over time.
func (p *phase) mean() float64 { return p.area / max(1, float64(p.length)) }

// deviation is the standard deviation of their number over time.
func (p *phase) deviation() float64 {
	mean := p.mean()
	return math.Sqrt(max(0, p.square/max(1, float64(p.length))-float64(mean*mean)))
}

// batches counts misses by stretches of time of one width.
type batches struct {
	width   fixed.Micros
	number  int64 // of the stretch that is counted
	missed  int   // in it
	all     float64
	squares float64 // of the stretches before it
}

func (b *batches) add(at fixed.Micros) {
	if number := int64(at / b.width); number != b.number {
		b.squares += float64(float64(b.missed) * float64(b.missed))
		b.number, b.missed = number, 0
	}
	b.missed++
	b.all++
}

// spread is the mean number of misses in n stretches, and its standard deviation.
func (b *batches) spread(n float64) (mean, deviation float64) {
	squares := b.squares + float64(float64(b.missed)*float64(b.missed))
	mean = b.all / n
	return mean, math.Sqrt(max(0, squares/n-float64(mean*mean)))
}

// parts is into how many phases quarters divides a time at most.
const parts = 16

// quarters adds up a time whose length is not known, so that its quarters can be
// compared: in phases of one width, which doubles when they do not reach.
type quarters struct {
	width  fixed.Micros
	n      int // phases begun
	phases [parts]phase
}

// add adds a stretch of the time in which so many attempts waited.
func (q *quarters) add(waiting int64, from, to fixed.Micros) {
	for from < to {
		for from/q.width >= parts {
			for i := range parts / 2 {
				q.phases[i] = q.phases[2*i]
				q.phases[i].join(q.phases[2*i+1])
			}
			clear(q.phases[parts/2:])
			q.width *= 2
		}
		i := from / q.width
		until := min(to, (i+1)*q.width)
		q.phases[i].add(waiting, until-from)
		q.n = int(i) + 1
		from = until
	}
}

// miss counts a miss at the end of what has been added.
func (q *quarters) miss() { q.phases[q.n-1].missed++ }

// sums are those of the quarters: phase i of n belongs to quarter 4i/n.
func (q *quarters) sums() (all [4]phase) {
	for i := range q.n {
		all[4*i/q.n].join(q.phases[i])
	}
	return all
}
