package latency

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

var draws = flag.Int("draws", 1_000_000, "how many draws of each law are held against its functions")

// sorted gives the first draws of a law, in order.
func sorted(l Law, seed int64, n int) []fixed.Micros {
	sampler := l.Sampler(seed)
	rows := n
	if l.Table != nil {
		rows = len(l.Table.PrimaryMs)
	}
	all := make([]fixed.Micros, n)
	for i := range all {
		all[i] = sampler.Service(draw.At(i%rows+1, 1, 1, 1))
	}
	slices.Sort(all)
	return all
}

// moments are the mean of draws in ms, and their second and fourth moment about a
// center.
func moments(all []fixed.Micros, center float64) (mean, second, fourth float64) {
	for _, ms := range all {
		d := milliseconds(ms) - center
		mean += d
		second += d * d
		fourth += d * d * d * d
	}
	n := float64(len(all))
	return mean/n + center, second / n, fourth / n
}

// The draws' mean, variance, quantiles and whole distribution are the law's own,
// within what chance allows at these seeds.
func TestDrawsFollowTheLaw(t *testing.T) {
	for seed, s := range samples() {
		t.Run(s.name, func(t *testing.T) {
			all := sorted(s.law, int64(seed)+1, *draws)
			n := float64(len(all))
			if last := all[len(all)-1]; all[0] < 0 || last > day || s.law.Survival(milliseconds(last)-0.0005) == 0 {
				t.Fatalf("draws from %v to %v, which none survives", all[0], last)
			}
			if s.law.Table != nil {
				n = math.Inf(1) // its rows are no draws: they are all of it
			}
			own, variance := s.law.Mean(), s.law.Variance()
			if !math.IsInf(variance, 1) {
				mean, second, fourth := moments(all, own)
				within(t, "mean", mean, own, 4*math.Sqrt(variance/n))
				if !s.heavy {
					// Rounding to whole µs adds up to 1/12 µs².
					within(t, "variance", second, variance, 4.5*math.Sqrt((fourth-second*second)/n)+1e-7)
				}
			}
			compareDistribution(t, s.law, all, n)
		})
	}
}

func within(t *testing.T, what string, got, want, most float64) {
	t.Helper()
	if math.Abs(got-want) > most+1e-9*math.Abs(want) || math.IsNaN(got) || math.IsNaN(want) {
		t.Errorf("the draws' %s is %v, the law's %v, within %v", what, got, want, most)
	}
}

// compareDistribution compares the shares of draws up to a time with the law's, at the
// law's own quantiles: each by its standard error, and the largest difference of
// all by Kolmogorov and Smirnov's bound, which one law in ten thousand exceeds.
func compareDistribution(t *testing.T, law Law, all []fixed.Micros, n float64) {
	worst := 0.0
	compare := func(p, most float64) {
		// A draw of at most k µs is a time below k + ½ µs.
		k := fixed.Micros(law.Quantile(p) * 1000)
		if k >= day {
			return
		}
		at, _ := slices.BinarySearch(all, k+1)
		got, want := float64(at)/float64(len(all)), 1-law.Survival((float64(k)+0.5)/1000)
		worst = max(worst, math.Abs(got-want))
		if math.Abs(got-want) > most*math.Sqrt(want*(1-want)/n)+1e-9 || math.IsNaN(want) {
			t.Errorf("a share of %v of the draws is up to %v, by the law %v", got, k, want)
		}
	}
	for i := 1; i < 400; i++ {
		compare(float64(i)/400, math.Inf(1)) // only for the bound
	}
	for _, p := range []float64{0.0001, 0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999, 0.99999} {
		compare(p, 4.2)
	}
	if bound := 2.23 / math.Sqrt(n); worst > bound+1e-9 {
		t.Errorf("the draws' distribution is off by %v, by chance at most %v", worst, bound)
	}
}

// The attempts of a leaf, the leaves of a hop, the hops of a request draw
// independently: their ranks do not correlate, nor do neighboring requests'.
func TestDrawsAreIndependent(t *testing.T) {
	const n = 100_000
	for seed, s := range samples() {
		if s.law.Variance() == 0 || s.law.Table != nil {
			continue
		}
		sampler := s.law.Sampler(int64(seed) + 100)
		first := func(request, hop, leaf, attempt int) float64 {
			return 1 - s.law.Survival(milliseconds(sampler.Service(draw.At(request, hop, leaf, attempt))))
		}
		for name, other := range map[string]func(r int) float64{
			"attempts": func(r int) float64 { return first(r, 1, 1, 2) },
			"leaves":   func(r int) float64 { return first(r, 1, 2, 1) },
			"hops":     func(r int) float64 { return first(r, 2, 1, 1) },
			"requests": func(r int) float64 { return first(r+1, 1, 1, 1) },
		} {
			var x, y, xx, yy, xy float64
			for r := range n / 10 {
				a, b := first(r+1, 1, 1, 1), other(r+1)
				x, y, xx, yy, xy = x+a, y+b, xx+a*a, yy+b*b, xy+a*b
			}
			m := float64(n / 10)
			correlation := (xy/m - x/m*y/m) / math.Sqrt((xx/m-x/m*x/m)*(yy/m-y/m*y/m))
			if !(math.Abs(correlation)*math.Sqrt(m) < 4.3) {
				t.Errorf("%s: %s correlate by %v", s.name, name, correlation)
			}
		}
	}
}

// Draws stop at a day, wherever a law would go on.
func TestDrawsAreCutAtADay(t *testing.T) {
	for _, law := range []Law{
		pareto(1, 1), pareto(86_400_000_000, 1000), lognormal(86_400_000_000, 10_000_000), weibull(86_400_000_000, 10_000),
		gamma(10_000, 86_400_000_000), gamma(1_000_000_000, 86_400_000_000), exponential(86_400_000_000), uniform(0, 86_400_000_000),
		shifted(86_400_000_000, exponential(1)), shifted(86_400_000_000, uniform(86_400_000_000, 86_400_000_000)),
		quantiles(QuantilePoint{0, 0}, QuantilePoint{1, 86_400_000_000}),
	} {
		most, sampler := fixed.Micros(0), law.Sampler(1)
		for r := range 2000 {
			ms := sampler.Service(draw.At(r+1, 1, 1, 1))
			if ms < 0 || ms > day {
				t.Fatalf("%+v serves in %v", law.kind(), ms)
			}
			most = max(most, ms)
		}
		if law.Uniform == nil && most != day {
			t.Errorf("%+v stops at %v", law.kind(), most)
		}
	}
}

// Draws of a sampler whose strips are computed.
func BenchmarkDraw(b *testing.B) {
	for _, s := range samples() {
		b.Run(s.name, func(b *testing.B) {
			rows := 1 << 18
			if s.law.Table != nil {
				rows = len(s.law.Table.PrimaryMs)
			}
			sampler, sum := s.law.Sampler(1), fixed.Micros(0)
			for i := range rows {
				sum += sampler.Service(draw.At(i+1, 1, 1, 1))
			}
			b.ReportAllocs()
			request := 0
			for b.Loop() {
				if request++; request > rows {
					request = 1
				}
				sum += sampler.Service(draw.At(request, 1, 1, 1))
			}
			sink = sum
		})
	}
}

// Runs of so many draws, with their strips.
func BenchmarkColdDraws(b *testing.B) {
	for _, s := range samples() {
		if s.law.Table != nil {
			continue
		}
		for _, n := range []int{100, 1000, 10_000} {
			b.Run(fmt.Sprintf("%s/%d", s.name, n), func(b *testing.B) {
				for seed := int64(0); b.Loop(); seed++ {
					sampler := s.law.Sampler(seed)
					for i := range n {
						sink += sampler.Service(draw.At(i+1, 1, 1, 1))
					}
				}
			})
		}
	}
}

func BenchmarkGap(b *testing.B) {
	gaps, sum := NewGaps(1, 1428.5), fixed.Micros(0)
	for i := range b.N {
		sum += gaps.Before(i & (1<<18 - 1))
	}
	sink = sum
}

// Draws without strips.
func BenchmarkDirect(b *testing.B) {
	for _, s := range samples() {
		if s.law.Table != nil {
			continue
		}
		b.Run(s.name, func(b *testing.B) {
			law, words := s.law.strips(), draw.New(1, draw.Service)
			for i := range b.N {
				sink += law.direct(words.Word(draw.At(i, 1, 1, 1), 0))
			}
		})
	}
}

var sink fixed.Micros

// What is drawn for consecutive requests at once is what is drawn for each.
func TestFillDrawsWhatServiceDraws(t *testing.T) {
	draws := 0
	all := extremes()
	for _, s := range samples() {
		all = append(all, s.law)
	}
	for _, law := range all {
		one, many := law.Sampler(7), law.Sampler(7)
		many = many.Copy()
		rows := 1000
		if law.Table != nil {
			rows = len(law.Table.PrimaryMs)
		}
		services := make([]fixed.Micros, rows)
		for range 2 { // with strips that are made, too
			many.Fill(services, draw.At(1, 1, 1, 1))
			for i, got := range services {
				draws++
				if want := one.Service(draw.At(i+1, 1, 1, 1)); got != want {
					t.Fatalf("%+v: request %d takes %v, not %v", law, i+1, got, want)
				}
			}
		}
	}
	if t.Logf("%d draws", draws); draws == 0 {
		t.Error("nothing was drawn")
	}
}

// What a draw costs where those of consecutive requests are drawn at once.
func BenchmarkFill(b *testing.B) {
	for name, law := range map[string]Law{
		"exponential": exponential(10_000),
		"mixture":     mixture(Part{99_000_000, lognormal(10_000, 400_000)}, Part{1_000_000, lognormal(300_000, 600_000)}),
	} {
		b.Run(name, func(b *testing.B) {
			sampler := law.Sampler(1)
			services := make([]fixed.Micros, 1024)
			for i := range 1000 {
				sampler.Fill(services, draw.At(1+1024*i, 1, 1, 1))
			}
			b.ReportAllocs()
			b.ResetTimer()
			for i := 0; i < b.N; i += len(services) {
				sampler.Fill(services, draw.At(1+i, 1, 1, 1))
			}
		})
	}
}
