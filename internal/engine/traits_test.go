package engine

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// Each field of a scenario has a row in the table of traits, and each row a field: who
// adds a field says what it makes possible.
func TestEveryFieldHasTraits(t *testing.T) {
	var rows []string
	for _, row := range traits {
		rows = append(rows, row.field)
		if (row.when == nil) != (row.give == 0) {
			t.Errorf("%s: a trait without a condition, or the other way round", row.field)
		}
	}
	fields := fieldsOf(reflect.TypeFor[Scenario](), "")
	for _, field := range fields {
		if !slices.Contains(rows, field) {
			t.Errorf("%s has no row in traits", field)
		}
	}
	for _, row := range rows {
		if !slices.Contains(fields, row) {
			t.Errorf("traits has a row for %s, which is no field", row)
		}
	}
	t.Logf("%d fields", len(fields))
	if len(fields) < 30 {
		t.Error("most fields were not seen")
	}
}

// whole are the unions whose members say themselves what they make possible: each is
// one field.
var whole = []reflect.Type{
	reflect.TypeFor[latency.Law](), reflect.TypeFor[Arrival](), reflect.TypeFor[Delay](), reflect.TypeFor[Budget](),
}

// fieldsOf lists the paths of what a type holds in JSON.
func fieldsOf(of reflect.Type, path string) []string {
	for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct || of.NumField() == 0 || slices.Contains(whole, of) {
		return []string{strings.TrimPrefix(path, ".")}
	}
	var all []string
	for i := range of.NumField() {
		name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		if name != "" {
			name = "." + name
		}
		all = append(all, fieldsOf(of.Field(i).Type, path+name)...)
	}
	return all
}
