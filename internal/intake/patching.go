package intake

import "reflect"

// mode is what a value is read over.
type mode uint8

const (
	over     mode = iota // a value that is whole: what is not given stays
	anew                 // nothing: an alternative chosen anew inside has its defaults
	chosen               // an alternative's defaults
	verbatim             // nothing: inside an array nothing has defaults
)

// array reads an array into a new slice: no other scenario may see it change.
func (r *reading) array(s *shape, v reflect.Value, _ mode) bool {
	if !r.takes('[') {
		return false
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	n := 0
	if !r.takes(']') {
		for more := true; more; n++ {
			if int64(n) == s.most {
				return false
			}
			v.Grow(1)
			v.SetLen(n + 1)
			if !r.value(s.items, v.Index(n), verbatim) {
				return false
			}
			if more = r.takes(','); !more && !r.takes(']') {
				return false
			}
		}
	}
	return int64(n) >= s.least
}

func (r *reading) object(s *shape, v reflect.Value, m mode) bool {
	has := uint64(0)
	switch m {
	case over:
		has = s.all()
	case chosen:
		has = s.standards()
	}
	given, ok := r.members(s, v, m, has)
	return ok && (given|has)&s.required == s.required && given&s.inPatch == s.inPatch
}

// members reads the members of an object over those that it has, and gives which are given.
func (r *reading) members(s *shape, v reflect.Value, m mode, has uint64) (given uint64, ok bool) {
	if !r.takes('{') {
		return 0, false
	}
	if r.takes('}') {
		return 0, true
	}
	for more := true; more; {
		i, ok := r.member(s)
		if !ok || given&(1<<i) != 0 {
			return 0, false
		}
		given |= 1 << i
		if !r.value(s.members[i].shape, field(v, s.members[i].index), m.inside(has&(1<<i) != 0)) {
			return 0, false
		}
		if more = r.takes(','); !more && !r.takes('}') {
			return 0, false
		}
	}
	return given, true
}

// inside is the mode of a member, which its object has or has not.
func (m mode) inside(has bool) mode {
	switch {
	case m == verbatim:
		return verbatim
	case has:
		return over
	default:
		return anew
	}
}

// member reads a member's name and the colon, and finds the member.
func (r *reading) member(s *shape) (int, bool) {
	text, ok := r.string()
	if !ok || !r.takes(':') {
		return 0, false
	}
	for i := range s.members {
		if s.members[i].name == string(text) {
			return i, true
		}
	}
	return 0, false
}

// field is a field of a struct or of one that is embedded; a preset's name has none.
func field(v reflect.Value, index []int) reflect.Value {
	for _, i := range index {
		v = v.Field(i)
	}
	return v
}

// alternative reads an alternative. What is chosen is copied before it is changed, because
// presets share it.
func (r *reading) alternative(s *shape, v reflect.Value, m mode) bool {
	if !r.takes('{') {
		return false
	}
	if r.takes('}') {
		return m == over && s.mayBeEmpty
	}
	i, ok := r.member(s)
	if !ok {
		return false
	}
	f := v.Field(s.members[i].index[0])
	is, own := s.members[i].shape, reflect.New(f.Type().Elem())
	switch {
	case m == over && !f.IsNil():
		own.Elem().Set(f.Elem())
	case m != verbatim:
		m = chosen
		is.setStandards(own.Elem())
	}
	v.SetZero()
	f.Set(own)
	return r.value(is, own.Elem(), m) && r.takes('}')
}

// setStandards gives an object that is chosen anew its defaults.
func (s *shape) setStandards(v reflect.Value) {
	if s.kind != object {
		return
	}
	for _, m := range s.members {
		if m.standard.IsValid() {
			field(v, m.index).Set(m.standard)
		}
	}
}
