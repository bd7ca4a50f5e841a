package worlds_test

import (
	"reflect"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// A place is where a value is in a scenario, by the names in JSON:
// "workload.bursts[].atMs". Inside a law that is part of another law it begins at the
// outer one's member, however deep that is: "…mixture.parts[].latency.constant.ms".

// walker goes through a scenario and says what it finds.
type walker struct {
	member func(place string)
	list   func(place string, length int)
	scalar func(place string, tag reflect.StructTag, v reflect.Value)
	// If not nil, it goes through the types instead: every member is set, every list has
	// one element, and each place of a law in a law is visited once.
	types map[string]bool
}

// above is a type that is being gone through, and its place.
type above struct {
	typ   reflect.Type
	place string
}

func (w walker) walk(v reflect.Value, place string, tag reflect.StructTag, outer []above) {
	switch v.Kind() {
	case reflect.Struct:
		w.structure(v, place, outer)
	case reflect.Pointer:
		w.walk(v.Elem(), place, tag, outer)
	case reflect.Slice:
		w.list(place, v.Len())
		for i := range v.Len() {
			w.walk(v.Index(i), place+"[]", tag, outer)
		}
	default:
		w.scalar(place, tag, v)
	}
}

func (w walker) structure(v reflect.Value, place string, outer []above) {
	t := v.Type()
	for i, o := range outer {
		if o.typ == t {
			place = "…" + strings.TrimPrefix(place, o.place+".")
			outer = outer[:i]
			if w.types[place] {
				return
			}
			if w.types != nil {
				w.types[place] = true
			}
			break
		}
	}
	outer = append(outer[:len(outer):len(outer)], above{t, place})
	union := worlds.IsUnion(t)
	for i := range t.NumField() {
		field, part := t.Field(i), v.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		at := strings.TrimPrefix(place+"."+name, ".")
		if field.Anonymous {
			at = place
		}
		if w.types != nil {
			part = full(field.Type)
		}
		if union && part.IsNil() {
			continue
		}
		if union {
			w.member(at)
		}
		w.walk(part, at, field.Tag, outer)
	}
}

// full is a value of a type of which nothing is missing at the top.
func full(t reflect.Type) reflect.Value {
	switch t.Kind() {
	case reflect.Pointer:
		return reflect.New(t.Elem())
	case reflect.Slice:
		return reflect.MakeSlice(t, 1, 1)
	default:
		return reflect.Zero(t)
	}
}
