package intake

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// object makes the shape of an object or an alternative, whose members are fields of one
// struct. An alternative's are pointers, and one of them is set.
func (m *shapes) object(s *shape, p place) {
	names, ofPatch := p.resolved.Properties(), p.patch.Properties()
	root := p.typ == reflect.TypeFor[engine.Scenario]()
	if root {
		ofPatch = slices.DeleteFunc(ofPatch, func(n string) bool { return n == "preset" })
	}
	if p.typ.Kind() != reflect.Struct || p.tag != "" || len(names) >= mostMembers || !slices.Equal(names, ofPatch) || p.patch.IsAlternative() != p.resolved.IsAlternative() {
		return
	}
	fields := fieldsByName(p.typ)
	for _, n := range names {
		f, ok := fields[n]
		if !ok || !isLetters(n) {
			return
		}
		s.members = append(s.members, m.member(p, n, f))
	}
	if p.resolved.IsAlternative() {
		s.alternative(p)
		return
	}
	s.required, s.inPatch = s.bits(p.resolved.Required()), s.bits(p.patch.Required())
	if s.required == s.all() { // else it would be unknown which members a value has
		s.kind = object
	}
	if root { // no part of what results
		s.members = append(s.members, member{name: "preset", shape: &shape{kind: presetName}})
	}
}

// alternative makes it the shape of an alternative, if all that may be chosen is known.
func (s *shape) alternative(p place) {
	for _, m := range s.members {
		chosen, _ := p.resolved.Property(m.name)
		f := p.typ.FieldByIndex(m.index)
		if f.Type.Kind() != reflect.Pointer || len(m.index) != 1 || chosen.IsAlternative() {
			return
		}
	}
	s.kind, s.mayBeEmpty = alternative, p.patch.MayBeEmpty()
}

func (m *shapes) member(p place, name string, f reflect.StructField) member {
	patch, _ := p.patch.Property(name)
	resolved, _ := p.resolved.Property(name)
	typ := f.Type
	if p.resolved.IsAlternative() && typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	one := member{name: name, spelled: strconv.Quote(name) + ":", index: f.Index, shape: m.of(place{patch, resolved, typ, f.Tag.Get("validate")})}
	if text := resolved.Default(); text != nil && !p.resolved.IsAlternative() {
		one.standard = reflect.New(typ).Elem()
		if r := (reading{text: text}); !r.value(one.shape, one.standard, verbatim) || !r.ends() {
			one.shape = &shape{}
		}
	}
	return one
}

// fieldsByName are the fields of a struct, and of the structs embedded in it, by their
// names in JSON. A name that two have is that of none.
func fieldsByName(typ reflect.Type) map[string]reflect.StructField {
	fields, twice := map[string]reflect.StructField{}, map[string]bool{}
	for _, f := range reflect.VisibleFields(typ) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" || !f.IsExported() {
			continue
		}
		_, has := fields[name]
		twice[name] = twice[name] || has
		fields[name] = f
	}
	for name, is := range twice {
		if is {
			delete(fields, name)
		}
	}
	return fields
}

// all has a bit for each member.
func (s *shape) all() uint64 { return 1<<len(s.members) - 1 }

// bits has a bit for each of the names.
func (s *shape) bits(names []string) (bits uint64) {
	for i, m := range s.members {
		if slices.Contains(names, m.name) {
			bits |= 1 << i
		}
	}
	return bits
}

// standards has a bit for each member that has a default.
func (s *shape) standards() (bits uint64) {
	for i, m := range s.members {
		if m.standard.IsValid() {
			bits |= 1 << i
		}
	}
	return bits
}

// bounds is what a validate tag demands.
type bounds struct {
	least, most int64
	names       []string
	items       string // the tag of an array's items
}

// readTag reads a validate tag; it does not know every one. That omitempty excuses zero is
// left out, so that the tag demands more here.
func readTag(tag string) (bounds, bool) {
	b := bounds{least: math.MinInt64, most: math.MaxInt64}
	for tag != "" {
		var word string
		word, tag, _ = strings.Cut(tag, ",")
		key, value, _ := strings.Cut(word, "=")
		var err error
		switch key {
		case "min":
			b.least, err = strconv.ParseInt(value, 10, 64)
		case "max":
			b.most, err = strconv.ParseInt(value, 10, 64)
		case "oneof":
			b.names = strings.Fields(value)
		case "omitempty":
		case "dive":
			b.items, tag = tag, ""
		default:
			err = fmt.Errorf("an unknown tag")
		}
		if err != nil {
			return b, false
		}
	}
	return b, true
}
