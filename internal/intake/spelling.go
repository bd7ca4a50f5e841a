package intake

import (
	"reflect"
	"strconv"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// base is what a value is a difference from: a value that has some of its members, or
// nothing.
type base struct {
	v   reflect.Value
	has uint64
}

// member is the base of a member.
func (b base) member(s *shape, i int) base {
	if b.has&(1<<i) == 0 {
		return base{}
	}
	return base{field(b.v, s.members[i].index), s.members[i].shape.all()}
}

// spelling appends canonical JSON (RFC 8785) of values of known shapes, as marshal writes
// their trees.
type spelling struct {
	out []byte
	bad bool // there was a value whose shape is not known
}

// difference appends the smallest patch that gives a value over its base, as the function
// of that name gives it, and says whether there is any.
func (p *spelling) difference(s *shape, v reflect.Value, from base) bool {
	switch s.kind {
	case object:
		return p.object(s, v, from)
	case alternative:
		return p.alternative(s, v, from)
	}
	if from.v.IsValid() && s.equal(v, from.v) {
		return false
	}
	p.whole(s, v)
	return true
}

func (p *spelling) object(s *shape, v reflect.Value, from base) bool {
	p.out = append(p.out, '{')
	first := len(p.out)
	for i := range s.members {
		if m := &s.members[i]; m.shape.kind != presetName {
			p.member(m, first, func() bool { return p.difference(m.shape, field(v, m.index), from.member(s, i)) })
		}
	}
	p.out = append(p.out, '}')
	return len(p.out) > first+1
}

// member appends a member, after a comma if others are there, and takes it back if there is
// nothing to write.
func (p *spelling) member(m *member, first int, value func() bool) {
	before := len(p.out)
	if before > first {
		p.out = append(p.out, ',')
	}
	p.out = append(p.out, m.spelled...)
	if !value() {
		p.out = p.out[:before]
	}
}

// alternative appends what is chosen: where the base has another, even if it says nothing
// beyond its defaults.
func (p *spelling) alternative(s *shape, v reflect.Value, from base) bool {
	i, chosen := s.chosen(v)
	if i < 0 {
		p.bad = true
		return false
	}
	is := s.members[i].shape
	same := from.v.IsValid() && !field(from.v, s.members[i].index).IsNil()
	before := base{}
	if same {
		before = base{field(from.v, s.members[i].index).Elem(), is.all()}
	} else if is.kind == object {
		before = base{reflect.New(chosen.Type()).Elem(), is.standards()}
		is.setStandards(before.v)
	}
	p.out = append(p.out, '{')
	first := len(p.out)
	p.member(&s.members[i], first, func() bool { return p.difference(is, chosen, before) || !same })
	p.out = append(p.out, '}')
	return len(p.out) > first+1
}

// chosen gives the member that is set, and its value; −1 if it is not one.
func (s *shape) chosen(v reflect.Value) (int, reflect.Value) {
	at, chosen := -1, reflect.Value{}
	for i := range s.members {
		if f := field(v, s.members[i].index); !f.IsNil() {
			if at >= 0 {
				return -1, chosen
			}
			at, chosen = i, f.Elem()
		}
	}
	return at, chosen
}

// whole appends a value with all its members.
func (p *spelling) whole(s *shape, v reflect.Value) {
	switch s.kind {
	case number:
		p.out = appendUnits(p.out, v.Int(), s.places)
	case name:
		p.out = append(append(append(p.out, '"'), v.String()...), '"')
	case truth:
		p.out = strconv.AppendBool(p.out, v.Bool())
	case array:
		p.out = append(p.out, '[')
		for i := range v.Len() {
			if i > 0 {
				p.out = append(p.out, ',')
			}
			p.whole(s.items, v.Index(i))
		}
		p.out = append(p.out, ']')
	case object, alternative:
		p.members(s, v)
	default:
		p.bad = true
	}
}

func (p *spelling) members(s *shape, v reflect.Value) {
	p.out = append(p.out, '{')
	first := len(p.out)
	for i := range s.members {
		m := &s.members[i]
		f := field(v, m.index)
		if s.kind == alternative {
			if f.IsNil() {
				continue
			}
			f = f.Elem()
		}
		p.member(m, first, func() bool { p.whole(m.shape, f); return true })
	}
	p.out = append(p.out, '}')
}

// appendUnits appends a number as its type writes it.
func appendUnits(to []byte, n int64, places int) []byte {
	switch places {
	case 0:
		return strconv.AppendInt(to, n, 10)
	case 3:
		return fixed.Append(to, n)
	default:
		return fixed.AppendMillionths(to, n)
	}
}

// equal says whether two values that are not made of members are the same.
func (s *shape) equal(v, w reflect.Value) bool {
	switch s.kind {
	case number:
		return v.Int() == w.Int()
	case name:
		return v.String() == w.String()
	case truth:
		return v.Bool() == w.Bool()
	case array:
		return v.Len() == w.Len() && (v.Len() == 0 || v.Pointer() == w.Pointer() || reflect.DeepEqual(v.Interface(), w.Interface()))
	default:
		return reflect.DeepEqual(v.Interface(), w.Interface())
	}
}
