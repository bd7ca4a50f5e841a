package stats

import (
	"math"
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// path is the balance of a pool, work offered less what its workers could do, at the
// ends of slots, beginning with 0 at 0.
type path struct {
	at      []float64 // instants in microseconds
	steady  []float64 // without bursts
	all     []float64
	service float64 // mean work of an attempt
	rough   float64 // standard deviation of the balance after a microsecond
	smooth  float64 // the same without what sticks out
}

// path is the balance of pools together; nil where there are too few attempts.
func (l *Load) path(pools []pool, last fixed.Micros) *path {
	var offers int64
	for i := range pools {
		offers += pools[i].offers
	}
	per := 1 // slots of l in one of the path
	for last > 0 && int64(last/(l.width*fixed.Micros(per)))*leastOffers > offers {
		per *= 2
	}
	width := l.width * fixed.Micros(per)
	if last < width*leastSlots {
		return nil
	}
	p := &path{at: []float64{0}, steady: []float64{0}, all: []float64{0}}
	capacity := float64(l.workers) * float64(len(pools))
	var steady, all, away float64
	for first := 0; fixed.Micros(first)*l.width < last; first += per {
		for slot := first; slot < min(slots, first+per); slot++ {
			for i := range pools {
				steady += pools[i].work[slot]
				all += pools[i].work[slot] + sum(pools[i].bursts, slot)
				away += sum(pools[i].away, slot)
			}
		}
		at := float64(min(last, fixed.Micros(first+per)*l.width))
		could := float64(capacity*at) - away
		p.at = append(p.at, at)
		p.steady = append(p.steady, steady-could)
		p.all = append(p.all, all-could)
	}
	p.service = steady / float64(offers)
	p.noise(int(last / width))
	return p
}

// noise estimates how much the balance varies, from the differences between full
// slots that follow each other (von Neumann 1941), which a slow drift does not move.
func (p *path) noise(full int) {
	const normal = 0.9538725524 // √2 times the median of |Z|
	var differences []float64
	squares := 0.0
	for i := 2; i <= full; i++ {
		d := p.steady[i] - 2*p.steady[i-1] + p.steady[i-2]
		differences = append(differences, math.Abs(d))
		squares += float64(d * d)
	}
	slices.Sort(differences)
	root := p.root(0, 1)
	p.rough = math.Sqrt(squares/float64(2*len(differences))) / root
	p.smooth = min(p.rough, differences[len(differences)/2]/normal/root)
}

// root is the square root of a time between two ends of slots.
func (p *path) root(from, to int) float64 { return math.Sqrt(p.at[to] - p.at[from]) }

func (p *path) end() int { return len(p.at) - 1 }

// least is where a balance was last at its least before the end.
func (p *path) least(balance []float64) int {
	start := 0
	for i := range p.end() {
		if balance[i] <= balance[start] {
			start = i
		}
	}
	return start
}

// most is where a balance is largest, from a start on.
func (p *path) most(balance []float64, start int) int {
	top := start
	for i := start; i < len(balance); i++ {
		if balance[i] > balance[top] {
			top = i
		}
	}
	return top
}
