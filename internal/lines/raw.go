package lines

import (
	"bytes"
	"reflect"
)

// writeRaw writes a value as encoding/json does, and then breaks that into lines.
func writeRaw(t *text, v reflect.Value) {
	raw := compact(v.Interface())
	l := layout{text: raw, ends: closings(raw), depth: t.depth, out: t.out}
	if t.flat {
		l.flat = len(raw)
	}
	for at := 0; at < len(raw); {
		at = l.write(at)
	}
	t.blanks += len(l.out) - len(t.out) - len(raw)
	t.out = l.out
}

// isPlainRaw says whether a value has no bracket as encoding/json writes it.
func isPlainRaw(v reflect.Value) bool { return !bytes.ContainsAny(compact(v.Interface()), "[{") }

// layout is compact JSON that is being broken into lines.
type layout struct {
	text   []byte
	ends   []int // places of the closing brackets, in the order of the opening ones
	opened int   // brackets so far
	depth  int
	flat   int // place of the closing bracket up to which everything is on one line
	out    []byte
}

// write lays out the token at a place, and gives the place after it.
func (l *layout) write(at int) int {
	switch c := l.text[at]; c {
	case '"':
		end := endOfString(l.text, at)
		l.out = append(l.out, l.text[at:end]...)
		return end
	case '{', '[':
		l.open(at)
	case '}', ']':
		if at > l.flat {
			l.depth--
			l.line()
		}
		l.out = append(l.out, c)
	case ',':
		l.out = append(l.out, c)
		if at < l.flat {
			l.out = append(l.out, ' ')
		} else {
			l.line()
		}
	case ':':
		l.out = append(l.out, c, ' ')
	default:
		l.out = append(l.out, c)
	}
	return at + 1
}

// open writes an opening bracket, and breaks the line if the rest does not fit on it.
func (l *layout) open(at int) {
	l.out = append(l.out, l.text[at])
	end := l.ends[l.opened]
	l.opened++
	switch {
	case at < l.flat:
	case end-at < lineWidth || l.text[at] == '[' && !bytes.ContainsAny(l.text[at+1:end], "[{"):
		l.flat = end
	default:
		l.depth++
		l.line()
	}
}

func (l *layout) line() {
	l.out = append(l.out, '\n')
	for range l.depth {
		l.out = append(l.out, ' ', ' ')
	}
}

// endOfString is the place after a string.
func endOfString(text []byte, at int) int {
	for at++; text[at] != '"'; at++ {
		if text[at] == '\\' {
			at++
		}
	}
	return at + 1
}

// closings gives the place of the closing bracket of each opening one, in the
// order of the opening ones.
func closings(text []byte) []int {
	var ends, open []int
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '"':
			at = endOfString(text, at) - 1
		case '{', '[':
			open = append(open, len(ends))
			ends = append(ends, 0)
		case '}', ']':
			ends[open[len(open)-1]] = at
			open = open[:len(open)-1]
		}
	}
	return ends
}
