package measure_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// Figures in headlines have three significant digits, and no fewer before the point.
func TestFiguresOfHeadlines(t *testing.T) {
	tests := map[string]string{
		"0": "0", "0.001": "0.001", "0.012": "0.012", "0.123": "0.123", "1.234": "1.23", "1.235": "1.24", "9.994": "9.99", "9.995": "10",
		"12.345": "12.3", "12.35": "12.4", "34.9": "34.9", "99.94": "99.9", "99.95": "100", "99.949": "99.9", "100": "100", "123.456": "123",
		"640": "640", "640.5": "641", "999.4": "999", "999.5": "1,000", "1000": "1,000", "1234.567": "1,235", "12345.678": "12,346",
		"1000000": "1,000,000", "86400000": "86,400,000", "1000000000000": "1,000,000,000,000",
	}
	for of, want := range tests {
		thousandths, err := fixed.Parse(of)
		if err != nil {
			t.Fatal(err)
		}
		if got := measure.Short(thousandths, 3); got != want {
			t.Errorf("%s is written %s, not %s", of, got, want)
		}
	}
	t.Logf("%d figures", len(tests))
}

// Two figures have as many more digits as they need to differ, up to the thousandths.
func TestFiguresOfHeadlinesDiffer(t *testing.T) {
	tests := []struct {
		from, to fixed.Micros
		want     string
	}{
		{640_000, 226_000, "640 → 226 ms"}, {640_000, 640_000, "640 → 640 ms"}, {1_013_000, 63_400, "1,013 → 63.4 ms"},
		{34_900, 34_949, "34.9 → 34.95 ms"}, {34_912, 34_911, "34.912 → 34.911 ms"}, {123_401, 123_402, "123.401 → 123.402 ms"},
		{123_456, 123_456, "123 → 123 ms"}, {1_234_567_000, 1_234_567_001, "1,234,567 → 1,234,567.001 ms"}, {0, 1, "0 → 0.001 ms"},
		{86_400_000_000, 86_399_999_999, "86,400,000 → 86,399,999.999 ms"},
	}
	for _, test := range tests {
		if got := measure.Change(test.from, test.to); got != test.want {
			t.Errorf("%v and %v are written %s, not %s", test.from, test.to, got, test.want)
		}
	}
	t.Logf("%d pairs", len(tests))
}

// A share that is not 0 is never written as 0 %, nor one below 100 as 100 %.
func TestSharesInHeadlines(t *testing.T) {
	tests := []struct {
		from, to, whole int
		want            string
	}{
		{0, 0, 100, "0% → 0%"}, {0, 100, 100, "0% → 100%"}, {557, 0, 1000, "55.7% → 0%"}, {12, 20, 100, "12% → 20%"},
		{1, 0, 1_000_000, "<0.001% → 0%"}, {999_999, 1_000_000, 1_000_000, ">99.999% → 100%"}, {99_996, 99_994, 100_000, "99.996% → 99.99%"},
		{5, 0, 1_000_000, "0.001% → 0%"}, {4, 0, 1_000_000, "<0.001% → 0%"}, {1, 2, 3, "33.3% → 66.7%"}, {1, 2, 20_000_000, "<0.001% → <0.001%"},
		{33_333, 33_334, 100_000, "33.333% → 33.334%"}, {333_331, 333_332, 1_000_000, "33.3% → 33.3%"}, {9_996, 10_000, 10_000, "99.96% → 100%"},
	}
	for _, test := range tests {
		if got := measure.Shares(test.from, test.to, test.whole); got != test.want {
			t.Errorf("%+v are written %s, not %s", test, got, test.want)
		}
	}
	t.Logf("%d pairs", len(tests))
}

// TestHeadlinesAreSpelledTwice holds figures and shares against a second implementation.
func TestHeadlinesAreSpelledTwice(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1000))
	n := 0
	for range 20_000 {
		a := r.Int64N(1 << r.IntN(50))
		b := max(0, a+r.Int64N(21)-10)
		if got, want := measure.Change(fixed.Micros(a), fixed.Micros(b)), apart(a, b, "")+" ms"; got != want {
			t.Fatalf("%d and %d are written %s, not %s", a, b, got, want)
		}
		whole := 1 + r.IntN(1<<r.IntN(25))
		from, to := r.IntN(whole+1), r.IntN(whole+1)
		if r.IntN(2) == 0 { // nothing, all, and what is next to them
			from = []int{0, min(1, whole), whole - 1, whole}[r.IntN(4)]
		}
		if r.IntN(2) == 0 {
			to = max(0, min(whole, from+r.IntN(5)-2))
		}
		got := measure.Shares(from, to, whole)
		if want := shares(from, to, whole); got != want {
			t.Fatalf("%d and %d of %d are written %s, not %s", from, to, whole, got, want)
		}
		one, other, _ := strings.Cut(got, " → ")
		for text, part := range map[string]int{one: from, other: to} {
			if from != to && (text == "0%") != (part == 0) || from != to && (text == "100%") != (part == whole) {
				t.Fatalf("%d of %d is written %s", part, whole, text)
			}
		}
		n++
	}
	t.Logf("%d pairs", n)
}

func TestGrouped(t *testing.T) {
	tests := map[int]string{
		0: "0", 7: "7", 20: "20", 999: "999", 1000: "1,000", 12_345: "12,345", 100_000: "100,000", 999_999: "999,999",
		1_000_000: "1,000,000", 20_000_000: "20,000,000", 1_234_567_890: "1,234,567,890",
	}
	for n, want := range tests {
		if got := measure.Grouped(n); got != want {
			t.Errorf("%d is written %s, not %s", n, got, want)
		}
	}
	t.Logf("%d counts", len(tests))
}
