package right

import (
	"math"
	"testing"
)

// answers makes results of a workload, each figure moved by so many deviations.
func answers(t truth, deviations float64) Answers {
	f := make([]float64, len(t.figures))
	for i, x := range t.figures {
		f[i] = x.value + deviations*x.deviation
	}
	return ofFigures(f)
}

func ofFigures(f []float64) Answers { return Answers{f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]} }

func TestRightAnswersPass(t *testing.T) {
	for name, truth := range truths {
		for _, deviations := range []float64{0, 1, -1, allowed - 0.1} {
			worst, err := Check(name, truth.requests, answers(truth, deviations))
			if err != nil {
				t.Errorf("%g deviations: %v", deviations, err)
			}
			if want := math.Abs(deviations) / allowed; math.Abs(worst-want) > 1e-6 {
				t.Errorf("%s: %g deviations are %g of what is allowed, not %g", name, deviations, worst, want)
			}
		}
	}
	if len(truths) != 4 {
		t.Errorf("saw %d workloads", len(truths))
	}
}

// Every figure alone can be wrong, in either direction.
func TestWrongAnswersFail(t *testing.T) {
	seen := 0
	for name, truth := range truths {
		right := answers(truth, 0)
		for i, x := range truth.figures {
			off := 1.01*allowed*x.deviation + 2*resolution*x.value + 1e-6
			for _, wrong := range []float64{x.value + off, x.value - off, math.NaN(), math.Inf(1)} {
				f := right.figures()
				f[i] = wrong
				if _, err := Check(name, truth.requests, ofFigures(f)); err == nil {
					t.Errorf("%s: %s may be %g, which is %g", name, names[i], wrong, x.value)
				}
				seen++
			}
		}
	}
	if seen != 4*8*4 {
		t.Errorf("saw %d cases", seen)
	}
}

// A run of a hundredth of the size may be off ten times as far.
func TestToleranceGoesByTheSize(t *testing.T) {
	truth := truths["w3"]
	far := answers(truth, 9*allowed)
	if _, err := Check("w3", truth.requests/100, far); err != nil {
		t.Error(err)
	}
	if _, err := Check("w3", truth.requests, far); err == nil {
		t.Error("a long run may be off as far as a short one")
	}
}

func TestMeanAlone(t *testing.T) {
	if _, err := CheckMean("w3", 1_000_000, 33.4); err != nil {
		t.Error(err)
	}
	for _, wrong := range []float64{0, 36, math.NaN()} {
		if _, err := CheckMean("w3", 1_000_000, wrong); err == nil {
			t.Errorf("a mean of %g passes", wrong)
		}
	}
}

func TestUnknownOrEmptyRunsFail(t *testing.T) {
	if _, err := Check("w4", 1000, Answers{}); err == nil {
		t.Error("an unknown workload passes")
	}
	if _, err := Check("w3", 0, answers(truths["w3"], 0)); err == nil {
		t.Error("a run of no request passes")
	}
}

// W1's values follow from the law: a sum over the latencies by Simpson's rule.
func TestW1ByQuadrature(t *testing.T) {
	survival := func(x float64) float64 {
		if x <= 0 {
			return 1
		}
		normal := func(median, sigma float64) float64 { return 0.5 * math.Erfc(math.Log(x/median)/sigma/math.Sqrt2) }
		return 0.99*normal(10, 0.4) + 0.01*normal(300, 0.6)
	}
	hedged := func(x float64) float64 {
		if x <= 25 {
			return survival(x)
		}
		return survival(x) * survival(x-25)
	}
	simpson := func(f func(float64) float64, a, b float64, n int) (sum float64) {
		h := (b - a) / float64(n)
		for i := range n {
			x := a + h*float64(i)
			sum += h / 6 * (f(x) + 4*f(x+h/2) + f(x+h))
		}
		return sum
	}
	mean := simpson(hedged, 0, 25, 100_000) + simpson(hedged, 25, 10_000, 1_000_000)
	f := truths["w1"].figures
	if math.Abs(mean-f[0].value) > 1e-5 {
		t.Errorf("the mean is %.7f, not %.7f", mean, f[0].value)
	}
	if hedges := survival(25); math.Abs(hedges-f[5].value) > 1e-9 {
		t.Errorf("%.10f hedge, not %.10f", hedges, f[5].value)
	}
	for i, p := range []float64{0.5, 0.95, 0.99, 0.999} {
		if got := 1 - hedged(f[i+1].value); math.Abs(got-p) > 1e-6 {
			t.Errorf("%s is the %g quantile", names[i+1], got)
		}
	}
}

// W3's are those of the exponential distribution.
func TestW3ByTheory(t *testing.T) {
	f := truths["w3"].figures
	for i, p := range []float64{0.5, 0.95, 0.99, 0.999} {
		if want := -100.0 / 3 * math.Log(1-p); math.Abs(f[i+1].value-want) > 0.001 {
			t.Errorf("%s is %g, not %g", names[i+1], f[i+1].value, want)
		}
	}
}
