package measure

import (
	"math"
	"slices"
	"sort"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// Exact is what theory says of a run's latencies, where a closed form holds. As in
// the run, no draw takes longer than a day.
type Exact struct {
	Mean fixed.Micros `json:"mean"`
	Percentiles
	ExtraLoadPercent fixed.Percent `json:"extraLoadPercent"`
}

// exactWeight bounds the work of a theory: the law's weight times the attempts.
const exactWeight = 40

// exact gives the theory of a scenario. It is nil where there is no closed form: leaves
// meet in queues or in a budget, or a request does not wait for all leaves of one hop.
// It is nil for a very large mixture too, for which it would take longer than the run.
func exact(s *engine.Scenario) *Exact {
	if s.Traits().Has(engine.NoTheory) || s.Backend.Latency.Weight()*s.Policy.MaxAttempts() > exactWeight {
		return nil
	}
	r := newRace(s)
	return &Exact{
		Mean: fixed.Micros(math.Round(1000 * r.mean())),
		Percentiles: percentiles(func(p fixed.Percent) fixed.Micros {
			return r.quantile(float64(100_000-p) / 100_000)
		}),
		ExtraLoadPercent: fixed.Percent(math.Round(100_000 * r.hedges())),
	}
}

// race is one leaf among others that it does not meet: a primary, and backups at
// d, 2d, … md, each of which is sent with probability q if the leaf is still open.
// With probability c the backups are as slow as the primary. A request waits for the
// slowest of N such leaves.
//
//	P(L > t) = S(t) · [(1−c) · ∏ᵢ (1 − q + q·S(t − i·d)) + c]     i = 1 … m, S(x) = 1 for x < 0
//	P(T > t) = 1 − (1 − P(L > t))ᴺ
type race struct {
	law     latency.Law
	delay   float64 // d, in ms
	backups int     // m
	chance  float64 // q
	common  float64 // c
	leaves  int     // N
}

func newRace(s *engine.Scenario) race {
	r := race{law: s.Backend.Latency, leaves: s.Workload.Leaves(), common: float64(s.Backend.CommonCausePercent) / 100_000}
	if s.Backend.Copies == engine.Identical {
		r.common = 1
	}
	// A tied primary starts as it is sent, and then no backup is.
	if h := s.Policy.Hedging(); h != nil && h.Cancel != engine.CancelOnStart {
		delay, _ := h.Delay.Fixed() // there is no theory of another
		r.delay, r.backups = float64(delay)/1000, h.MaxAttempts-1
		r.chance = float64(h.ProbabilityPercent) / 100_000
	}
	return r
}

// slower is P(T > t), t in ms.
func (r *race) slower(t float64) float64 {
	return oneOf(r.survival(t, r.backups), r.leaves)
}

// oneOf is the probability 1 − (1 − p)ⁿ that one of n things happens, each of which does
// so with probability p: without a difference of nearly equal numbers, by its double
// for twice as many.
func oneOf(p float64, n int) float64 {
	if n == 1 {
		return p
	}
	half := oneOf(p, n/2)
	twice := half * (2 - half)
	if n%2 == 0 {
		return twice
	}
	return twice + float64(p*(1-twice))
}

// survival is P(L > t), t in ms, when only the first so many backups can be sent.
// No product is fused with a sum: the same bits on every machine.
func (r *race) survival(t float64, backups int) float64 {
	if t < 0 {
		return 1
	}
	product := 1.0
	for i := 1; i <= backups; i++ {
		since := t - float64(float64(i)*r.delay)
		if since < 0 {
			break
		}
		product *= 1 - r.chance + float64(r.chance*r.law.Survival(since))
	}
	return r.law.Survival(t) * (float64((1-r.common)*product) + r.common)
}

// hedges is the mean number of backups of a leaf: the i-th is sent, with
// probability q, if none of those before has answered within i·d. Draws are whole
// microseconds, rounded half up, so what takes longer than i·d takes half a microsecond
// more at least.
func (r *race) hedges() float64 {
	sum := 0.0
	for i := 1; i <= r.backups; i++ {
		sum += float64(r.chance * r.survival(float64(float64(i)*r.delay)+0.0005, i-1))
	}
	return sum
}

// longest is the most that a draw can be, a day, in microseconds.
const longest = 86_400_000_000

// noise is the relative error up to which a survival counts as the tail that it is held
// against: an atom may end exactly there.
const noise = 1e-12

// quantile is the least whole microsecond that only a tail of requests exceeds, draws
// being rounded half up: the least t with P(T ≥ t + ½) ≤ tail.
func (r *race) quantile(tail float64) fixed.Micros {
	most := tail + float64(noise*tail)
	return fixed.Micros(sort.Search(longest, func(us int) bool {
		return r.slower((float64(us)+0.5)/1000) <= most
	}))
}

// mean is ∫ P(T > t) dt, by adaptive quadrature between points where the integrand
// may bend: the delays, and quantiles far into the tail.
func (r *race) mean() float64 {
	bends := []float64{0, longest / 1000}
	for i := 1; i <= r.backups; i++ {
		bends = append(bends, float64(i)*r.delay)
	}
	for _, tail := range []float64{0.999, 0.99, 0.9, 0.75, 0.5, 0.25, 0.1, 0.03, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-9, 1e-12} {
		bends = append(bends, float64(r.quantile(tail))/1000)
	}
	slices.Sort(bends)
	sum := 0.0
	for i := 1; i < len(bends); i++ {
		if from, to := bends[i-1], min(bends[i], longest/1000); from < to {
			sum += r.integral(from, to)
		}
	}
	return sum
}

// integral is Simpson's rule, halved until the halves agree with the whole.
func (r *race) integral(from, to float64) float64 {
	middle := float64((from + to) / 2)
	return refine(r.slower, from, to, r.slower(from), r.slower(middle), r.slower(to), 40)
}

// enough is the largest error in ms of a piece that is not halved any more.
const enough = 1e-6

func refine(f func(float64) float64, from, to, atFrom, atMiddle, atTo float64, depth int) float64 {
	middle := float64((from + to) / 2)
	left, right := f((from+middle)/2), f((middle+to)/2)
	whole := simpson(to-from, atFrom, atMiddle, atTo)
	halves := simpson(middle-from, atFrom, left, atMiddle) + simpson(to-middle, atMiddle, right, atTo)
	if depth == 0 || math.Abs(halves-whole) < enough {
		return halves
	}
	return refine(f, from, middle, atFrom, left, atMiddle, depth-1) + refine(f, middle, to, atMiddle, right, atTo, depth-1)
}

func simpson(width, left, middle, right float64) float64 {
	return float64(width / 6 * (left + float64(4*middle) + right))
}
