package measure

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// nearestRank is the value at position ⌈p·n/100⌉ of the sorted latencies, by a
// definition that needs no division: the least of which at least p % are no larger.
func nearestRank(sorted []fixed.Micros, p fixed.Percent) fixed.Micros {
	for i, v := range sorted {
		if int64(i+1)*100_000 >= int64(p)*int64(len(sorted)) {
			return v
		}
	}
	panic("p is above 100 %")
}

var percents = []fixed.Percent{1, 5_000, 25_000, 33_333, 50_000, 66_667, 90_000, 95_000, 99_000, 99_900, 99_999, 100_000}

func TestPercentilesOfSmallSamples(t *testing.T) {
	samples := 0
	for range 20 { // a hundred each
		rapid.Check(t, func(t *rapid.T) {
			values := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 50), func(v int) fixed.Micros { return fixed.Micros(v) }), 1, 60).Draw(t, "latencies")
			p := fixed.Percent(rapid.IntRange(1, 100_000).Draw(t, "p"))
			s := newSample(len(values))
			sum := int64(0)
			for _, v := range values {
				s.add(v)
				sum += int64(v)
			}
			slices.Sort(values)
			if got, want := of(s).percentile(p), nearestRank(values, p); got != want {
				t.Fatalf("p%v is %d, not %d", p, got, want)
			}
			if got := s.latencies(); got.P95 != nearestRank(values, 95_000) || got.P999 != nearestRank(values, 99_900) ||
				got.Max != values[len(values)-1] || got.Mean != of(s).mean() || !got.Exact {
				t.Fatalf("%+v of %v", got, values)
			}
			n := int64(len(values))
			if want := (2*sum + n) / (2 * n); int64(of(s).mean()) != want {
				t.Fatalf("the mean is %d, not %d", of(s).mean(), want)
			}
			samples++
		})
	}
	t.Logf("%d samples", samples)
	if samples == 0 {
		t.Fatal("no sample was seen")
	}
}

// Up to 100,000 latencies percentiles are exact; of more they are the upper end of
// a bucket at most 0.1 % wide, and never more than the largest.
func TestPercentilesOfLargeSamples(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	compared, inexact := 0, 0
	for _, n := range []int{99_999, 100_000, 100_001, 200_000} {
		s := newSample(n)
		values := make([]fixed.Micros, n)
		for i := range values {
			values[i] = fixed.Micros(math.Exp(random.Float64() * math.Log(1e11))) // 1 µs to a day
			s.add(values[i])
		}
		slices.Sort(values)
		if exact := n <= 100_000; s.exact != exact || s.latencies().Exact != exact {
			t.Errorf("%d latencies are exact: %v", n, s.exact)
		}
		for _, p := range percents {
			got, want := of(s).percentile(p), nearestRank(values, p)
			compared++
			if got == want {
				continue
			}
			inexact++
			if s.exact || got < want || got > values[n-1] || (got-want)*1000 > want {
				t.Errorf("p%v of %d latencies is %d, where the nearest rank is %d", p, n, got, want)
			}
		}
		if s.latencies().Max != values[n-1] {
			t.Errorf("the largest of %d is %d, not %d", n, s.latencies().Max, values[n-1])
		}
	}
	t.Logf("%d percentiles, %d of them the upper end of a wider bucket", compared, inexact)
	if inexact == 0 {
		t.Error("no bucket was wider than a value")
	}
}

// A histogram of equal latencies knows them exactly: no percentile exceeds the
// largest.
func TestPercentileIsNeverAboveTheLargest(t *testing.T) {
	for _, v := range []fixed.Micros{0, 1, 2047, 2048, 1_000_001, 86_400_000_000} {
		s := newSample(100_001)
		for range 100_001 {
			s.add(v)
		}
		for _, p := range percents {
			if got := of(s).percentile(p); got != v {
				t.Errorf("p%v of nothing but %d is %d", p, v, got)
			}
		}
		if mean := of(s).mean(); mean != v {
			t.Errorf("the mean of nothing but %d is %d", v, mean)
		}
	}
	t.Logf("%d percentiles", 6*len(percents))
}

// The sum of a mean has 128 bits, and a half is rounded up.
func TestMean(t *testing.T) {
	tests := [][]fixed.Micros{
		{0}, {1, 2}, {1, 1, 2}, {1, 2, 2}, {0, 0, 0, 2}, {0, 0, 0, 1},
		{math.MaxInt64}, {math.MaxInt64, math.MaxInt64 - 1}, {math.MaxInt64, math.MaxInt64, math.MaxInt64, math.MaxInt64, math.MaxInt64 - 2},
		slices.Repeat([]fixed.Micros{math.MaxInt64, math.MaxInt64 - 1, math.MaxInt64 - 1}, 100),
		slices.Repeat([]fixed.Micros{math.MaxInt64}, 100_000),
	}
	for i, values := range tests {
		s := newSample(len(values))
		twice := new(big.Int)
		for _, v := range values {
			s.add(v)
			twice.Add(twice, big.NewInt(int64(v)))
		}
		n := big.NewInt(int64(len(values)))
		twice.Add(twice.Lsh(twice, 1), n)
		want := twice.Quo(twice, n.Lsh(n, 1)) // ⌊(2·sum + n) / 2n⌋
		if !want.IsInt64() || of(s).mean() != fixed.Micros(want.Int64()) {
			t.Errorf("mean %d is %d, not %v", i, of(s).mean(), want)
		}
	}
	t.Logf("%d means", len(tests))
}

// Nothing has no latencies.
func TestEmptySample(t *testing.T) {
	for _, n := range []int{0, 1, 100_001} {
		if got := newSample(n).latencies(); got != nil {
			t.Errorf("nothing of %d latencies gives %+v", n, got)
		}
	}
}

// Failures count with the answers when they have a value, all the same one, in a
// histogram as in an exact sample.
func TestFailuresAreValuedAlike(t *testing.T) {
	for _, n := range []int{40, exactUpTo + 40} {
		s := newSample(n)
		for range 20 {
			s.add(100)
		}
		if got := of(s).percentile(100_000); got != 100 {
			t.Errorf("of %d the slowest answer takes %v", n, got)
		}
		for _, failure := range []fixed.Micros{100, 1000} {
			v := valued{ordered: s.ordered(), missed: 20, failure: failure}
			var got []fixed.Micros
			for _, p := range []fixed.Percent{1, 50_000, 50_001, 100_000} {
				got = append(got, v.percentile(p))
			}
			if want := []fixed.Micros{100, 100, failure, failure}; !slices.Equal(got, want) {
				t.Errorf("of %d the percentiles are %v, not %v", n, got, want)
			}
			if v.fails(50_000) || !v.fails(50_001) {
				t.Errorf("of %d with failures of %v the wrong percentiles fail", n, failure)
			}
			if l := v.latencies(); l.Mean != (100+failure)/2 || l.Max != failure || l.Exact != (n == 40) {
				t.Errorf("of %d with failures of %v: %+v", n, failure, l)
			}
		}
	}
	t.Log("4 samples")
}

// of is a sample of answers, without failures.
func of(s *sample) valued { return valued{ordered: s.ordered()} }

// A percentile may be asked while latencies still come.
func TestPercentileBetweenAdding(t *testing.T) {
	s := newSample(3)
	for i, v := range []fixed.Micros{30, 10, 20} {
		s.add(v)
		want := []fixed.Micros{30, 10, 20}[i]
		if got := of(s).percentile(50_000); got != want {
			t.Errorf("the median after %d latencies is %d, not %d", i+1, got, want)
		}
	}
}
