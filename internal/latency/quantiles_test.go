package latency

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"

	"github.com/hedgedrill/hedgedrill/internal/draw"
)

// The law passes through its points, and halfway between two in the tail's
// logarithm lies the geometric mean of their times.
func TestQuantilesThroughPoints(t *testing.T) {
	law := quantiles(QuantilePoint{50_000_000, 10_000}, QuantilePoint{90_000_000, 40_000}, QuantilePoint{99_900_000, 90_000}, QuantilePoint{100_000_000, 100_000})
	for p, want := range map[float64]float64{
		0.0001: 10, 0.3: 10, 0.5: 10, 0.9: 40, 0.999: 90, 1 - 1e-12: 100, // at and outside the points
		1 - math.Sqrt(0.5*0.1): 20, 1 - math.Sqrt(0.1*0.001): 60, // tails 0.5, √(0.5·0.1), 0.1
		0.9995: 95, 0.99975: 97.5, // straight, since 100 percent has no tail
	} {
		if got := law.Quantile(p); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("the quantile of %v is %v, not %v", p, got, want)
		}
	}
	for ms, want := range map[float64]float64{9.999: 1, 10: 0.5, 20: math.Sqrt(0.05), 40: 0.1, 60: 0.01, 90: 0.001, 97.5: 0.00025, 100: 0} {
		if got := law.Survival(ms); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v survive %v ms, not %v", got, ms, want)
		}
	}
	// From 0 ms the line is straight in ms.
	if got := quantiles(QuantilePoint{0, 0}, QuantilePoint{80_000_000, 8_000}).Quantile(0.2); math.Abs(got-2) > 1e-12 {
		t.Errorf("from 0 the quantile of 0.2 is %v, not 2", got)
	}
	// A service that many take exactly.
	flat := quantiles(QuantilePoint{10_000_000, 5_000}, QuantilePoint{60_000_000, 5_000}, QuantilePoint{90_000_000, 9_000})
	if before, at := flat.Survival(4.999), flat.Survival(5); before != 1 || math.Abs(at-0.4) > 1e-12 {
		t.Errorf("%v and %v survive just before and at 5 ms", before, at)
	}
}

// points makes a list of points of any bytes: every six are a step in percent and
// one in ms.
func points(text []byte) []QuantilePoint {
	var all []QuantilePoint
	percent, ms := int64(-1), int64(0)
	for ; len(text) >= 6 && len(all) < 1000; text = text[6:] {
		step := 1 + int64(binary.LittleEndian.Uint16(text))<<(text[2]%13)
		rise := int64(binary.LittleEndian.Uint16(text[3:])) << (text[5] % 24) >> 4
		if percent+step > 100_000_000 {
			break
		}
		percent, ms = percent+step, min(ms+rise, int64(day))
		all = append(all, QuantilePoint{fixed.Millionths(percent), fixed.Micros(ms)})
	}
	return all
}

func FuzzQuantiles(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0, 0, 0, 0, 0, 0, 255, 255, 12, 255, 255, 23, 1, 0, 0, 1, 0, 0})
	f.Add([]byte{0, 0, 0, 9, 0, 4, 1, 0, 0, 0, 0, 0, 9, 9, 9, 9, 9, 9})
	f.Add([]byte{255, 255, 10, 1, 0, 4, 255, 255, 9, 255, 255, 20, 255, 255, 1, 255, 255, 20})
	f.Fuzz(func(t *testing.T, text []byte) {
		all := points(text)
		if len(all) == 0 {
			return
		}
		law := quantiles(all...)
		low, high := milliseconds(all[0].Ms), milliseconds(all[len(all)-1].Ms)
		slack := 1e-9 * high
		if mean := law.Mean(); !(mean >= low-slack && mean <= high+slack) {
			t.Errorf("the mean %v is not within %v and %v", mean, low, high)
		}
		if variance := law.Variance(); !(variance >= 0 && variance <= (high-low)*(high-low)/4*(1+1e-9)+slack*slack) {
			t.Errorf("the variance %v is not possible from %v to %v", variance, low, high)
		}
		last := 0.0
		for _, p := range shares {
			q := law.Quantile(p)
			if !(q >= max(low, last) && q <= high) {
				t.Errorf("the quantile of %v is %v, from %v to %v and after %v", p, q, low, high, last)
			}
			last = q
			after, before := law.Survival(q*(1+1e-9)), law.Survival(q*(1-1e-9))
			if !(after <= 1-p+1e-7) || q > 0 && !(before >= 1-p-1e-7) {
				t.Errorf("about %v, the quantile of %v, survive %v and %v", q, p, before, after)
			}
		}
		for _, point := range all {
			share := 1 - point.Percent.Float()/100
			if got := law.Survival(milliseconds(point.Ms)); !(got <= share+1e-9) {
				t.Errorf("%v survive %v ms, at %v percent", got, point.Ms, point.Percent)
			}
		}
		sampler := law.Sampler(1)
		compareWithQuantiles(t, sampler.law, words(1), 200)
		for r := range 50 {
			if ms := sampler.Service(draw.At(r+1, 1, 1, 1)); ms < all[0].Ms || ms > all[len(all)-1].Ms {
				t.Errorf("a draw of %v, from %v to %v", ms, all[0].Ms, all[len(all)-1].Ms)
			}
		}
	})
}
