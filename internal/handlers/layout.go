package handlers

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// lineWidth is the length up to which an object or array stands on one line.
const lineWidth = 240

// readable encodes a value as JSON that a person can read: an object or array
// that fits a line stands on it, and so does a list of plain values; whatever else
// is larger has a line for each member or item. So a trace has a line for each
// event, and a table one for each column.
func readable(value any) []byte {
	var compact bytes.Buffer
	e := json.NewEncoder(&compact)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(fmt.Sprintf("an answer does not encode: %v", err)) // the types hold nothing that cannot
	}
	text := bytes.TrimSuffix(compact.Bytes(), []byte("\n"))
	return append(layOut(text), '\n')
}

// layOut breaks compact JSON into lines.
func layOut(text []byte) []byte {
	ends := closings(text)
	out := make([]byte, 0, len(text)+len(text)/4)
	depth := 0
	inString := false
	line := func() {
		out = append(out, '\n')
		for range depth {
			out = append(out, ' ', ' ')
		}
	}
	flatUntil := 0 // the end of what stands on one line
	opened := 0    // brackets so far
	for i := 0; i < len(text); i++ {
		c := text[i]
		flat := i < flatUntil
		switch {
		case inString:
			out = append(out, c)
			if c == '\\' {
				i++
				out = append(out, text[i])
			} else if c == '"' {
				inString = false
			}
			continue
		case c == '"':
			inString = true
			out = append(out, c)
		case (c == '{' || c == '[') && !flat:
			out = append(out, c)
			end := ends[opened]
			opened++
			if end-i < lineWidth || c == '[' && !bytes.ContainsAny(text[i+1:end], "[{") {
				flatUntil = end
				continue
			}
			depth++
			line()
		case c == '{' || c == '[':
			opened++
			out = append(out, c)
		case (c == '}' || c == ']') && !flat && i != flatUntil:
			depth--
			line()
			out = append(out, c)
		case c == ',':
			out = append(out, c)
			if flat {
				out = append(out, ' ')
			} else {
				line()
			}
		case c == ':':
			out = append(out, c, ' ')
		default:
			out = append(out, c)
		}
	}
	return out
}

// closings gives the place of the closing bracket of each opening one, in the
// order of the opening ones.
func closings(text []byte) []int {
	var ends, open []int
	inString := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			open = append(open, len(ends))
			ends = append(ends, 0)
		case c == '}' || c == ']':
			ends[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
	}
	return ends
}
