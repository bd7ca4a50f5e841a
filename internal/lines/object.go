package lines

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// object is how a struct is written.
type object struct {
	members []member
	long    bool // it never fits a line
}

// member is a field, or a field of an embedded struct.
type member struct {
	name  string // with quotes, colon and blank
	next  string // the same after a comma and a blank
	field int
	under []int                    // from there, where structs are embedded
	omit  func(reflect.Value) bool // whether it is left out; nil if it never is
	*plan
}

// object plans a struct as encoding/json reads its tags. It gives false for what the
// types here never have: a name twice, embedded pointers, other options than omitempty.
func (e *Encoder) object(of reflect.Type) (*object, bool) {
	o := &object{}
	if !e.members(of, nil, o) {
		return nil, false
	}
	names := map[string]bool{}
	for _, m := range o.members {
		names[m.name] = true
	}
	o.long = o.least() > lineWidth
	return o, len(names) == len(o.members)
}

// least is the length of the shortest compact text.
func (o *object) least() int {
	n := len("{}") + max(0, len(o.members)-1)
	for _, m := range o.members {
		if m.omit != nil {
			n--
			continue
		}
		n += len(m.name) - len(" ") + m.plan.least
	}
	return n
}

func (e *Encoder) members(of reflect.Type, above []int, o *object) bool {
	for i := range of.NumField() {
		f := of.Field(i)
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		index, embedded := append(slices.Clone(above), i), f.Anonymous && name == ""
		name = cmp.Or(name, f.Name)
		switch {
		case tag == "-":
		case embedded:
			if f.Type.Kind() != reflect.Struct || !e.members(f.Type, index, o) {
				return false
			}
		case !f.IsExported():
		case !isSimple(name) || options != "" && options != "omitempty":
			return false
		default:
			o.members = append(o.members, member{`"` + name + `": `, `, "` + name + `": `, index[0], index[1:], omission(f.Type, options), e.plan(f.Type)})
		}
	}
	return true
}

// isSimple says whether a name needs no escape.
func isSimple(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	})
}

// omission gives what omitempty means for a type.
func omission(of reflect.Type, options string) func(reflect.Value) bool {
	if options == "" {
		return nil
	}
	switch of.Kind() {
	case reflect.Struct:
		return nil
	case reflect.Slice, reflect.Map, reflect.Array, reflect.String:
		return func(v reflect.Value) bool { return v.Len() == 0 }
	default:
		return reflect.Value.IsZero
	}
}

func (o *object) write(t *text, v reflect.Value) {
	switch {
	case t.flat:
		o.onLine(t, v)
	case o.long:
		o.inLines(t, v)
	default:
		t.try()
		if o.onLine(t, v); !t.fits() {
			o.inLines(t, v)
		}
	}
}

func (o *object) onLine(t *text, v reflect.Value) {
	if o.long {
		t.spoil()
		return
	}
	t.out = append(t.out, '{')
	first := true
	for i := range o.members {
		m := &o.members[i]
		f := m.of(v)
		if m.omit != nil && m.omit(f) {
			continue
		}
		name := m.next
		if first {
			name, first = m.name, false
			t.blanks--
		}
		t.out = append(t.out, name...)
		t.blanks += 2
		if m.write(t, f); t.tooLong() {
			return
		}
	}
	t.out = append(t.out, '}')
}

func (o *object) inLines(t *text, v reflect.Value) {
	first := true
	for i := range o.members {
		m := &o.members[i]
		f := m.of(v)
		if m.omit != nil && m.omit(f) {
			continue
		}
		if first {
			t.open('{')
		} else {
			t.part()
		}
		first = false
		t.out = append(t.out, m.name...)
		m.write(t, f)
	}
	t.close('}')
}

func (m *member) of(v reflect.Value) reflect.Value {
	v = v.Field(m.field)
	for _, i := range m.under {
		v = v.Field(i)
	}
	return v
}
