package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"gonum.org/v1/gonum/stat/distuv"
)

func TestStudentAgainstGonum(t *testing.T) {
	for freedom := 8; freedom <= most; freedom++ {
		want := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(freedom)}.Quantile(0.975)
		if got := student(freedom); math.Abs(got-want) > 5e-4 {
			t.Errorf("%d degrees of freedom: %v, want %v", freedom, got, want)
		}
	}
}

func TestCosines(t *testing.T) {
	for i, c := range cosines() {
		if math.Abs(c-math.Cos(math.Pi*float64(i)/128)) > 1e-12 {
			t.Errorf("%d: %v", i, c)
		}
	}
}

// Of independent requests the long-run variance is the variance, and the correlation
// of sums is that of requests.
func TestWaves(t *testing.T) {
	const n = 64_000
	r := rand.New(rand.NewPCG(1, 1))
	var variance, correlation float64
	const times = 100
	for range times {
		var first, second, sizes [batches]float64
		for i := range n {
			x, y := r.NormFloat64(), r.NormFloat64()
			first[i*batches/n] += 3 * x
			second[i*batches/n] += 0.6*x + 0.8*y
			sizes[i*batches/n]++
		}
		s := waves(&first, &second, &sizes, n)
		variance += s.first * s.first / times
		correlation += s.correlation / times
	}
	if math.Abs(variance-9) > 9*4*math.Sqrt(2.0/most/times) || math.Abs(correlation-0.6) > 0.06 {
		t.Errorf("variance %v, want 9; correlation %v, want 0.6", variance, correlation)
	}
}

// fill makes a series of given latencies; negative ones are missed.
func fill(n int, latency func(i int) fixed.Micros) *Series {
	s := NewSeries(n)
	for i := range n {
		if v := latency(i); v >= 0 {
			s.Add(i, v)
		} else {
			s.Miss(i)
		}
	}
	return s
}

func TestEqualRunsDoNotDiffer(t *testing.T) {
	for _, n := range []int{1_000, 1_001, 150_000} {
		r := rand.New(rand.NewPCG(2, 2))
		all := make([]fixed.Micros, n)
		for i := range all {
			all[i] = micros(20_000 * r.ExpFloat64())
		}
		same := func(i int) fixed.Micros { return all[i] }
		c := Compare(fill(n, same), fill(n, same), 0)
		want := Interval{Ok: true}
		if got := c.Percentile(99_000); got != want {
			t.Errorf("%d: %+v", n, got)
		}
		if got := c.Mean(); got != want {
			t.Errorf("%d: the mean %+v", n, got)
		}
	}
}

// A percentile that n cannot support has an estimate and no interval.
func TestTooFew(t *testing.T) {
	tests := []struct {
		n  int
		p  fixed.Percent
		ok bool
	}{
		{19, 50_000, false}, {20, 50_000, true}, {199, 95_000, false}, {200, 95_000, true},
		{999, 99_000, false}, {1_100, 99_000, true}, {9_000, 99_900, false}, {11_000, 99_900, true}, {20_000, 99_990, false},
	}
	for _, test := range tests {
		r := rand.New(rand.NewPCG(3, 3))
		draw := func(int) fixed.Micros { return micros(20_000 * r.ExpFloat64()) }
		got := Compare(fill(test.n, draw), fill(test.n, draw), 0).Percentile(test.p)
		if got.Ok != test.ok {
			t.Errorf("p%v of %d: %+v", test.p, test.n, got)
		}
	}
}

// Missed requests are as slow in the run as in the baseline: the deadline, or the
// slowest answer of both.
func TestMissed(t *testing.T) {
	for _, n := range []int{1_000, 200_000} {
		run := fill(n, func(i int) fixed.Micros { return fixed.Micros(100_000*min(1, i%5) - 1 + i%7) })
		baseline := fill(n, func(i int) fixed.Micros { return fixed.Micros(i % 900_000) })
		for deadline, want := range map[fixed.Micros]fixed.Micros{0: max(run.slowest, baseline.slowest), 2_000_000: 2_000_000} {
			c := Compare(run, baseline, deadline)
			if c.Missed() != want {
				t.Errorf("deadline %v: missed %v", deadline, c.Missed())
			}
			share := float64(0)
			for _, m := range run.missed {
				share += float64(m)
			}
			if share == 0 {
				t.Fatal("no request missed")
			}
			sum := 0.0
			for b := range run.sums {
				sum += c.sum(run, b) - c.sum(baseline, b)
			}
			if got := c.Mean().Estimate; got != rounded(sum/float64(n)) {
				t.Errorf("mean %v", got)
			}
			if got, top := c.Percentile(99_999).Estimate, want; got != top-baseline.percentile(99_999) {
				t.Errorf("%d, deadline %v: p99.999 %v", n, deadline, got)
			}
		}
	}
}

// percentile is the middle of a series alone.
func (s *Series) percentile(p fixed.Percent) fixed.Micros {
	c := Compare(s, s, 0)
	return rounded(c.quantile(s, p).middle())
}

func TestRequestsToDecide(t *testing.T) {
	tests := []struct {
		i    Interval
		base fixed.Micros
		want int
	}{
		{Interval{Estimate: -10, Low: -50, High: 30, Ok: true}, 100, 16_000},
		{Interval{Estimate: 0, Low: -228, High: 228, Ok: true}, 34_900, 110},
		{Interval{Estimate: -1, Low: -11, High: 9, Ok: true}, 100, 25_000},
		{Interval{Estimate: -10, Low: -50, High: 31, Ok: true}, 100, 17_000},
		{Interval{Estimate: -10, Low: -50, High: 30, Ok: true, Step: true}, 100, 0},
		{Interval{Estimate: -10}, 100, 0},
	}
	for _, test := range tests {
		if got := test.i.RequestsToDecide(1_000, test.base); got != test.want {
			t.Errorf("%+v: %d, want %d", test.i, got, test.want)
		}
	}
}

// p99 at a gap between 20 ms and a second is a step, p50 is none.
func TestStep(t *testing.T) {
	for _, n := range []int{60_000, 200_000} {
		r := rand.New(rand.NewPCG(4, 4))
		draw := func(int) fixed.Micros {
			v := micros(8_000 * math.Exp(0.4*r.NormFloat64()))
			if r.Float64() < 0.01 {
				v += 1_000_000
			}
			return v
		}
		c := Compare(fill(n, draw), fill(n, draw), 0)
		if got := c.Percentile(99_000); !got.Step || got.Low > 0 || got.High < 0 || got.High-got.Low < 500_000 {
			t.Errorf("%d: p99 %+v", n, got)
		}
		if got := c.Percentile(50_000); got.Step || !got.Ok {
			t.Errorf("%d: p50 %+v", n, got)
		}
	}
}

// Twenty million requests whose latencies span a day need less than a megabyte.
func TestSeriesIsSmall(t *testing.T) {
	s := NewSeries(20_000_000)
	r := rand.New(rand.NewPCG(5, 5))
	for range 100_000 {
		s.Add(r.IntN(20_000_000), micros(math.Exp(r.Float64()*math.Log(86_400e6))))
	}
	bytes := 4 * len(s.fine.counts)
	for b := range s.coarse {
		bytes += 4 * len(s.coarse[b].counts)
	}
	if bytes < 100_000 || bytes > 1_000_000 {
		t.Errorf("%d bytes", bytes)
	}
}

func BenchmarkAdd(b *testing.B) {
	s := NewSeries(20_000_000)
	r := rand.New(rand.NewPCG(6, 6))
	var values [1024]fixed.Micros
	for i := range values {
		values[i] = micros(20_000 * r.ExpFloat64())
	}
	for i := range b.N {
		s.Add(i&(1<<24-1), values[i&1023])
	}
}
