package engine_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

var golden = flag.Bool("golden", false, "rewrite the traces in testdata")

// longest is the most lines that a file of traces may have: one screen.
const longest = 60

// TestGolden plays the scenes in testdata. A file is a row of cases: comments that
// tell the scene, the command, a line of dashes, the trace, an empty line.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	scenes := 0
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			now, n := playScenes(t, string(text))
			scenes += n
			if lines := strings.Count(now, "\n"); lines > longest {
				t.Errorf("%d lines; nobody enjoys more than %d", lines, longest)
			}
			if now == string(text) {
				return
			}
			if !*golden {
				t.Fatalf("the trace has changed (make golden rewrites it); it is now\n%s", now)
			}
			if err := os.WriteFile(file, []byte(now), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
	t.Logf("%d scenes in %d files", scenes, len(files))
	if scenes == 0 {
		t.Fatal("no scene was played")
	}
}

// playScenes gives the text of a file with the traces as they are now, and how
// many it has.
func playScenes(t *testing.T, text string) (string, int) {
	var out strings.Builder
	scenes, output := 0, false
	for line := range strings.Lines(text) {
		switch words := strings.Fields(line); {
		case len(words) == 0:
			output = false
			out.WriteByte('\n')
		case output:
			// a line of the trace as it was
		case line[0] == '#':
			out.WriteString(line)
		case words[0] == "play":
			scenario, err := parseScene(words[1:])
			if err != nil {
				t.Fatalf("%s%v", line, err)
			}
			out.WriteString(line + "----\n")
			engine.Run(scenario, func(e *engine.Event) bool {
				out.WriteString(e.String() + "\n")
				return true
			})
			scenes++
		case words[0] == "----":
			output = true
		default:
			t.Fatalf("neither a comment nor a command: %s", line)
		}
	}
	return out.String(), scenes
}
