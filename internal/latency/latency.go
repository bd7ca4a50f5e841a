// Package latency holds the distributions of service times.
//
// A draw is a pure function of the seed and the attempt's key, never of the order of
// the draws, so two policies on one seed get the same work (common random numbers). It
// has the same bits on every machine.
//
// A draw is rounded to whole microseconds at once, and is at least 0 and at most a day.
// After that all arithmetic is on integers. The functions of a distribution are those
// before rounding and cutting.
package latency

import (
	"iter"
	"strconv"

	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Law is a latency law: a union of which exactly one member is set.
type Law struct {
	Constant    *Constant    `json:"constant,omitempty"`
	Table       *Table       `json:"table,omitempty"`
	Uniform     *Uniform     `json:"uniform,omitempty"`
	Exponential *Exponential `json:"exponential,omitempty"`
	Lognormal   *Lognormal   `json:"lognormal,omitempty"`
	Weibull     *Weibull     `json:"weibull,omitempty"`
	Pareto      *Pareto      `json:"pareto,omitempty"`
	Gamma       *Gamma       `json:"gamma,omitempty"`
	Mixture     *Mixture     `json:"mixture,omitempty"`
	Shifted     *Shifted     `json:"shifted,omitempty"`
	Quantiles   *Quantiles   `json:"quantiles,omitempty"`
}

// law is what each kind of law answers.
type law interface {
	// Mean is the expected service in ms; +Inf if there is none.
	Mean() float64
	// Variance is that of the service in ms²; +Inf if there is none.
	Variance() float64
	// Quantile is the least time in ms that a share p of services does not exceed,
	// for 0 < p < 1.
	Quantile(p float64) float64
	// Survival is the share of services that exceed t ms.
	Survival(t float64) float64
	// corners are the times about which the law has no smooth density: where it
	// begins or ends, has a bend, or serves many attempts alike. Any order will do.
	corners() []fixed.Micros
}

// kind gives the member that is set. A new law is a file and a line here.
func (l Law) kind() law {
	switch {
	case l.Constant != nil:
		return l.Constant
	case l.Uniform != nil:
		return l.Uniform
	case l.Exponential != nil:
		return l.Exponential
	case l.Lognormal != nil:
		return l.Lognormal
	case l.Weibull != nil:
		return l.Weibull
	case l.Pareto != nil:
		return l.Pareto
	case l.Gamma != nil:
		return l.Gamma
	case l.Mixture != nil:
		return l.Mixture
	case l.Shifted != nil:
		return l.Shifted
	case l.Quantiles != nil:
		return l.Quantiles
	case l.Table != nil:
		return l.Table
	default:
		panic("a latency law of no kind")
	}
}

// Mean is the expected service in ms; +Inf if there is none.
func (l Law) Mean() float64 { return l.kind().Mean() }

// Variance is the variance of the service in ms²; +Inf if there is none.
func (l Law) Variance() float64 { return l.kind().Variance() }

// Quantile is the least time in ms that a share p of services does not exceed, for
// 0 < p < 1.
func (l Law) Quantile(p float64) float64 { return l.kind().Quantile(p) }

// Survival is the share of services that exceed t ms.
func (l Law) Survival(t float64) float64 { return l.kind().Survival(t) }

// Weight is the work of Survival and Quantile, in units of what a simple law takes.
func (l Law) Weight() int {
	sum := 0
	for _, inner := range l.Inner() {
		sum += inner.Weight()
	}
	switch {
	case sum > 0:
		return sum
	case l.Gamma != nil:
		return 10
	default:
		return 1
	}
}

// Inner gives the laws that a law is made of, each with its place below it as a JSON
// pointer. Most laws are made of none.
func (l *Law) Inner() iter.Seq2[string, *Law] {
	return func(yield func(string, *Law) bool) {
		switch {
		case l.Mixture != nil:
			for i := range l.Mixture.Parts {
				if !yield("/mixture/parts/"+strconv.Itoa(i)+"/latency", &l.Mixture.Parts[i].Latency) {
					return
				}
			}
		case l.Shifted != nil:
			yield("/shifted/latency", &l.Shifted.Latency)
		}
	}
}

// Sampler draws the services of a run.
type Sampler struct {
	words    draw.Source
	law      *strips // nil for a table or a constant
	table    *Table
	constant *Constant
}

// Sampler prepares the law to serve the attempts of a run of this seed. A constant has
// one draw: it does without strips, which take more memory than most short runs.
func (l Law) Sampler(seed int64) Sampler {
	s := Sampler{words: draw.New(seed, draw.Service), table: l.Table, constant: l.Constant}
	if s.table == nil && s.constant == nil {
		s.law = l.strips()
	}
	return s
}

// strips prepare the draws of a law that is neither a table nor a constant.
func (l Law) strips() *strips {
	kind := l.kind()
	return newStrips(func(p float64) float64 { return min(kind.Quantile(p)*1000, day) },
		func(us float64) float64 { return kind.Survival(us / 1000) }, append(kind.corners(), day))
}

// Service is the time that the attempt of a place is worked on if nothing stops it.
func (s *Sampler) Service(p draw.Place) fixed.Micros {
	switch {
	case s.law != nil:
		return s.law.draw(s.words.Word(p, 0))
	case s.table != nil:
		return s.table.service(p.Request(), p.Attempt())
	default:
		return s.constant.Ms
	}
}

// day is where a draw is cut, in µs.
const day = 86_400_000_000

// milliseconds gives a time in ms.
func milliseconds(m fixed.Micros) float64 { return float64(m) / 1000 }
