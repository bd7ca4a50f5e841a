package stats

import (
	"math"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/portable"
)

// leastOffers is how many attempts a slot has on average, at least, and leastSlots how
// many slots a judgement needs.
const (
	leastOffers = 8
	leastSlots  = 8
)

// path is the balance of a pool, work offered less what the workers could do, at the
// ends of slots.
type path struct {
	at      []float64 // instants in microseconds, from 0
	steady  []float64 // without bursts
	all     []float64
	service float64 // mean work of an attempt
	rough   float64 // standard deviation of the balance a microsecond^½
	smooth  float64 // the same without what sticks out
}

// Saturated says whether more work was offered, up to the last arrival, than could
// be done, so that what waits would grow without end.
func (l *Load) Saturated(last fixed.Micros) bool {
	whole := l.path(l.pools, last)
	if whole == nil || len(l.pools) == 1 || whole.grows(0) {
		return whole != nil && whole.grows(0)
	}
	many := math.Sqrt(2 * portable.Log(float64(len(l.pools))))
	fair := whole.rough / math.Sqrt(float64(len(l.pools)))
	for i := range l.pools {
		if p := l.path(l.pools[i:i+1], last); p != nil {
			p.rough = max(p.rough, fair)
			if p.grows(many) {
				return true
			}
		}
	}
	return false
}

// path is the balance of pools together; nil where there are too few attempts.
func (l *Load) path(pools []pool, last fixed.Micros) *path {
	var offers int64
	for i := range pools {
		offers += pools[i].offers
	}
	per := fixed.Micros(1) // slots of l in one of the path
	for last > 0 && int64(last/(l.width*per))*leastOffers > offers {
		per *= 2
	}
	width := l.width * per
	if last < width*leastSlots {
		return nil
	}
	capacity := float64(l.workers) * float64(len(pools))
	p := &path{at: []float64{0}, steady: []float64{0}, all: []float64{0}}
	var steady, all, work float64
	for from := fixed.Micros(0); from < last; from += width {
		to := min(last, from+width)
		for slot := from / l.width; slot < slots && slot < (from+width)/l.width; slot++ {
			for i := range pools {
				steady += float64(pools[i].steady[slot])
				all += float64(pools[i].steady[slot] + pools[i].bursts[slot])
			}
		}
		work = steady
		p.at = append(p.at, float64(to))
		p.steady = append(p.steady, steady-float64(capacity*float64(to)))
		p.all = append(p.all, all-float64(capacity*float64(to)))
	}
	p.service = work / float64(max(1, offers))
	p.noise(int(last / width))
	return p
}
