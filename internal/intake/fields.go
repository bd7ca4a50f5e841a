package intake

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hedgedrill/hedgedrill/api"
)

// checkFields holds a value against a schema and lists its faults, by place: what
// the schema's own keywords find, and what they cannot: unknown fields with a
// near name, and numbers judged by their exact decimal value. It gives the first
// MaxFaults, and how many there are.
func checkFields(schema api.Schema, value any) ([]Fault, int) {
	w := walk{root: schema, faults: map[string]finding{}}
	w.value(nil, schema, value)
	for _, v := range schema.Violations(value) {
		w.violation(v, value)
	}
	return told(slices.Collect(maps.Values(w.faults)))
}

// MaxFaults is the most faults that a rejection tells. What more there is costs
// nothing to find, but would to describe.
const MaxFaults = 20

// walk collects at most one fault for each place, the first.
type walk struct {
	root   api.Schema
	faults map[string]finding // by pointer
}

// finding is a fault that is put in words only if it is told.
type finding struct {
	at  path
	say func() string
}

func (w *walk) fault(at path, say func() string) {
	pointer := at.pointer()
	if _, has := w.faults[pointer]; !has {
		w.faults[pointer] = finding{at, say}
	}
}

// told puts the first faults in words, by their places, and gives the number of all.
func told(all []finding) ([]Fault, int) {
	slices.SortStableFunc(all, func(a, b finding) int { return comparePlaces(a.at, b.at) })
	var faults []Fault
	for _, f := range all[:min(len(all), MaxFaults)] {
		faults = append(faults, f.at.fault(f.say()))
	}
	return faults, len(all)
}

// comparePlaces orders places by name, and items of an array by index.
func comparePlaces(a, b path) int {
	return slices.CompareFunc(a, b, func(x, y string) int {
		if isIndex(x) && isIndex(y) && len(x) != len(y) {
			return len(x) - len(y)
		}
		return strings.Compare(x, y)
	})
}

// isIndex says whether a step is an index as it is spelled here: a longer one is larger.
func isIndex(step string) bool { return step != "" && step[0] >= '0' && step[0] <= '9' }

func (w *walk) value(at path, schema api.Schema, value any) {
	switch v := value.(type) {
	case nil:
		w.fault(at, func() string {
			return "null is not allowed. Leave the field out, or write the value that means none, such as 0 or []."
		})
	case json.Number:
		w.number(at, schema, v)
	case []any:
		if schema.Type() == "array" {
			for i, item := range v {
				w.value(at.with(strconv.Itoa(i)), schema.Items(), item)
			}
		}
	case map[string]any:
		if schema.Type() != "object" {
			return
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if member, ok := schema.Property(name); ok {
				w.value(at.with(name), member, v[name])
			} else {
				w.unknown(at, schema, name)
			}
		}
	}
}

func (w *walk) unknown(at path, schema api.Schema, name string) {
	w.fault(at.with(Shown(name)), func() string {
		if !isShowable(name) {
			return fmt.Sprintf("Unknown field, with a name of %s. %s", count(len([]rune(name)), "character"), fieldsOf(schema))
		}
		if near, ok := nearest(name, schema.Properties()); ok {
			return fmt.Sprintf("Unknown field. Did you mean `%s`?", near)
		}
		// The same name in another part of the scenario is another thing.
		if elsewhere, ok := placeOf(w.root, name); ok && (len(at) == 0 || at[0] == elsewhere[0]) {
			return fmt.Sprintf("Unknown field. Did you mean `%s`?", elsewhere.pointer())
		}
		return "Unknown field. " + fieldsOf(schema)
	})
}

// number judges what a float64 may not tell any more.
func (w *walk) number(at path, schema api.Schema, n json.Number) {
	switch kind := schema.Type(); {
	case kind != "integer" && kind != "number":
	case isHuge(n):
		w.wrong(at, schema, "a number far beyond that")
	case kind == "integer" && decimals(n) > 0:
		w.wrong(at, schema, "a number with decimals")
	case schema.Grid() > 0 && decimals(n) > places(schema.Grid()): // all others are on the grid by now
		w.fault(at, func() string { return wouldBeZero(schema) })
	}
}

// wrong tells a value that its schema does not allow.
func (w *walk) wrong(at path, schema api.Schema, got string) {
	w.fault(at, func() string { return Allowed(schema) + "; got " + got + "." })
}

func (w *walk) violation(v api.Violation, root any) {
	at := path(v.Path)
	switch v.Keyword {
	case "properties": // told as an unknown field
	case "maxProperties":
		if v.Schema.IsAlternative() {
			w.wrong(at, v.Schema, kindOf(find(root, at)))
		}
	case "type":
		value := find(root, at)
		w.fault(at, func() string { return Allowed(v.Schema) + "; got " + kindOf(value) + "." + suggestion(v.Schema, value) })
	case "required":
		parent, name := at[:len(at)-1], at[len(at)-1]
		w.fault(parent, func() string {
			text := fmt.Sprintf("`%s` is missing here, and has no default.", name)
			if member, ok := v.Schema.Property(name); ok {
				text += fmt.Sprintf(" Write `%s`: it must%s.", name, strings.TrimPrefix(Allowed(member), "Must"))
			}
			return text
		})
	default:
		w.wrong(at, v.Schema, kindOf(find(root, at)))
	}
}

// find gives the value at a place, nil if there is none.
func find(value any, at path) any {
	for _, step := range at {
		switch v := value.(type) {
		case map[string]any:
			value = v[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(v) {
				return nil
			}
			value = v[i]
		default:
			return nil
		}
	}
	return value
}

// Allowed says what a schema allows.
func Allowed(s api.Schema) string {
	least, most := s.Bounds()
	switch s.Type() {
	case "integer":
		return "Must be an integer " + between(least, most)
	case "number":
		text := "Must be a number " + between(least, most)
		if step := s.MultipleOf(); step > 0 {
			text += fmt.Sprintf(" with at most %d decimals", places(step))
		}
		return text
	case "array":
		return "Must be an array of " + strings.TrimPrefix(between(least, most), "from ") + " items"
	case "boolean":
		return "Must be true or false"
	case "object":
		if s.IsAlternative() {
			return "Must be an object with exactly one of " + list(s.Properties())
		}
		return "Must be an object"
	default:
		if values := s.Enum(); values != nil {
			return "Must be one of " + list(values)
		}
		return "Must be a string of " + strings.TrimPrefix(between(least, most), "from ") + " characters of the pattern in the contract"
	}
}

func between(least, most *float64) string {
	switch {
	case least == nil && most == nil:
		return "of any size"
	case most == nil:
		return "from " + plain(*least)
	case least == nil:
		return "up to " + plain(*most)
	default:
		return "from " + plain(*least) + " to " + plain(*most)
	}
}

func plain(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

func list(names []string) string { return "`" + strings.Join(names, "`, `") + "`" }

func fieldsOf(s api.Schema) string {
	names := s.Properties()
	if len(names) == 0 {
		return "There are no fields here: write {}."
	}
	return "The fields here are " + list(names) + "."
}
