package web

import (
	"bytes"
	"path"
)

// lean leaves the comments out of a module as it is served: they are a third of its
// weight, and for those who read the source. Lines keep their numbers. It knows
// comments that begin a line and have two stars, as all longer ones of the page do; a
// text that is no module stays as it is.
func lean(name string, text []byte) []byte {
	if path.Ext(name) != ".js" {
		return text
	}
	lines := bytes.Split(text, []byte("\n"))
	inside := false
	for i, line := range lines {
		inside = inside || bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("/**"))
		if !inside {
			continue
		}
		_, rest, ends := bytes.Cut(line, []byte("*/"))
		inside = !ends
		lines[i] = bytes.TrimLeft(rest, " ")
	}
	return bytes.Join(lines, []byte("\n"))
}
