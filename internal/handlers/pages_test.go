package handlers

import (
	"bytes"
	"net/http"
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/docs"
	"github.com/hedgedrill/hedgedrill/internal/web"
)

// Files of the pages are negotiated, kept and asked for again by the rules of all other
// answers.
func TestFilesOfPages(t *testing.T) {
	s := newServer(t)
	drill, err := web.New()
	if err != nil {
		t.Fatal(err)
	}
	reference, err := docs.Files()
	if err != nil {
		t.Fatal(err)
	}
	files := slices.Concat(drill.Files(), reference)
	if len(files) < 15 {
		t.Fatalf("saw only %d files", len(files))
	}
	for _, f := range files {
		tags := map[string]string{}
		for header, want := range map[string]string{"identity": "", "br, gzip;q=0.5": "gzip", "gzip, zstd": "zstd", "*": "", "gzip;q=0": ""} {
			for range 2 { // the second answer is the first, kept
				a := s.get(f.Path, "Accept-Encoding", header).is(200)
				if got := a.header.Get("Content-Encoding"); got != want || a.header.Get("Vary") != "Accept-Encoding" {
					t.Fatalf("%s with %q: %v", f.Path, header, a.header)
				}
				if !bytes.Equal(decoded(t, want, a.body), f.Body) {
					t.Errorf("%s with %q: another body", f.Path, header)
				}
				tags[want] = a.header.Get("ETag")
			}
		}
		if len(tags) != 3 || tags[""] == tags["gzip"] || tags[""] == tags["zstd"] || tags["gzip"] == tags["zstd"] {
			t.Errorf("%s: tags %v", f.Path, tags)
		}
		a := s.get(f.Path, "If-None-Match", `"other", W/`+tags[""]).is(304)
		if len(a.body) > 0 || a.header.Get("ETag") != tags[""] || a.header.Get("Cache-Control") != f.Caching {
			t.Errorf("%s, kept: %v", f.Path, a.header)
		}
		s.get(f.Path, "If-None-Match", tags["gzip"]).is(200)
	}
}

// The pages are for people: their headers keep other sites out, and their methods are
// those of a file.
func TestPagesAreClosedToOtherSites(t *testing.T) {
	s := newServer(t)
	for _, path := range []string{"/", "/docs", "/docs/swagger-ui.css"} {
		a := s.get(path, "Origin", "https://example.org").is(200)
		for name, want := range map[string]string{
			"Access-Control-Allow-Origin": "", "Access-Control-Expose-Headers": "", "Cross-Origin-Resource-Policy": "same-origin",
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		} {
			if got := a.header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		head := s.send(http.MethodHead, path, "").is(200)
		if len(head.body) > 0 || head.header.Get("Content-Length") != a.header.Get("Content-Length") {
			t.Errorf("HEAD %s: %v", path, head.header)
		}
		s.send(http.MethodPost, path, "").is(405)
	}
	for _, path := range []string{"/index.html", "/assets/", "/assets/old/app.js", "/assets/../web.go", "/docs/other.js"} {
		s.get(path).problem(404)
	}
}
