package lines

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// appendString appends a string in quotes. Nearly all strings need no escapes; the others
// are left to encoding/json.
func appendString(to []byte, s string) []byte {
	if needsEscapes(s) {
		return append(to, compact(s)...)
	}
	return append(append(append(to, '"'), s...), '"')
}

func needsEscapes(s string) bool {
	ascii := true
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c == '"' || c == '\\' {
			return true
		}
		ascii = ascii && c < utf8.RuneSelf
	}
	return !ascii && (!utf8.ValidString(s) || strings.ContainsAny(s, "\u2028\u2029"))
}

func hasNoBracket(v reflect.Value) bool { return !strings.ContainsAny(v.String(), "[{") }

// compact is a value as encoding/json writes it.
func compact(value any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(fmt.Sprintf("an answer does not encode: %v", err)) // the types hold only values that do
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
