package latency

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// Each kind of law that holds others gives them all, at the places that JSON has them at.
func TestInnerLaws(t *testing.T) {
	const other = `{"constant": {"ms": 7}}`
	union, holders := reflect.TypeFor[Law](), 0
	for i := range union.NumField() {
		name, _, _ := strings.Cut(union.Field(i).Tag.Get("json"), ",")
		var want []string
		text := ""
		switch name {
		case "mixture":
			want = []string{"/mixture/parts/0/latency", "/mixture/parts/1/latency"}
			text = `{"mixture": {"parts": [{"latency": ` + other + `}, {"latency": ` + other + `}]}}`
		case "shifted":
			want = []string{"/shifted/latency"}
			text = `{"shifted": {"latency": ` + other + `}}`
		default:
			if holdsLaw(union.Field(i).Type) {
				t.Errorf("%s holds other laws: Law.Inner has to give them, and this test to say where", name)
			}
			continue
		}
		holders++
		var law Law
		if err := json.Unmarshal([]byte(text), &law); err != nil {
			t.Fatal(err)
		}
		var got []string
		for at, inner := range law.Inner() {
			if inner.Constant == nil || inner.Constant.Ms != 7000 {
				t.Errorf("%s%s is %+v", name, at, inner)
			}
			got = append(got, at)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s gives %q, not %q", name, got, want)
		}
		if law.Weight() != len(want) {
			t.Errorf("%s weighs %d, and holds %d", name, law.Weight(), len(want))
		}
	}
	if holders != 2 {
		t.Errorf("%d kinds of law hold others", holders)
	}
}

// holdsLaw says whether a type has a law within.
func holdsLaw(typ reflect.Type) bool {
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice:
		return holdsLaw(typ.Elem())
	case reflect.Struct:
		if typ == reflect.TypeFor[Law]() {
			return true
		}
		for i := range typ.NumField() {
			if holdsLaw(typ.Field(i).Type) {
				return true
			}
		}
	}
	return false
}
