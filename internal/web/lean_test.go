package web

import (
	"bytes"
	"io/fs"
	"path"
	"strings"
	"testing"
)

func TestLean(t *testing.T) {
	for text, want := range map[string]string{
		"a;\n":                          "a;\n",
		"/** says */\na;":               "\na;",
		"/**\n * says\n */\na;":         "\n\n\na;",
		"  /** says */\n  a;":           "\n  a;",
		"  /** @type {B} */ let b = 1;": "let b = 1;",
		"c(/** @type {B} */ (b));":      "c(/** @type {B} */ (b));",
		"'/**'\n/* short */\n// line":   "'/**'\n/* short */\n// line",
		"/** one */\nb;\n/**\n two */c": "\nb;\n\nc",
	} {
		if got := string(lean("x.js", []byte(text))); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	if got := string(lean("x.css", []byte("/** says */"))); got != "/** says */" {
		t.Errorf("a style becomes %q", got)
	}
}

// What is served has the code of the files, line by line, and none of their comments.
func TestModulesAreServedLean(t *testing.T) {
	files, err := fs.Glob(embedded, "files/*.js")
	if err != nil {
		t.Fatal(err)
	}
	left, right := 0, 0
	for _, file := range files {
		source, err := embedded.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		served := lean(path.Base(file), source)
		left, right = left+len(source), right+len(served)
		for i, line := range bytes.Split(served, []byte("\n")) {
			was := strings.Split(string(source), "\n")[i]
			if code := string(line); code != "" && !strings.HasSuffix(was, code) || strings.HasPrefix(strings.TrimSpace(code), "/**") {
				t.Errorf("%s:%d is served as %q", file, i+1, code)
			}
		}
		if bytes.Count(served, []byte("\n")) != bytes.Count(source, []byte("\n")) {
			t.Errorf("%s has other lines when it is served", file)
		}
	}
	t.Logf("%d modules, %d bytes of %d are served", len(files), right, left)
	if len(files) < 20 || right > left*3/4 {
		t.Error("comments are served")
	}
}
