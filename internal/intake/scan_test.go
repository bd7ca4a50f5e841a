package intake

import (
	"bytes"
	"encoding/json"
	"math/big"
	"reflect"
	"strings"
	"testing"
)

// canonical keeps the exact value and gives each value one spelling.
func TestCanonicalNumbers(t *testing.T) {
	for want, spellings := range map[string][]string{
		"0":      {"0", "-0", "0.0", "-0e5", "0e99999", "0.000"},
		"130":    {"130", "130.0", "1.3e2", "1300E-1", "0.13e3", "13e+1"},
		"-1.5":   {"-1.5", "-15e-1", "-1.50"},
		"0.001":  {"0.001", "1e-3", "0.0010"},
		"1000":   {"1000", "1e3", "10e2"},
		"12.345": {"12.345", "12345e-3"},
		"1e400":  {"1e400", "10e399"},
		"1e-400": {"1e-400", "0.1e-399"},
		// Beyond any use exponents are cut, and their spelling is a fixed point still.
		"1e1000000000":  {"1e1000000000", "10000e000000000999999997", "1e99999999999999999999"},
		"1e-1000000000": {"1e-1000000000", "0.001e-999999999", "1e-99999999999999999999"},
	} {
		for _, spelling := range spellings {
			if got := canonical(spelling); string(got) != want {
				t.Errorf("%s is spelled %s, want %s", spelling, got, want)
			}
		}
	}
}

// scanAgrees holds scan against encoding/json: what scan takes is JSON with the
// same value, and what encoding/json refuses, scan refuses.
func scanAgrees(t *testing.T, text []byte) {
	t.Helper()
	value, rejection := scan(text)
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var other any
	valid := json.Valid(text)
	if rejection != nil {
		if rejection.Kind != MalformedJSON && rejection.Kind != OverLimit || len(rejection.Faults) != 1 {
			t.Errorf("a rejection %+v", rejection)
		}
		return
	}
	if !valid || decoder.Decode(&other) != nil {
		t.Fatalf("scan takes %q, which is not JSON", text)
	}
	if !reflect.DeepEqual(value, canonicalTree(t, other)) {
		t.Errorf("%q: %v, by encoding/json %v", text, value, other)
	}
	// The canonical spelling is a fixed point.
	again, rejection := scan(marshal(value))
	if rejection != nil && rejection.Kind != OverLimit {
		t.Errorf("%q: the canonical spelling is refused: %v", text, rejection)
	}
	if rejection == nil && !reflect.DeepEqual(again, value) {
		t.Errorf("%q: the canonical spelling has another value", text)
	}
}

// canonicalTree spells the numbers of a tree of encoding/json canonically, having
// compared their values exactly.
func canonicalTree(t *testing.T, value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name := range v {
			v[name] = canonicalTree(t, v[name])
		}
	case []any:
		for i := range v {
			v[i] = canonicalTree(t, v[i])
		}
	case json.Number:
		spelled := canonical(string(v))
		if exponent := strings.IndexAny(string(v), "eE"); exponent < 0 || len(v)-exponent < 5 {
			before, _ := new(big.Rat).SetString(string(v))
			after, ok := new(big.Rat).SetString(string(spelled))
			if !ok || before.Cmp(after) != 0 {
				t.Errorf("%s is spelled %s, another value", v, spelled)
			}
		}
		return spelled
	}
	return value
}

var scanSeeds = []string{
	`{}`, `[]`, `{"a":[1,2.50,-3e2,true,false,null,"x\né\ud83d\ude00"]}`, `{"a":{"a":{}}}`, ` 1 `, `"\/"`, `-0`, `1E+2`,
	`{"a":1,"a":2}`, `01`, `1.`, `.5`, `"\ud800"`, `{"a" 1}`, `[1,]`, `nul`, "\"\x00\"", "\xff", `{"\u0061":1,"a":1}`, `1e99999999999999999999`,
	strings.Repeat("[", 33) + strings.Repeat("]", 33), `"` + strings.Repeat("a", 257) + `"`,
}

func TestScanAgreesWithEncodingJSON(t *testing.T) {
	for _, seed := range scanSeeds {
		scanAgrees(t, []byte(seed))
	}
}

func FuzzScan(f *testing.F) {
	for _, seed := range scanSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(scanAgrees)
}
