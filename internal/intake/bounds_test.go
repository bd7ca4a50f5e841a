package intake

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/api"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

var (
	boundLine   = regexp.MustCompile(`(?m)^ +(minimum|maximum|minItems|maxItems|enum): .*\n`)
	boundInLine = regexp.MustCompile(`, (minimum|maximum|minItems|maxItems): [0-9.]+`)
)

// unbounded is an intake by the contract without any bounds: one that lags behind the
// types.
func unbounded(t *testing.T) *Intake {
	t.Helper()
	contract, err := api.Load(boundInLine.ReplaceAll(boundLine.ReplaceAll(api.Text, nil), nil))
	if err != nil {
		t.Fatal(err)
	}
	in, err := New(contract, DefaultCeiling)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// wide are scenarios that together have every field there is: two that are written here,
// and one for each member of each union.
func wide() []string {
	bodies := []string{`{}`, `{"workload":{"bursts":[{"atMs":5,"requests":1}],"deadlineMs":9},
	  "backend":{"capacity":{"cluster":{"servers":3,"slow":[{"server":1,"fromMs":0,"toMs":1,"factor":2}],"down":[{"server":1,"fromMs":0,"toMs":1}]}},
	  "latency":{"constant":{"ms":1}}}}`}
	for _, s := range worlds.Members() {
		bodies = append(bodies, string(marshal(s)))
	}
	return bodies
}

// Every bound of every tag is held, even where the contract does not say it.
func TestTagsAreHeldWithoutTheContract(t *testing.T) {
	in, held, cases := unbounded(t), map[string]bool{}, 0
	for _, body := range wide() {
		run, rejection := in.Body([]byte(body))
		if rejection != nil {
			t.Errorf("%s is refused: %+v", body, rejection)
			continue
		}
		text, here := marshal(run.Scenario), map[string]bool{}
		eachTag(reflect.ValueOf(run.Scenario), nil, func(field string, at path, value reflect.Value, tags []string) {
			if held[field] {
				return
			}
			here[field] = true
			for _, tag := range tags {
				name, bound, _ := strings.Cut(tag, "=")
				beyond, ok := past(value, name, bound)
				if !ok {
					continue
				}
				cases++
				tree, _ := scan(text)
				got := faultsOf(in, string(marshal(put(tree, at, beyond))))
				if !slices.ContainsFunc(got, func(f string) bool { return strings.HasPrefix(f, at.pointer()+": Must be ") }) {
					t.Errorf("%s beyond %s: %q", at.pointer(), tag, got)
				}
			}
		})
		maps.Copy(held, here)
	}
	tagged := map[string]bool{}
	taggedFields(reflect.TypeOf(Run{}.Scenario), map[reflect.Type]bool{}, tagged)
	for field := range tagged {
		if !held[field] {
			t.Errorf("no scenario has %s: give `wide` a part that does", field)
		}
	}
	if cases < 80 {
		t.Fatalf("saw only %d bounds", cases)
	}
	t.Logf("%d bounds of %d fields", cases, len(tagged))
}

// eachTag visits the values below one that have a validate tag.
func eachTag(v reflect.Value, at path, visit func(field string, at path, v reflect.Value, tags []string)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			eachTag(v.Elem(), at, visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachTag(v.Index(i), at.with(strconv.Itoa(i)), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field, below := v.Type().Field(i), at
			if !field.Anonymous {
				name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
				below = at.with(name)
			}
			if tag := field.Tag.Get("validate"); tag != "" && !(v.Field(i).Kind() == reflect.Pointer && v.Field(i).IsNil()) {
				own, items, dives := strings.Cut(tag, ",dive,")
				visit(v.Type().Name()+"."+field.Name, below, reflect.Indirect(v.Field(i)), strings.Split(own, ","))
				if dives {
					visit(v.Type().Name()+"."+field.Name, below.with("0"), v.Field(i).Index(0), strings.Split(items, ","))
				}
			}
			eachTag(v.Field(i), below, visit)
		}
	}
}

// taggedFields collects the fields that have a validate tag, of a type and below.
func taggedFields(typ reflect.Type, done map[reflect.Type]bool, into map[string]bool) {
	if typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
		typ = typ.Elem()
	}
	if typ.Kind() != reflect.Struct || done[typ] {
		return
	}
	done[typ] = true
	for i := range typ.NumField() {
		if typ.Field(i).Tag.Get("validate") != "" {
			into[typ.Name()+"."+typ.Field(i).Name] = true
		}
		taggedFields(typ.Field(i).Type, done, into)
	}
}

// past gives a value just beyond a bound.
func past(v reflect.Value, tag, bound string) (any, bool) {
	step := map[string]int64{"min": -1, "max": 1}[tag]
	switch {
	case tag == "oneof":
		return "x", true
	case step == 0:
		return nil, false
	}
	n, _ := strconv.ParseInt(bound, 10, 64)
	if v.Kind() != reflect.Slice {
		beyond := reflect.New(v.Type()).Elem()
		beyond.SetInt(n + step)
		return json.Number(fmt.Sprint(beyond.Interface())), true
	}
	first, items := reflect.Zero(v.Type().Elem()), []any{}
	if v.Len() > 0 {
		first = v.Index(0)
	}
	for range n + step {
		item, _ := scan(marshal(first.Interface()))
		items = append(items, item)
	}
	return items, true
}

// put gives a tree with another value at a place.
func put(tree any, at path, value any) any {
	if len(at) == 0 {
		return value
	}
	switch v := tree.(type) {
	case map[string]any:
		v[at[0]] = put(v[at[0]], at[1:], value)
	case []any:
		i, _ := strconv.Atoi(at[0])
		v[i] = put(v[i], at[1:], value)
	}
	return tree
}
