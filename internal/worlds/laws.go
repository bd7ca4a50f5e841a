package worlds

import (
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// A world's latency laws.

// deepest is how many laws stand inside each other at most.
const deepest = 6

// law draws a law that is the depth-th of those inside each other.
func (l generator) law(depth int) (law latency.Law) {
	kinds := []func(){
		func() { law.Constant = &latency.Constant{Ms: l.span()} },
		func() { law.Uniform = l.uniform() },
		func() { law.Exponential = &latency.Exponential{MeanMs: 1 + l.span()} },
		func() {
			law.Lognormal = &latency.Lognormal{MedianMs: 1 + l.span(), Sigma: One(l, 0, l.millionths(0, 3_000_000))}
		},
		func() {
			law.Weibull = &latency.Weibull{ScaleMs: 1 + l.span(), Shape: l.millionths(10_000, 4_000_000)}
		},
		func() { law.Pareto = &latency.Pareto{MinMs: 1 + l.span(), Alpha: l.millionths(100_000, 4_000_000)} },
		func() { law.Gamma = &latency.Gamma{Shape: l.millionths(10_000, 4_000_000), MeanMs: 1 + l.span()} },
		func() { law.Quantiles = l.quantiles() },
	}
	if depth < deepest {
		kinds = append(kinds,
			func() { law.Mixture = l.mixture(func() latency.Law { return l.law(depth + 1) }) },
			func() { law.Shifted = &latency.Shifted{ByMs: l.span(), Latency: l.law(depth + 1)} },
		)
	}
	One(l, kinds...)()
	return law
}

// coarse draws a law of a few different times: a constant or a mixture of some.
func (l generator) coarse() latency.Law {
	constant := func() latency.Law { return latency.Law{Constant: &latency.Constant{Ms: l.span()}} }
	if l.IntN(3) == 0 {
		return constant()
	}
	return latency.Law{Mixture: l.mixture(constant)}
}

func (l generator) mixture(law func() latency.Law) *latency.Mixture {
	m := &latency.Mixture{}
	for range 1 + l.IntN(4) {
		m.Parts = append(m.Parts, latency.Part{Weight: 1_000_000 * fixed.Millionths(1+l.IntN(3)), Latency: law()})
	}
	return m
}

func (l generator) uniform() *latency.Uniform {
	least := l.span()
	return &latency.Uniform{MinMs: least, MaxMs: least + One(l, 0, l.span())}
}

// quantiles draws a few points that rise in percent and never fall in ms, the last
// sometimes at 100 percent.
func (l generator) quantiles() *latency.Quantiles {
	percents := []fixed.Millionths{0, 10_000_000, 50_000_000, 90_000_000, 99_900_000, 100_000_000}
	q, ms := &latency.Quantiles{}, fixed.Micros(0)
	first := l.IntN(len(percents))
	for _, percent := range percents[first : first+1+l.IntN(len(percents)-first)] {
		ms += l.span()
		q.Points = append(q.Points, latency.QuantilePoint{Percent: percent, Ms: ms})
	}
	return q
}

func (l generator) millionths(least, most int) fixed.Millionths {
	return fixed.Millionths(least + l.IntN(most-least+1))
}
