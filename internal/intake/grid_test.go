package intake

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/api"
	"github.com/hedgedrill/hedgedrill/internal/engine"
)

func TestNumbersToTheirGrid(t *testing.T) {
	for _, test := range []struct {
		spelled string
		places  int
		want    string
	}{
		{"1142.857142857", 6, "1142.857143"},
		{"1.6666667", 3, "1.667"},
		{"130.00000000000000000001", 3, "130"},
		{"2.0005", 3, "2.001"}, // half away from zero
		{"2.00049999999999999999999", 3, "2"},
		{"-2.0005", 3, "-2.001"},
		{"1.9995", 3, "2"},
		{"999999.9999995", 6, "1000000"},
		{"0.0005", 3, "0.001"},
		{"0.00049", 3, "0.00049"}, // it would become 0
		{"-0.00049", 3, "-0.00049"},
		{"0.0000001", 6, "0.0000001"},
		{"1e-400", 3, "1e-400"},
		{"1e-1000000000", 3, "1e-1000000000"},
		{"1e400", 3, "1e400"},
		{"0.0e-5", 3, "0"},
		{"12345678901234567890123456789.0", 3, "12345678901234567890123456789"},
	} {
		if got := onGrid(canonical(test.spelled), test.places); string(got) != test.want {
			t.Errorf("%s becomes %s, not %s", test.spelled, got, test.want)
		}
	}
}

// A number is taken to ⌊|n|·10^places + ½⌋ of the grid's steps, by integers of any size.
func TestGridAgreesWithIntegers(t *testing.T) {
	rounded, halves := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.SampledFrom([]int{3, 6}).Draw(t, "places")
		digits := rapid.OneOf(rapid.Int64(), rapid.Int64Range(-10_000, 10_000)).Draw(t, "digits")
		exponent := rapid.IntRange(0, 12).Draw(t, "exponent")
		if rapid.Bool().Draw(t, "half") {
			digits, exponent = digits/10*10+5, places+1
		}
		n := canonical(fmt.Sprintf("%de-%d", digits, exponent))
		// steps = (2·|digits|·10^places + 10^exponent) / (2·10^exponent)
		ten := func(e int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(e)), nil) }
		twice := new(big.Int).Mul(new(big.Int).Abs(big.NewInt(digits)), ten(places))
		twice.Lsh(twice, 1).Add(twice, ten(exponent))
		steps, rest := new(big.Int).QuoRem(twice, new(big.Int).Lsh(ten(exponent), 1), new(big.Int))
		if exponent > places {
			rounded++
			if rest.Sign() == 0 {
				halves++
			}
		}
		want := canonical(fmt.Sprintf("%ve-%d", steps, places))
		switch {
		case want == "0":
			want = n
		case digits < 0:
			want = "-" + want
		}
		if got := onGrid(n, places); got != want {
			t.Fatalf("%s becomes %s, not %s", n, got, want)
		}
	})
	if rounded == 0 || halves == 0 {
		t.Fatalf("saw %d numbers finer than their grid, %d halves", rounded, halves)
	}
	t.Logf("%d numbers finer than their grid, %d halves", rounded, halves)
}

// placesOf gives the decimals that the types have at a place; none if it is no decimal.
func placesOf(at path) (places int, is bool) {
	typ := reflect.TypeFor[engine.Scenario]()
	for _, step := range at {
		if typ.Kind() == reflect.Slice {
			typ = typ.Elem()
			continue
		}
		for _, field := range reflect.VisibleFields(typ) {
			if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name == step {
				typ = field.Type
			}
		}
		if typ.Kind() == reflect.Pointer {
			typ = typ.Elem()
		}
	}
	switch typ {
	case msType, percentType:
		return 3, true
	case millionths:
		return 6, true
	}
	return 0, false
}

// eachNumber visits the numbers in a tree.
func eachNumber(tree any, at path, visit func(at path, n json.Number)) {
	switch v := tree.(type) {
	case json.Number:
		visit(at, v)
	case []any:
		for i, item := range v {
			eachNumber(item, at.with(strconv.Itoa(i)), visit)
		}
	case map[string]any:
		for name, member := range v {
			eachNumber(member, at.with(name), visit)
		}
	}
}

// offGrid puts numbers finer than their grids in the place of those that an id holds:
// such a body gives the same id, and is refused inside one. It gives how many it saw.
func offGrid(t *testing.T, in *Intake, id string) (seen int) {
	t.Helper()
	text, _ := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(id, idPrefix))
	tree, rejection := scan(text)
	if rejection != nil {
		t.Fatal(rejection)
	}
	eachNumber(tree, nil, func(at path, n json.Number) {
		places, is := placesOf(at)
		if !is || n == "0" {
			return
		}
		seen++
		finer, _ := new(big.Rat).SetString(string(n))
		fraction := big.NewRat(4999, 1e4) // up to, but not, a half above
		if seen%2 == 0 {
			fraction = big.NewRat(-1, 2) // a half below
		}
		step := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil))
		finer.Add(finer, fraction.Mul(fraction, step))
		put(tree, at, json.Number(finer.FloatString(places+4)))
	})
	if seen == 0 {
		return 0
	}
	if run, rejection := in.Body(marshal(tree)); rejection != nil || run.ID != id {
		t.Errorf("%s: %s gives %s, %v", text, marshal(tree), run.ID, rejection)
	}
	if _, rejection := in.ID(encodeID(marshal(tree))); rejection == nil || rejection.Kind != UnknownRun {
		t.Errorf("%s is an id: %v", marshal(tree), rejection)
	}
	return seen
}

// A number finer than its grid is taken to the grid before anything else: its bounds
// are those of what it becomes.
func TestBoundsAreOfRoundedNumbers(t *testing.T) {
	in := newIntake(t)
	for _, test := range []struct{ body, fault string }{
		{`{"judge":{"percentile":100.0004999}}`, ""},
		{`{"judge":{"percentile":100.0005}}`, "/judge/percentile: Must be a number from 0.001 to 100; got a number."},
		{`{"judge":{"percentile":0.0005}}`, ""},
		{`{"judge":{"percentile":0.0004}}`, "/judge/percentile: A number that is not 0 would be rounded to 0, the nearest multiple of 0.001. Write at least 0.001."},
		{`{"policy":{"hedge":{"delay":{"ms":-0.0004}}}}`, "/policy/hedge/delay/ms: A number that is not 0 would be rounded to 0, the nearest multiple of 0.001. Write 0, or at least 0.001."},
		{`{"policy":{"hedge":{"delay":{"ms":-0.0005}}}}`, "/policy/hedge/delay/ms: Must be a number from 0 to 86400000; got a number."},
		{`{"policy":{"hedge":{"delay":{"ms":0.0000}}}}`, ""},
		{`{"workload":{"requests":19.4}}`, "/workload/requests: Must be an integer from 1 to 20000000; got a number with decimals."},
		{`{"seed":1e-400}`, "/seed: Must be an integer from 0 to 9007199254740991; got a number with decimals."},
		{`{"policy":{"hedge":{"delay":{"ms":1e400}}}}`, "/policy/hedge/delay/ms: Must be a number from 0 to 86400000; got a number far beyond that."},
	} {
		if got := strings.Join(faultsOf(in, test.body), "; "); got != test.fault {
			t.Errorf("%s: %q, not %q", test.body, got, test.fault)
		}
	}
}

// What the contract says of the largest tables and lists of quantiles.
func TestLargestTablesAndQuantiles(t *testing.T) {
	in := newIntake(t)
	largest := func(body func(n int) string) int {
		return sort.Search(1000, func(n int) bool { return faultsOf(in, body(n+1)) != nil })
	}
	column := func(n int) string { return strings.TrimSuffix(strings.Repeat("12.345,", n), ",") }
	rows := largest(func(n int) string {
		return fmt.Sprintf(`{"workload":{"requests":1},"backend":{"latency":{"table":{"primaryMs":[%s],"backupMs":[%s]}}}}`, column(n), column(n))
	})
	points := largest(func(n int) string {
		list := ""
		for i := range n {
			list += fmt.Sprintf(`,{"percent":%d.%d,"ms":12.345}`, 10+i/9, 1+i%9)
		}
		return fmt.Sprintf(`{"backend":{"latency":{"quantiles":{"points":[%s]}}}}`, list[1:])
	})
	for _, text := range []string{fmt.Sprintf("some %d rows of times such as 12.345", (rows+5)/10*10), fmt.Sprintf("some %d points such as 99.9 and 12.345", (points+5)/10*10)} {
		if !bytes.Contains(api.Text, []byte(text)) {
			t.Errorf("the contract does not say %q", text)
		}
	}
	t.Logf("%d rows, %d points", rows, points)
}
