package fixed

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	tests := []struct {
		text string
		want int64
		err  error
	}{
		{"0", 0, nil},
		{"-0", 0, nil},
		{"0.000", 0, nil},
		{"640", 640_000, nil},
		{"12.345", 12_345, nil},
		{"12.3450000000", 12_345, nil},
		{"-0.001", -1, nil},
		{"0012.5", 12_500, nil},
		{"9223372036854775.807", math.MaxInt64, nil},
		{"-9223372036854775.807", -math.MaxInt64, nil},
		{"9223372036854775.808", 0, errRange},
		{"99999999999999999999999999999999", 0, errRange},
		{"0.0001", 0, errFiner},
		{"0.0010001", 0, errFiner},
		{"", 0, errSyntax},
		{"-", 0, errSyntax},
		{".", 0, errSyntax},
		{".5", 0, errSyntax},
		{"+1", 0, errSyntax},
		{"--1", 0, errSyntax},
		{"1e3", 0, errSyntax},
		{"0x10", 0, errSyntax},
		{"1_0", 0, errSyntax},
		{"1.2.3", 0, errSyntax},
		{" 1", 0, errSyntax},
		{"1 ", 0, errSyntax},
		{"1.-5", 0, errSyntax},
		{"１", 0, errSyntax},
		{"NaN", 0, errSyntax},
		{"null", 0, errSyntax},
	}
	for _, test := range tests {
		if got, err := Parse(test.text); got != test.want || !errors.Is(err, test.err) {
			t.Errorf("%q is %d, %v; it should be %d, %v", test.text, got, err, test.want, test.err)
		}
	}
	t.Logf("%d texts", len(tests))
}

// checks is how many random values a property is held against.
const checks = 5000

func check(t *testing.T, property func(t *rapid.T, n map[string]int), need ...string) {
	t.Helper()
	n := map[string]int{}
	for range checks / 100 { // rapid tries a hundred each time
		rapid.Check(t, func(t *rapid.T) {
			n["values"]++
			property(t, n)
		})
	}
	t.Log(n)
	for _, what := range append(need, "values") {
		if n[what] == 0 {
			t.Errorf("saw no %s", what)
		}
	}
}

// A value has one spelling, the shortest, which is what strconv gives the same
// decimal; reading it gives the value back.
func TestAppendIsTheShortestSpelling(t *testing.T) {
	check(t, func(t *rapid.T, n map[string]int) {
		v := rapid.Int64Min(-math.MaxInt64).Draw(t, "thousandths")
		text := string(Append([]byte("ms="), v))[3:]
		if back, err := Parse(text); back != v || err != nil {
			t.Fatalf("%d is spelled %q, which reads %d, %v", v, text, back, err)
		}
		if back, ok := Spelled(text); back != v || !ok {
			t.Fatalf("%d is spelled %q, which Spelled reads as %d, %v", v, text, back, ok)
		}
		if exact, ok := new(big.Rat).SetString(text); !ok || exact.Cmp(big.NewRat(v, 1000)) != 0 {
			t.Fatalf("%d thousandths are spelled %q", v, text)
		}
		if v > -1<<43 && v < 1<<43 { // few enough digits for a float64 to tell them apart
			n["floats"]++
			if want := strconv.FormatFloat(float64(v)/1000, 'f', -1, 64); text != want {
				t.Fatalf("%d is spelled %q, a float %q", v, text, want)
			}
		}
	}, "floats")
}

func TestAppendTheLeastInt64(t *testing.T) {
	if got := string(Append(nil, math.MinInt64)); got != "-9223372036854775.808" {
		t.Errorf("the least int64 is spelled %s", got)
	}
}

// Parse reads what is a plain decimal, and its value is the decimal's.
func TestParseAgreesWithRationals(t *testing.T) {
	// Mostly decimals, with now and then a letter that does not belong.
	texts := rapid.StringMatching(`-?[0-9]{0,3}([0-9]{16})?(\.[0-9]{0,3}0{0,2}[0-9]?)?[e+ .]?`)
	check(t, func(t *rapid.T, n map[string]int) {
		text := texts.Draw(t, "text")
		v, err := Parse(text)
		exact, plain := new(big.Rat).SetString(text)
		if err != nil {
			n["refused"]++
			if !plain {
				return
			}
			thousandths := new(big.Rat).Mul(exact, big.NewRat(1000, 1))
			if thousandths.IsInt() && thousandths.Num().IsInt64() && strings.TrimPrefix(text, "-")[0] != '.' {
				t.Fatalf("%q is %v thousandths, but was refused: %v", text, thousandths, err)
			}
			return
		}
		n["read"]++
		if !plain || exact.Cmp(big.NewRat(v, 1000)) != 0 {
			t.Fatalf("%q was read as %d thousandths, not %v", text, v, exact)
		}
		canonical, ok := Spelled(text)
		if ok {
			n["canonical"]++
		}
		if want := string(Append(nil, v)) == text; ok != want || canonical != v {
			t.Fatalf("%q of %d: Spelled says %d, %v", text, v, canonical, ok)
		}
	}, "refused", "read", "canonical")
}

// Not one spelling of a value but the shortest is Spelled.
func TestSpelledRefusesOtherSpellings(t *testing.T) {
	others := []string{"0.0", "-0", "00", "01", "1.", "1.0", "1.50", "0.1000", "+1", "1e3", ".5", "", "-", "0.0001", "9223372036854775.808"}
	for _, text := range others {
		if v, ok := Spelled(text); ok {
			t.Errorf("%q is not the spelling of %d", text, v)
		}
	}
	t.Logf("%d spellings", len(others))
}

// Millionths have six places in place of three, and one spelling too.
func TestMillionths(t *testing.T) {
	check(t, func(t *rapid.T, n map[string]int) {
		v := Millionths(rapid.Int64Range(-1<<50, 1<<50).Draw(t, "millionths"))
		text, err := json.Marshal(v)
		if want := strconv.FormatFloat(float64(v)/1e6, 'f', -1, 64); string(text) != want || v.String() != want || err != nil {
			t.Fatalf("%d is spelled %s, a float %s", int64(v), text, want)
		}
		var back Millionths
		if err := json.Unmarshal(text, &back); err != nil || back != v {
			t.Fatalf("%s reads %d, %v", text, int64(back), err)
		}
		if want, _ := strconv.ParseFloat(string(text), 64); v.Float() != want {
			t.Fatalf("%s is the float %v, not %v", text, v.Float(), want)
		}
	})
	for text, want := range map[string]Millionths{"1": 1_000_000, "0.000001": 1, "99.9999": 99_999_900, "0.4": 400_000, "1.0000010": 1_000_001} {
		var got Millionths
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s reads %d, %v", text, int64(got), err)
		}
	}
	got := Millionths(7)
	if err := json.Unmarshal([]byte("1.0000001"), &got); err == nil || got != 7 {
		t.Errorf("seven decimals read %d", int64(got))
	}
}

func TestJSON(t *testing.T) {
	type figures struct {
		At    Micros  `json:"atMs"`
		Share Percent `json:"sharePercent"`
	}
	text, err := json.Marshal(figures{12_345, 33_330})
	if want := `{"atMs":12.345,"sharePercent":33.33}`; string(text) != want || err != nil {
		t.Errorf("got %s, %v; want %s", text, err, want)
	}
	var back figures
	if err := json.Unmarshal(text, &back); err != nil || back != (figures{12_345, 33_330}) {
		t.Errorf("%s reads %+v, %v", text, back, err)
	}
	back = figures{7, 7}
	refused := []string{`{"atMs":1e3}`, `{"atMs":0.0001}`, `{"atMs":"1"}`, `{"sharePercent":null}`, `{"sharePercent":true}`}
	for _, text := range refused {
		if err := json.Unmarshal([]byte(text), &back); err == nil || back != (figures{7, 7}) {
			t.Errorf("%s reads %+v, %v", text, back, err)
		}
	}
	t.Logf("%d texts refused", len(refused))
	if Micros(-1500).String() != "-1.5" || Percent(100_000).String() != "100" || Millisecond.String() != "1" {
		t.Errorf("got %v, %v, %v", Micros(-1500), Percent(100_000), Millisecond)
	}
}

func TestAppendWhole(t *testing.T) {
	seen := 0
	for _, n := range []int64{0, 1, 9, 10, 99, 100, 101, 999, 1000, 9999, 10_000, 99_999, 100_000, 999_999, 1_000_000, math.MaxInt64, math.MinInt64 + 1, math.MinInt64} {
		for _, n := range []int64{n, -n, n - 1, n * 10, n / 3} {
			if got, want := string(AppendWhole([]byte("x"), n)), "x"+strconv.FormatInt(n, 10); got != want {
				t.Errorf("%s, want %s", got, want)
			}
			seen++
		}
	}
	for n := int64(-20_000); n < 20_000; n++ {
		if got, want := string(AppendWhole(nil, n)), strconv.FormatInt(n, 10); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		seen++
	}
	t.Logf("%d numbers", seen)
}

func BenchmarkAppendWhole(b *testing.B) {
	var out []byte
	for b.Loop() {
		out = AppendWhole(out[:0], 15_130)
	}
}
