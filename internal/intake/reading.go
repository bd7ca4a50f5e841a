package intake

import (
	"math"
	"reflect"
)

// reading reads a text of a known shape into a scenario, in one pass. Its methods give
// false where it does not know the text to be right: the thorough way then judges it. So
// escapes, exponents and everything that is wrong end it.
type reading struct {
	text   []byte
	at     int // the next byte
	depth  int
	values int
	preset []byte // the name that is given, or nil
}

func (r *reading) blanks() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

// takes moves past blanks, and past c if it comes next.
func (r *reading) takes(c byte) bool {
	r.blanks()
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

// ends says whether nothing comes but blanks.
func (r *reading) ends() bool {
	r.blanks()
	return r.at == len(r.text)
}

// string reads a string of printable ASCII without escapes, which is what names are of.
func (r *reading) string() ([]byte, bool) {
	if !r.takes('"') {
		return nil, false
	}
	from := r.at
	for ; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; {
		case c == '"':
			r.at++
			return r.text[from : r.at-1], true
		case c < ' ' || c > '~' || c == '\\':
			return nil, false
		}
	}
	return nil, false
}

// value reads what its shape allows into v, which holds what the mode says.
func (r *reading) value(s *shape, v reflect.Value, m mode) bool {
	if r.values++; r.values > maxValues {
		return false
	}
	switch s.kind {
	case number:
		n, ok := r.number(s)
		v.SetInt(n)
		return ok
	case name:
		return r.name(s, v)
	case truth:
		return r.truth(v)
	case presetName:
		text, ok := r.string()
		r.preset = text
		return ok && len(text) > 0
	case array:
		return r.inside(s, v, m, (*reading).array)
	case object:
		return r.inside(s, v, m, (*reading).object)
	case alternative:
		return r.inside(s, v, m, (*reading).alternative)
	default:
		return false
	}
}

// inside reads an array or object, if it is not too deep.
func (r *reading) inside(s *shape, v reflect.Value, m mode, read func(*reading, *shape, reflect.Value, mode) bool) bool {
	r.depth++
	ok := r.depth <= maxDepth && read(r, s, v, m)
	r.depth--
	return ok
}

func (r *reading) name(s *shape, v reflect.Value) bool {
	text, ok := r.string()
	if !ok {
		return false
	}
	for _, n := range s.names {
		if n == string(text) {
			v.SetString(n)
			return true
		}
	}
	return false
}

func (r *reading) truth(v reflect.Value) bool {
	r.blanks()
	for _, word := range []string{"true", "false"} {
		if end := r.at + len(word); end <= len(r.text) && string(r.text[r.at:end]) == word {
			r.at = end
			v.SetBool(word == "true")
			return true
		}
	}
	return false
}

// number reads a number without an exponent, in units of the shape, rounded half away from
// zero. A number that is not 0 must not become 0, and an integer has no decimals but zeros.
func (r *reading) number(s *shape) (int64, bool) {
	negative := r.takes('-')
	from := r.at
	n, nonzero, ok := r.digits(0, 18)
	if !ok || r.text[from] == '0' && r.at > from+1 {
		return 0, false
	}
	if r.at < len(r.text) && r.text[r.at] == '.' {
		r.at++
		var more bool
		if n, more, ok = r.decimals(n, s.places); !ok {
			return 0, false
		}
		nonzero = nonzero || more
	} else {
		n, ok = shifted(n, s.places)
	}
	if r.at-from >= maxLiteral || !ok || n == 0 && nonzero || r.at < len(r.text) && r.text[r.at]|0x20 == 'e' {
		return 0, false
	}
	if negative {
		n = -n
	}
	return n, s.least <= n && n <= s.most
}

// digits appends digits to a number: at least one, and at most so many.
func (r *reading) digits(n int64, most int) (sum int64, nonzero, ok bool) {
	from := r.at
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		digit := int64(r.text[r.at] - '0')
		nonzero = nonzero || digit != 0
		if r.at-from == most || n > math.MaxInt64/10-1 {
			return 0, false, false
		}
		n = n*10 + digit
		r.at++
	}
	return n, nonzero, r.at > from
}

// decimals appends what comes after the point to a number, in so many places.
func (r *reading) decimals(n int64, places int) (sum int64, nonzero, ok bool) {
	from := r.at
	for ; r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9'; r.at++ {
		digit := int64(r.text[r.at] - '0')
		nonzero = nonzero || digit != 0
		switch i := r.at - from; {
		case i < places:
			if n > math.MaxInt64/10-1 {
				return 0, false, false
			}
			n = n*10 + digit
		case places == 0 && digit != 0: // an integer
			return 0, false, false
		case i == places && digit >= 5:
			n++
		}
	}
	n, ok = shifted(n, places-min(places, r.at-from))
	return n, nonzero, ok && r.at > from
}

// shifted multiplies a number by a power of ten.
func shifted(n int64, places int) (int64, bool) {
	for range places {
		if n > math.MaxInt64/10 {
			return 0, false
		}
		n *= 10
	}
	return n, true
}
