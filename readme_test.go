package hedgedrill

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/api"
	"github.com/hedgedrill/hedgedrill/internal/handlers"
	"github.com/hedgedrill/hedgedrill/internal/intake"
)

var (
	example    = regexp.MustCompile("(?s)```sh\n(curl [^`]*)```\n```json\n(.*?)```")
	exampleURL = regexp.MustCompile(`localhost:8080([^'\s]*)`)
	header     = regexp.MustCompile(`-H '([^:]+): ([^']+)'`)
	body       = regexp.MustCompile(`(?s)-d '([^']+)'`)
	filter     = regexp.MustCompile(`\| jq \.(\S+)`)
)

// The server gives the answer that follows each curl command in the README.
func TestReadmeExamples(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	server := newServer(t)
	examples := example.FindAllStringSubmatch(string(text), -1)
	for _, e := range examples {
		command, want := e[1], e[2]
		recorder := httptest.NewRecorder()
		server.ServeHTTP(recorder, requestOf(t, command))
		got := recorder.Body.String()
		if f := filter.FindStringSubmatch(command); f != nil {
			got = filtered(t, recorder.Body.Bytes(), strings.Split(f[1], ".")) + "\n"
		}
		if got != want {
			t.Errorf("%s\nis answered\n%s", command, got)
		}
	}
	if len(examples) < 5 {
		t.Fatalf("saw only %d examples", len(examples))
	}
}

func newServer(t *testing.T) http.Handler {
	t.Helper()
	contract, err := api.Load(api.Text)
	if err != nil {
		t.Fatal(err)
	}
	server, err := handlers.New(handlers.Config{
		Contract: contract, Ceiling: intake.DefaultCeiling, Log: slog.New(slog.DiscardHandler), Ready: func() bool { return true },
	})
	if err != nil {
		t.Fatal(err)
	}
	return server
}

// requestOf reads a curl command.
func requestOf(t *testing.T, command string) *http.Request {
	t.Helper()
	target := exampleURL.FindStringSubmatch(command)
	if target == nil {
		t.Fatalf("no URL in %s", command)
	}
	method, text := http.MethodGet, ""
	if d := body.FindStringSubmatch(command); d != nil {
		method, text = http.MethodPost, d[1]
	}
	r := httptest.NewRequest(method, target[1], strings.NewReader(text))
	for _, h := range header.FindAllStringSubmatch(command, -1) {
		r.Header.Set(h[1], h[2])
	}
	return r
}

// filtered does what jq does with a path of names.
func filtered(t *testing.T, text []byte, path []string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	for _, name := range path {
		members, ok := value.(map[string]any)
		if !ok {
			t.Fatalf("no %s in %s", name, text)
		}
		value = members[name]
	}
	if text, ok := value.(string); ok {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprint(value)
}
