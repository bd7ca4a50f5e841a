package latency

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/portable"
)

// extremes are laws at the ends of their parameters.
func extremes() []Law {
	const one = fixed.Millionths(1_000_000)
	nearly := mixture(Part{999_999, lognormal(10_000, 400_000)}, Part{1, constant(10_000)}, Part{1, weibull(20_000, 1000*one)})
	return []Law{
		constant(0), constant(day), uniform(0, day), uniform(0, 1), exponential(1), exponential(day),
		lognormal(1, 0), lognormal(1, 1), lognormal(1, 10*one), lognormal(day, 10*one), lognormal(1_000_000, 1),
		weibull(1, 10_000), weibull(day, 10_000), weibull(1, 1000*one), weibull(day, 1000*one),
		pareto(1, 1), pareto(day, 1), pareto(1, 1000*one), pareto(day, 1000*one), pareto(1, 200_000),
		gamma(10_000, 1), gamma(10_000, day), gamma(1000*one, 1), gamma(1000*one, day), gamma(one, 10_000),
		shifted(day, exponential(1)), shifted(day-1, exponential(1000)), shifted(0, constant(0)), nearly,
		mixture(Part{1, constant(0)}, Part{1_000_000 * one, gamma(10_000, 1_000_000)}),
		mixture(Part{one, pareto(1, 1)}, Part{one, shifted(1000, mixture(Part{one, nearly}, Part{1, constant(day)}))}),
		quantiles(QuantilePoint{0, 0}, QuantilePoint{1, day}),
		quantiles(QuantilePoint{50 * one, 0}, QuantilePoint{50*one + 1, day}),
		quantiles(QuantilePoint{10 * one, 5}, QuantilePoint{20 * one, 5}, QuantilePoint{30 * one, 6}, QuantilePoint{99_999_999, 6}),
	}
}

// randomLaw makes a law of any parameters, with others inside.
func randomLaw(r *rand.Rand, depth int) Law {
	us := func() fixed.Micros { return fixed.Micros(math.Exp(r.Float64() * math.Log(float64(day)))) }
	number := func(least, most float64) fixed.Millionths {
		return fixed.Millionths(math.Exp(math.Log(least)+r.Float64()*math.Log(most/least)) * 1e6)
	}
	kinds := 8
	if depth > 0 {
		kinds = 10
	}
	switch r.IntN(kinds) {
	case 0:
		return constant(us())
	case 1:
		low := us()
		return uniform(low, low+us()%(day-low+1))
	case 2:
		return exponential(us())
	case 3:
		return lognormal(us(), number(1e-6, 10))
	case 4:
		return weibull(us(), number(0.01, 1000))
	case 5:
		return pareto(us(), number(0.001, 1000))
	case 6:
		return gamma(number(0.01, 1000), us())
	case 7:
		text := make([]byte, 6+r.IntN(600))
		for i := range text {
			text[i] = byte(r.Uint32())
		}
		return quantiles(points(text)...)
	case 8:
		return shifted(us(), randomLaw(r, depth-1))
	default:
		var parts []Part
		for range 1 + r.IntN(4) {
			parts = append(parts, Part{number(1e-6, 1e6), randomLaw(r, depth-1)})
		}
		return mixture(parts...)
	}
}

// lastStrip gives the strip that a word's draw was last looked up in, and the
// position in it.
func (t *strips) lastStrip(word uint64) (*strip, uint64) {
	i := word >> (64 - bodyBits)
	if t.fine == nil || t.fine[i] == nil {
		return &t.body[i], word << bodyBits
	}
	return &t.fine[i][word<<bodyBits>>(64-fineBits)], word << (bodyBits + fineBits)
}

// compareWithQuantiles holds n draws against the quantiles themselves, and the
// cubics against the bounds on their errors.
func compareWithQuantiles(t *testing.T, law *strips, words func(i int) uint64, n int) {
	t.Helper()
	for i := range n {
		word := words(i)
		got, want := law.draw(word), law.direct(word)
		if got != want {
			t.Fatalf("the draw for %#x is %v, by the quantile %v", word, got, want)
		}
		s, position := law.lastStrip(word)
		if s.sure > 0 {
			off := (1 - float64(s.sure)/unit) / 2
			if e := math.Abs(float64(s.at(position))/unit - 0.5 + off - law.quantile(draw.Uniform(word))); e > off {
				t.Fatalf("the cubic for %#x is off by %v µs, more than %v", word, e, off)
			}
		}
	}
}

// words are random ones, every fourth in a tail.
func words(seed int64) func(i int) uint64 {
	source := draw.New(seed, draw.Service)
	return func(i int) uint64 {
		word := source.Word(draw.At(i, 1, 1, 1), 0)
		switch i % 8 {
		case 0:
			return word >> (i / 8 % 52)
		case 1:
			return ^(word >> (i / 8 % 52))
		}
		return word
	}
}

// Strips change no draw.
func TestStripsDrawQuantiles(t *testing.T) {
	n, laws := *draws/100, 0
	check := func(law Law) {
		laws++
		compareWithQuantiles(t, law.strips(), words(int64(laws)), n)
		if t.Failed() {
			t.Fatalf("law %d: %+v", laws, law.kind())
		}
	}
	for _, s := range samples() {
		if s.law.Table == nil {
			check(s.law)
		}
	}
	for _, law := range extremes() {
		check(law)
	}
	n /= 20
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		if law := randomLaw(r, 2); law.Quantiles == nil || len(law.Quantiles.Points) > 0 {
			check(law)
		}
	}
	t.Logf("%d laws", laws)
}

// A constant does without strips, and draws what they would.
func TestConstantNeedsNoStrips(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	const constants = 300
	for i := range constants {
		law := Law{Constant: &Constant{fixed.Micros(r.Int64N(day >> (i % 37)))}}
		if i == 0 {
			law.Constant.Ms = day
		}
		sampler, word := law.Sampler(0), r.Uint64()
		if got, want := sampler.Service(draw.At(1, 1, 1, 1)), law.strips().draw(word); got != want || sampler.law != nil {
			t.Fatalf("a constant of %v is %v, by strips %v", law.Constant.Ms, got, want)
		}
	}
	t.Logf("%d constants", constants)
}

// Strips decide nearly all draws: quantiles are slow.
func TestStripsDecide(t *testing.T) {
	n := *draws / 10
	for _, s := range samples() {
		if s.law.Table != nil {
			continue
		}
		law, source, direct := s.law.strips(), draw.New(1, draw.Service), 0
		for i := range n {
			word := source.Word(draw.At(i, 1, 1, 1), 0)
			law.draw(word)
			if strip, position := law.lastStrip(word); !strip.decides(strip.at(position)) {
				direct++
			}
		}
		most := 0.002
		if s.law.Pareto != nil {
			most = 0.004 // a tail without mean, whose quantiles are fast
		}
		if share := float64(direct) / float64(n); share > most {
			t.Errorf("%s: %v of the draws are direct", s.name, share)
		}
	}
}

// A larger word never draws less, so that laws which share words are compared on
// the same words.
func TestDrawsRiseWithTheWord(t *testing.T) {
	for _, s := range samples() {
		if s.law.Table != nil {
			continue
		}
		all := make([]uint64, 20_000)
		for i := range all {
			all[i] = words(5)(i)
		}
		slices.Sort(all)
		law, last := s.law.strips(), fixed.Micros(0)
		for _, word := range all {
			next := law.draw(word)
			if next < last {
				t.Errorf("%s: %#x draws %v, after %v", s.name, word, next, last)
			}
			last = next
		}
	}
}

// Gaps are −mean·ln U, whatever the mean.
func TestGaps(t *testing.T) {
	n := *draws / 10
	for _, mean := range []float64{1e-9, 0.3, 1, 1e12 / 7e8, 1e12 / 3e6, 1e9, 1e12} {
		gaps, source := NewGaps(11, mean), draw.New(11, draw.Arrival)
		sum := 0.0
		for i := range n {
			got := gaps.Before(i + 1)
			if want := math.Round(mean * -portable.Log(draw.Uniform(source.Word(draw.At(i+1, 0, 0, 0), 0)))); float64(got) != want {
				t.Fatalf("gap %d of mean %v is %d, not %v", i, mean, got, want)
			}
			sum += float64(got)
		}
		if z := (sum/float64(n)/mean - 1) * math.Sqrt(float64(n)); mean > 1000 && math.Abs(z) > 4 {
			t.Errorf("gaps of mean %v are %v on average", mean, sum/float64(n))
		}
	}
}
