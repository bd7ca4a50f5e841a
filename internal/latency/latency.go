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
	// sampler prepares what serves the law. Which one that is depends on the
	// parameters alone, never on the length of a run.
	sampler() sampler
}

// sampler draws services. It gets the attempt's words by value, and takes as many
// as it needs from the first on.
type sampler interface {
	service(request, attempt int, words draw.Words) fixed.Micros
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
	default:
		return l.Table
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
	switch {
	case l.Mixture != nil:
		sum := 0
		for _, p := range l.Mixture.Parts {
			sum += p.Latency.Weight()
		}
		return sum
	case l.Shifted != nil:
		return l.Shifted.Latency.Weight()
	case l.Gamma != nil:
		return 10
	default:
		return 1
	}
}

// Sampler draws the services of a run.
type Sampler struct {
	words draw.Source
	law   sampler
}

// Sampler prepares the law to serve the attempts of a run of this seed.
func (l Law) Sampler(seed int64) Sampler {
	return Sampler{draw.New(seed, draw.Service), l.kind().sampler()}
}

// Service is the time that the attempt is worked on if nothing stops it. Request,
// hop, leaf and attempt count from 1.
func (s Sampler) Service(request, hop, leaf, attempt int) fixed.Micros {
	return s.law.service(request, attempt, s.words.Words(request, hop, leaf, attempt))
}

// day is where a draw is cut.
const day = 86_400_000 * fixed.Millisecond

// born makes a service of a time in µs, not below 0: a whole number of them, half
// up, and at most a day.
func born(us float64) fixed.Micros {
	if us >= float64(day) {
		return day
	}
	return fixed.Micros(float64(us) + 0.5)
}

// milliseconds gives a time in ms.
func milliseconds(m fixed.Micros) float64 { return float64(m) / 1000 }
