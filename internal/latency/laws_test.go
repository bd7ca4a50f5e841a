package latency

import (
	"reflect"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// sample is a law that every test ranges over: a new one joins with a line.
type sample struct {
	name string
	law  Law
	// other is the same law as gonum has it, if it does.
	other distribution
	// heavy tails have no fourth moment, so that their draws do not tell the variance.
	heavy bool
}

type distribution interface {
	Mean() float64
	Variance() float64
	Quantile(float64) float64
	Survival(float64) float64
}

func uniform(low, high fixed.Micros) Law    { return Law{Uniform: &Uniform{low, high}} }
func constant(ms fixed.Micros) Law          { return Law{Constant: &Constant{ms}} }
func exponential(mean fixed.Micros) Law     { return Law{Exponential: &Exponential{mean}} }
func shifted(by fixed.Micros, l Law) Law    { return Law{Shifted: &Shifted{by, l}} }
func mixture(parts ...Part) Law             { return Law{Mixture: &Mixture{parts}} }
func quantiles(points ...QuantilePoint) Law { return Law{Quantiles: &Quantiles{points}} }
func lognormal(median fixed.Micros, sigma fixed.Millionths) Law {
	return Law{Lognormal: &Lognormal{median, sigma}}
}
func weibull(scale fixed.Micros, shape fixed.Millionths) Law {
	return Law{Weibull: &Weibull{scale, shape}}
}
func pareto(low fixed.Micros, alpha fixed.Millionths) Law { return Law{Pareto: &Pareto{low, alpha}} }
func gamma(shape fixed.Millionths, mean fixed.Micros) Law { return Law{Gamma: &Gamma{shape, mean}} }

func samples() []sample {
	const ms, one = fixed.Millisecond, fixed.Millionths(1_000_000)
	slow := mixture(Part{99 * one, lognormal(10*ms, 400_000)}, Part{one, lognormal(300*ms, 600_000)})
	return []sample{
		{name: "constant", law: constant(20 * ms)},
		{name: "table", law: Law{Table: &Table{PrimaryMs: []fixed.Micros{84_000, 640_000, 0, 84_000}, BackupMs: []fixed.Micros{78_000, 95_000, 901_000, 1}}}},
		{name: "uniform", law: uniform(5*ms, 105*ms), other: distuv.Uniform{Min: 5, Max: 105}},
		{name: "uniform of one time", law: uniform(5*ms, 5*ms)},
		{name: "exponential", law: exponential(10 * ms), other: distuv.Exponential{Rate: 0.1}},
		{name: "lognormal", law: lognormal(10*ms, 400_000), other: distuv.LogNormal{Mu: ln10, Sigma: 0.4}},
		{name: "lognormal, wide", law: lognormal(10*ms, 2*one), other: distuv.LogNormal{Mu: ln10, Sigma: 2}, heavy: true},
		{name: "lognormal without spread", law: lognormal(10*ms, 0)},
		{name: "weibull, heavy", law: weibull(10*ms, 500_000), other: distuv.Weibull{K: 0.5, Lambda: 10}},
		{name: "weibull, light", law: weibull(100*ms, 5*one), other: distuv.Weibull{K: 5, Lambda: 100}},
		{name: "weibull, nearly constant", law: weibull(1000*ms, 900*one), other: distuv.Weibull{K: 900, Lambda: 1000}},
		{name: "pareto", law: pareto(10*ms, 10*one), other: distuv.Pareto{Xm: 10, Alpha: 10}},
		{name: "pareto without variance", law: pareto(10*ms, 1_510_000), other: distuv.Pareto{Xm: 10, Alpha: 1.51}, heavy: true},
		{name: "pareto without mean", law: pareto(10*ms, 900_000), heavy: true},
		{name: "gamma", law: gamma(2_500_000, 10*ms), other: distuv.Gamma{Alpha: 2.5, Beta: 0.25}},
		{name: "gamma, heavy", law: gamma(300_000, 30*ms), other: distuv.Gamma{Alpha: 0.3, Beta: 0.01}},
		{name: "gamma, nearly normal", law: gamma(400*one, 100*ms), other: distuv.Gamma{Alpha: 400, Beta: 4}},
		{name: "shifted", law: shifted(100*ms, exponential(10*ms))},
		{name: "mixture", law: slow},
		{name: "mixture of constants", law: mixture(Part{3, constant(10 * ms)}, Part{1, constant(200 * ms)}, Part{1, constant(10 * ms)})},
		{name: "mixture in mixture", law: mixture(
			Part{one, shifted(ms, mixture(Part{one, exponential(5 * ms)}, Part{one, uniform(50*ms, 60*ms)}))},
			Part{2 * one, mixture(Part{one, gamma(one, 3*ms)}, Part{3 * one, slow})}, Part{one, constant(7 * ms)})},
		{name: "quantiles", law: quantiles(
			QuantilePoint{50 * one, 10 * ms}, QuantilePoint{95 * one, 40 * ms}, QuantilePoint{99 * one, 200 * ms}, QuantilePoint{99_999_900, 1800 * ms})},
		{name: "quantiles from 0 to 100", law: quantiles(
			QuantilePoint{0, 0}, QuantilePoint{10 * one, 5 * ms}, QuantilePoint{40 * one, 5 * ms}, QuantilePoint{90 * one, 50 * ms}, QuantilePoint{100 * one, 70 * ms})},
		{name: "quantiles of one point", law: quantiles(QuantilePoint{99 * one, 3 * ms})},
		{name: "quantiles, nearly constant", law: quantiles(QuantilePoint{0, 1000 * ms}, QuantilePoint{99 * one, 1000*ms + 100}, QuantilePoint{100 * one, 1000*ms + 101})},
	}
}

const ln10 = 2.302585092994045684

// Every kind of law is among the samples.
func TestEveryLawIsSampled(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range samples() {
		seen[reflect.TypeOf(s.law.kind()).Elem().Name()] = true
	}
	kinds := reflect.TypeFor[Law]()
	for i := range kinds.NumField() {
		if name := kinds.Field(i).Name; !seen[name] {
			t.Errorf("no sample of %s", name)
		}
	}
	t.Logf("%d samples of %d kinds", len(samples()), kinds.NumField())
}
