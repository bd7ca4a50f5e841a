package draw

import (
	"math"
	"math/bits"
	"testing"
)

// fields are words over which one field of the key runs while the others stand.
var fields = []struct {
	name string
	word func(i int) uint64
}{
	{"seed", func(i int) uint64 { return New(int64(i), Service).Word(At(1, 1, 1, 1), 0) }},
	{"request", func(i int) uint64 { return New(1, Service).Word(At(i+1, 1, 1, 1), 0) }},
	{"hop", func(i int) uint64 { return New(1, Service).Word(At(1+i>>12, i%(1<<7), 1, 1), i>>7%(1<<5)) }},
	{"leaf", func(i int) uint64 { return New(1, Service).Word(At(1+i>>14, 1, i%(1<<14), 1), 0) }},
	{"attempt", func(i int) uint64 { return New(1, Service).Word(At(1+i>>6, 1, 1, i%(1<<6)), 0) }},
	{"n", func(i int) uint64 { return New(1, Service).Word(At(1+i>>5, 1, 1, 1), i%(1<<5)) }},
	{"purpose", func(i int) uint64 { return New(1+int64(i/6), Service+Purpose(i%6)).Word(At(1, 1, 1, 1), 0) }},
	{"occurrence", func(i int) uint64 { return New(1, Trouble).Occurrence(1+i%8, 1+i/8, 0) }},
}

const count = 1 << 18

// chiSquare is how many standard deviations the statistic of counts that should
// be equal lies from its mean: (χ² − k)/√(2k), k their number less one.
func chiSquare(counts []int) float64 {
	total, sum := 0, 0.0
	for _, c := range counts {
		total += c
	}
	mean := float64(total) / float64(len(counts))
	for _, c := range counts {
		sum += (float64(c) - mean) * (float64(c) - mean) / mean
	}
	k := float64(len(counts) - 1)
	return (sum - k) / math.Sqrt(2*k)
}

// Whatever field runs: each byte of the words is uniform, and so are the first
// bytes of a word and the next taken together, which is their independence.
func TestWordsAreUniformAndIndependent(t *testing.T) {
	statistics := 0
	check := func(name string, counts []int) {
		statistics++
		if x := chiSquare(counts); math.Abs(x) > 4.5 {
			t.Errorf("%s: χ² is %.1f standard deviations from its mean", name, x)
		}
	}
	for _, f := range fields {
		var each [8][256]int
		var pairs, lowPairs [1 << 12]int
		last := f.word(0)
		for i := 1; i <= count; i++ {
			word := f.word(i)
			for b := range 8 {
				each[b][byte(word>>(8*b))]++
			}
			pairs[last>>58<<6|word>>58]++
			lowPairs[last&63<<6|word&63]++
			last = word
		}
		for b := range 8 {
			check(f.name, each[b][:])
		}
		check(f.name+", neighbors", pairs[:])
		check(f.name+", neighbors' low bits", lowPairs[:])
	}
	t.Logf("%d statistics", statistics)
}

// A bit of any field changes each bit of the word with probability one half.
func TestAvalanche(t *testing.T) {
	const trials = 4000
	spread := func(i int) int { return i * 0x9e3779b1 & (1<<40 - 1) } // so that no pair of keys is tried twice
	for _, field := range []struct {
		name string
		bits int
		word func(i, flip int) uint64
	}{
		{"seed", 53, func(i, flip int) uint64 { return New(int64(spread(i)^flip), Service).Word(At(1, 1, 1, 1), 0) }},
		{"request", 25, func(i, flip int) uint64 { return New(1, Service).Word(At(spread(i)^flip, 1, 1, 1), 0) }},
		{"hop", 7, func(i, flip int) uint64 { return New(1, Service).Word(At(i, 1^flip, 1, 1), 0) }},
		{"leaf", 14, func(i, flip int) uint64 { return New(1, Service).Word(At(i, 1, 1^flip, 1), 0) }},
		{"attempt", 6, func(i, flip int) uint64 { return New(1, Service).Word(At(i, 1, 1, 1^flip), 0) }},
		{"n", 5, func(i, flip int) uint64 { return New(1, Service).Word(At(i, 1, 1, 1), flip) }},
	} {
		for bit := range field.bits {
			var flips [64]int
			for i := range trials {
				changed := field.word(i, 0) ^ field.word(i, 1<<bit)
				for changed != 0 {
					flips[bits.TrailingZeros64(changed)]++
					changed &= changed - 1
				}
			}
			for out, n := range flips {
				if z := (float64(n) - trials/2) / math.Sqrt(trials/4); math.Abs(z) > 5 {
					t.Errorf("bit %d of the %s changes bit %d %d times of %d", bit, field.name, out, n, trials)
				}
			}
		}
	}
}

// No two of many neighboring keys have one word; of 2¹⁸ random ones two would with
// probability 2⁻²⁹.
func TestNoTwoKeysOfOneWord(t *testing.T) {
	seen := map[uint64]bool{}
	n := 0
	for request := range 64 {
		for hop := range 8 {
			for leaf := range 8 {
				for attempt := range 8 {
					for word := range 8 {
						n++
						seen[New(1, Service).Word(At(request, hop, leaf, attempt), word)] = true
					}
				}
			}
		}
	}
	if len(seen) != n {
		t.Errorf("%d words of %d keys", len(seen), n)
	}
}

// These words stand in every result: if one changes, results have.
func TestGoldenWords(t *testing.T) {
	got := []uint64{
		New(1, Service).Word(At(1, 1, 1, 1), 0), New(1, Service).Word(At(1, 1, 1, 1), 1), New(1<<53-1, Arrival).Word(At(20_000_000, 3, 1000, 16), 9),
		New(0, Probability).Word(At(1, 1, 1, 2), 0), New(7, Trouble).Occurrence(3, 2, 1),
	}
	want := []uint64{0xa499459e9855080c, 0x5d0396d27eb93ad3, 0x14bcb77d2942b783, 0x1b203bb08088d59e, 0x450b1f769d4a333f}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("word %d is %#x, not %#x", i, got[i], want[i])
		}
	}
}

func TestUniform(t *testing.T) {
	for word, want := range map[uint64]float64{0: 0x1p-53, 1<<64 - 1: 1 - 0x1p-53, 1 << 63: 0.5 + 0x1p-53, 0xfff: 0x1p-53} {
		if got := Uniform(word); got != want || 1-(1-got) != got {
			t.Errorf("%#x is %v, not %v", word, got, want)
		}
	}
	var counts [1000]int
	sum, squares := 0.0, 0.0
	for i := range count {
		u := Uniform(New(3, Arrival).Word(At(i, 1, 1, 1), 0))
		sum += u
		squares += u * u
		counts[int(u*1000)]++
	}
	if z := (sum/count - 0.5) * math.Sqrt(12*count); math.Abs(z) > 4 {
		t.Errorf("the mean is %v", sum/count)
	}
	if z := (squares/count - 1.0/3) / math.Sqrt(4.0/45/count); math.Abs(z) > 4 {
		t.Errorf("the mean square is %v", squares/count)
	}
	if x := chiSquare(counts[:]); math.Abs(x) > 4 {
		t.Errorf("χ² is %v standard deviations from its mean", x)
	}
}

func TestBelow(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 1000, 1<<40 + 1} {
		if Below(0, n) != 0 || Below(1<<64-1, n) != n-1 {
			t.Errorf("below %d are %d to %d", n, Below(0, n), Below(1<<64-1, n))
		}
		var counts [10]int
		for i := range 50_000 {
			counts[Below(New(5, Balance).Word(At(i, 1, 1, 1), 0), n)%10]++
		}
		if n >= 10 {
			if x := chiSquare(counts[:]); math.Abs(x) > 4 {
				t.Errorf("below %d: χ² is %v standard deviations from its mean", n, x)
			}
		}
	}
}

func BenchmarkWord(b *testing.B) {
	source, sum := New(1, Service), uint64(0)
	for i := range b.N {
		sum += source.Word(At(i, 1, 1, 1), 0)
	}
	sink = sum
}

var sink uint64
