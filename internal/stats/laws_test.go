package stats

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// law is a latency law in microseconds.
type law struct {
	name     string
	draw     func(*rand.Rand) float64
	survival func(t float64) float64
}

func exponential(mean float64) law {
	return law{"exponential", func(r *rand.Rand) float64 { return mean * r.ExpFloat64() },
		func(t float64) float64 { return math.Exp(-max(0, t) / mean) }}
}

func lognormal(median, sigma float64) law {
	return law{fmt.Sprintf("lognormal %v", sigma), func(r *rand.Rand) float64 { return median * math.Exp(sigma*r.NormFloat64()) },
		func(t float64) float64 { return math.Erfc(math.Log(max(t, 1e-9)/median)/sigma/math.Sqrt2) / 2 }}
}

func pareto(least, alpha float64) law {
	return law{fmt.Sprintf("pareto %v", alpha), func(r *rand.Rand) float64 { return least * math.Exp(r.ExpFloat64()/alpha) },
		func(t float64) float64 { return math.Pow(max(1, t/least), -alpha) }}
}

// mixture is the drill's kind: mostly quick, sometimes very slow.
func mixture(weight float64, slow, quick law) law {
	return law{fmt.Sprintf("mixture %v", weight), func(r *rand.Rand) float64 {
		if r.Float64() < weight {
			return slow.draw(r)
		}
		return quick.draw(r)
	}, func(t float64) float64 { return weight*slow.survival(t) + (1-weight)*quick.survival(t) }}
}

// at is the value with a survival.
func at(survival func(float64) float64, left float64) float64 {
	low, high := 0.0, 1e12
	for range 200 {
		if mid := (low + high) / 2; survival(mid) > left {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

func micros(v float64) fixed.Micros { return fixed.Micros(math.Floor(v + 0.5)) }

// lattice rounds a law to steps: its percentiles sit on atoms.
func lattice(l law, step float64) law {
	return law{fmt.Sprintf("%s in steps of %v", l.name, step), func(r *rand.Rand) float64 { return math.Ceil(l.draw(r)/step) * step },
		func(t float64) float64 { return l.survival(math.Floor(t/step) * step) }}
}

// atom is one value.
func atom(v float64) law {
	return law{"constant", func(*rand.Rand) float64 { return v }, func(t float64) float64 {
		if t < v {
			return 1
		}
		return 0
	}}
}
