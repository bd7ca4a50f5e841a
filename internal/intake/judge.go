package intake

import "reflect"

// judge holds the values of a type, and those inside them, against the rules between
// fields. The validator calls the same functions; a judge only says whether all is well.
type judge struct {
	rules []func(value any, breaks report)
	parts []part
}

// part is a field, or what a list or pointer holds, in which there may be rules.
type part struct {
	field int // −1 for what a list holds
	judge *judge
}

// judges makes the judges of types. A type that stands within itself is judged once.
type judges struct {
	rules map[reflect.Type][]func(any, report) // each takes a pointer
	made  map[reflect.Type]*judge
	ok    bool // whether every kind of type is known
}

func (m *judges) of(typ reflect.Type) *judge {
	if j, ok := m.made[typ]; ok {
		return j
	}
	j := &judge{rules: m.rules[typ]}
	m.made[typ] = j
	switch typ.Kind() {
	case reflect.Struct:
		for i := range typ.NumField() {
			j.parts = append(j.parts, part{i, m.of(typ.Field(i).Type)})
		}
	case reflect.Pointer, reflect.Slice:
		j.parts = append(j.parts, part{-1, m.of(typ.Elem())})
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
	default:
		m.ok = false
	}
	return j
}

// prune leaves out what has no rules anywhere inside.
func (m *judges) prune() {
	for range len(m.made) { // as often as one type may be inside another
		for _, j := range m.made {
			kept := j.parts[:0]
			for _, p := range j.parts {
				if len(p.judge.rules) > 0 || len(p.judge.parts) > 0 {
					kept = append(kept, p)
				}
			}
			j.parts = kept
		}
	}
}

// hold reports the rules that a value, which can be addressed, breaks.
func (j *judge) hold(v reflect.Value, breaks report) {
	for _, rule := range j.rules {
		rule(v.Addr().Interface(), breaks)
	}
	for _, p := range j.parts {
		switch {
		case p.field >= 0:
			p.judge.hold(v.Field(p.field), breaks)
		case v.Kind() == reflect.Pointer:
			if !v.IsNil() {
				p.judge.hold(v.Elem(), breaks)
			}
		default:
			for i := range v.Len() {
				p.judge.hold(v.Index(i), breaks)
			}
		}
	}
}
