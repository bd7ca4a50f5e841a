package handlers

import (
	"bytes"
	"encoding/json"
	"testing"
)

func compacted(text string) ([]byte, bool) {
	var b bytes.Buffer
	err := json.Compact(&b, []byte(text))
	return b.Bytes(), err == nil
}

func TestReadable(t *testing.T) {
	long := make([]int, 200)
	for want, value := range map[string]any{
		"{\"a\": 1, \"b\": [1, 2]}\n": map[string]any{"a": 1, "b": []int{1, 2}},
		"{}\n":                        map[string]any{},
		"\"a, b: [c]\"\n":             "a, b: [c]",
		"{\n  \"list\": [\n    {},\n    [" + string(bytes.Repeat([]byte("0, "), 199)) + "0]\n  ]\n}\n": map[string]any{"list": []any{map[string]any{}, long}},
	} {
		if got := string(readable(value)); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}
