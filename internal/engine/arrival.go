package engine

import (
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// Arrival is when requests arrive: a union of which exactly one member is set.
type Arrival struct {
	Paced   *Paced   `json:"paced,omitempty"`
	Poisson *Poisson `json:"poisson,omitempty"`
}

// arrival is what each kind of arrival answers.
type arrival interface {
	// random says whether the instants depend on the seed.
	random() bool
	// last is when the last of n requests arrives; if that is random, its mean.
	last(n int) fixed.Micros
	// gaps is how long so many gaps take, at most a million; if that is random, their mean,
	// rounded down.
	gaps(n int) fixed.Micros
	// open begins the arrivals of a run.
	open(seed int64) gaps
}

// gaps are the times between the arrivals of a run.
type gaps interface {
	// Before is the time from request i−1, or from 0 if i is 1, to request i.
	Before(i int) fixed.Micros
	// Fill gives those of consecutive requests, from the first on.
	Fill(gaps []fixed.Micros, first int)
	// copy gives gaps that are the same, and may be asked at the same time.
	copy() gaps
}

// kind gives the member that is set. A new arrival is a file and a line here.
func (a Arrival) kind() arrival {
	switch {
	case a.Paced != nil:
		return a.Paced
	case a.Poisson != nil:
		return a.Poisson
	default:
		panic("an arrival of no kind")
	}
}

// Last is when the last of n requests arrives; if that is random, its mean.
func (a Arrival) Last(n int) fixed.Micros { return a.kind().last(n) }

// Gaps is how long so many gaps take, at most a million; if that is random, their mean,
// rounded down.
func (a Arrival) Gaps(n int) fixed.Micros { return a.kind().gaps(n) }

// Paced arrivals: the first at 0, then one every interval.
type Paced struct {
	IntervalMs fixed.Micros `json:"intervalMs" validate:"min=0,max=86400000000"`
}

func (p *Paced) random() bool { return false }

func (p *Paced) last(n int) fixed.Micros { return fixed.Micros(n-1) * p.IntervalMs }

func (p *Paced) gaps(n int) fixed.Micros { return fixed.Micros(n) * p.IntervalMs }

func (p *Paced) open(int64) gaps { return p }

func (p *Paced) copy() gaps { return p }

// Before is the interval; the first request does not wait for it.
func (p *Paced) Before(i int) fixed.Micros {
	if i == 1 {
		return 0
	}
	return p.IntervalMs
}

// Fill is Before for consecutive requests.
func (p *Paced) Fill(gaps []fixed.Micros, first int) {
	for i := range gaps {
		gaps[i] = p.IntervalMs
	}
	if first == 1 && len(gaps) > 0 {
		gaps[0] = p.Before(1)
	}
}

// Poisson arrivals: gaps are exponential, and the first request comes after one.
type Poisson struct {
	RatePerSecond fixed.Millionths `json:"ratePerSecond" validate:"min=1,max=1000000000000"`
}

func (p *Poisson) random() bool { return true }

// The rate is in millionths a second, and times are in microseconds.
const perSecond = 1_000_000_000_000

func (p *Poisson) last(n int) fixed.Micros {
	return fixed.Micros(fixed.Ratio(int64(n), perSecond, int64(p.RatePerSecond)))
}

func (p *Poisson) gaps(n int) fixed.Micros {
	return fixed.Micros(int64(n) * perSecond / int64(p.RatePerSecond))
}

func (p *Poisson) open(seed int64) gaps {
	return &drawn{latency.NewGaps(seed, perSecond/float64(p.RatePerSecond))}
}

// drawn are gaps that are drawn.
type drawn struct{ latency.Gaps }

func (d *drawn) copy() gaps { return &drawn{d.Gaps.Copy()} }
