package intake

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The limits of a JSON text. MaxBody is for the reader of the body to keep.
const (
	MaxBody    = 64 << 10 // bytes
	maxDepth   = 32       // arrays and objects inside each other
	maxValues  = 20_000   // members and items, with the root
	maxLiteral = 32       // characters of a number
	maxString  = 256      // characters of a string or a name
)

// scan reads a text that is exactly one JSON value (RFC 8259), in UTF-8, without a
// name twice in an object, without lone surrogates, and within the limits. It
// yields map[string]any, []any, string, bool, nil, and json.Number in canonical
// spelling. The first fault ends it.
func scan(text []byte) (any, *Rejection) {
	s := scanner{text: text}
	if !utf8.Valid(text) {
		return nil, reject(MalformedJSON, nil, "The text is not valid UTF-8.")
	}
	value := s.value()
	s.space()
	if s.fault == nil && s.at < len(text) {
		s.malformed("there is more after the value; write one value")
	}
	if s.fault != nil {
		return nil, s.fault
	}
	return value, nil
}

func reject(kind Kind, at path, detail string) *Rejection {
	return &Rejection{Kind: kind, Detail: detail, Faults: []Fault{at.fault(detail)}, Total: 1}
}

// scanner is a recursive descent over a text. After a fault its methods return at
// once, with values of no meaning.
type scanner struct {
	text   []byte
	at     int  // the next byte
	place  path // of the value that is being read
	depth  int  // arrays and objects around it
	values int  // so far
	fault  *Rejection
}

func (s *scanner) malformed(what string) {
	s.fail(MalformedJSON, fmt.Sprintf("Not JSON at byte %d: %s.", s.at, what))
}

func (s *scanner) over(what string, limit, got int) {
	s.fail(OverLimit, fmt.Sprintf("%s: at most %d, got %d.", what, limit, got))
}

func (s *scanner) fail(kind Kind, detail string) {
	if s.fault == nil {
		s.fault = reject(kind, s.place, detail)
	}
}

func (s *scanner) space() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return
		}
	}
}

// peek gives the next byte that is not blank, 0 at the end.
func (s *scanner) peek() byte {
	s.space()
	if s.at == len(s.text) {
		return 0
	}
	return s.text[s.at]
}

// takes moves past c if it comes next.
func (s *scanner) takes(c byte) bool {
	if s.peek() != c || s.at == len(s.text) {
		return false
	}
	s.at++
	return true
}

func (s *scanner) value() any {
	if s.values++; s.values > maxValues {
		s.over("JSON values", maxValues, s.values)
	}
	c := s.peek()
	switch {
	case s.fault != nil:
		return nil
	case c == '{':
		return s.object()
	case c == '[':
		return s.array()
	case c == '"':
		return s.string()
	case c == '-' || c >= '0' && c <= '9':
		return s.number()
	default:
		return s.word()
	}
}

// inside reads the value of a member or an item, whose place is a step further.
func (s *scanner) inside(step string) any {
	s.place = append(s.place, step)
	value := s.value()
	s.place = s.place[:len(s.place)-1]
	return value
}

// enter begins an object or array, and gives what ends it.
func (s *scanner) enter() (leave func()) {
	if s.depth++; s.depth > maxDepth {
		s.over("Arrays and objects inside each other", maxDepth, s.depth)
	}
	s.at++
	return func() { s.depth-- }
}

func (s *scanner) object() any {
	defer s.enter()()
	members := map[string]any{}
	if s.takes('}') {
		return members
	}
	for s.fault == nil {
		if s.peek() != '"' {
			s.malformed("expected a name in double quotes")
			break
		}
		name := s.string()
		if _, twice := members[name]; twice {
			s.place = append(s.place, Shown(name))
			s.malformed("the same name twice in one object; write it once")
			break
		}
		if !s.takes(':') {
			s.malformed("expected a colon after the name")
		}
		members[name] = s.inside(Shown(name))
		if s.takes('}') {
			break
		}
		if !s.takes(',') {
			s.malformed("expected a comma or } after the member")
		}
	}
	return members
}

func (s *scanner) array() any {
	defer s.enter()()
	items := []any{}
	if s.takes(']') {
		return items
	}
	for s.fault == nil {
		items = append(items, s.inside(strconv.Itoa(len(items))))
		if s.takes(']') {
			break
		}
		if !s.takes(',') {
			s.malformed("expected a comma or ] after the item")
		}
	}
	return items
}

func (s *scanner) word() any {
	for _, w := range []struct {
		spelling string
		value    any
	}{{"true", true}, {"false", false}, {"null", nil}} {
		if end := s.at + len(w.spelling); end <= len(s.text) && string(s.text[s.at:end]) == w.spelling {
			s.at = end
			return w.value
		}
	}
	s.malformed("expected a value")
	return nil
}

// number reads a literal by the grammar of RFC 8259 and gives its canonical
// spelling.
func (s *scanner) number() any {
	start := s.at
	digits := func() int {
		from := s.at
		for s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
			s.at++
		}
		return s.at - from
	}
	is := func(letters string) bool {
		if s.at < len(s.text) && strings.IndexByte(letters, s.text[s.at]) >= 0 {
			s.at++
			return true
		}
		return false
	}
	is("-")
	if first := s.at; digits() == 0 || s.text[first] == '0' && s.at > first+1 {
		s.malformed("a number must begin with a digit, and not with a zero before other digits")
	}
	if is(".") && digits() == 0 {
		s.malformed("expected a digit after the decimal point")
	}
	if is("eE") {
		is("+-")
		if digits() == 0 {
			s.malformed("expected a digit in the exponent")
		}
	}
	if length := s.at - start; length > maxLiteral {
		s.over("Characters of a number", maxLiteral, length)
	}
	if s.fault != nil {
		return nil
	}
	return canonical(string(s.text[start:s.at]))
}

// string reads a string, or a member's name.
func (s *scanner) string() string {
	s.at++
	var value []byte
	for s.fault == nil {
		if s.at == len(s.text) {
			s.malformed("a string is not closed")
			break
		}
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			if length := utf8.RuneCount(value); length > maxString {
				s.over("Characters of a string", maxString, length)
			}
			return string(value)
		case c < ' ':
			s.malformed("a control character in a string; write it as \\u and four hexadecimal digits")
		case c == '\\':
			value = s.escaped(value)
		default:
			value = append(value, c)
			s.at++
		}
	}
	return ""
}

// escaped reads what a backslash begins, and appends the character it stands for.
func (s *scanner) escaped(to []byte) []byte {
	s.at++
	if s.at == len(s.text) {
		s.malformed("a string is not closed")
		return to
	}
	c := s.text[s.at]
	for i, letter := range []byte(`"\/bfnrt`) {
		if c == letter {
			s.at++
			return append(to, "\"\\/\b\f\n\r\t"[i])
		}
	}
	if c != 'u' {
		s.malformed("an unknown escape in a string; there are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u")
		return to
	}
	r := s.unit()
	if utf16.IsSurrogate(r) {
		low := rune(-1)
		if s.fault == nil && s.at+1 < len(s.text) && s.text[s.at] == '\\' && s.text[s.at+1] == 'u' {
			s.at++
			low = s.unit()
		}
		if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
			s.malformed("half a surrogate pair in a string; write both halves")
		}
	}
	return utf8.AppendRune(to, r)
}

// unit reads the four hexadecimal digits after a u.
func (s *scanner) unit() rune {
	s.at++
	end := s.at + 4
	if end > len(s.text) {
		s.malformed("expected four hexadecimal digits after \\u")
		return 0
	}
	n, err := strconv.ParseUint(string(s.text[s.at:end]), 16, 16)
	if err != nil {
		s.malformed("expected four hexadecimal digits after \\u")
		return 0
	}
	s.at = end
	return rune(n)
}
