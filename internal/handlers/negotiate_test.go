package handlers

import (
	"bytes"
	"encoding/base64"
	"io"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// idOf spells an id of a payload that need not be canonical.
func idOf(payload string) string {
	return "v1." + base64.RawURLEncoding.EncodeToString([]byte(payload))
}

func TestCodings(t *testing.T) {
	s := newServer(t)
	plain := s.get("/runs/v1.e30")
	for header, want := range map[string]string{
		"": "", "identity": "", "br": "", "gzip": "gzip", "zstd": "zstd", "gzip, zstd": "zstd", "GZIP": "gzip",
		"gzip;q=1, zstd;q=0.5": "gzip", "*": "", "zstd;q=0, *": "", "gzip;q=0, zstd;q=0": "", "*;q=0": "",
		"gzip;q=0.5, identity;q=0.9": "", "gzip;q=x": "", "gzip; q=0.001": "gzip", "deflate, gzip, br, zstd": "zstd",
	} {
		a := s.get("/runs/v1.e30", "Accept-Encoding", header).is(200)
		if got := a.header.Get("Content-Encoding"); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
			continue
		}
		if got := decoded(t, want, a.body); !bytes.Equal(got, plain.body) {
			t.Errorf("%q: another body", header)
		}
		if a.header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q: Vary is %q", header, a.header.Get("Vary"))
		}
	}
	posted := s.post(`{}`, "Accept-Encoding", "gzip")
	if got := decoded(t, posted.header.Get("Content-Encoding"), posted.body); !bytes.Equal(got, plain.body) {
		t.Error("POST in gzip is another body")
	}
}

func decoded(t *testing.T, coding string, body []byte) []byte {
	t.Helper()
	var reader io.Reader = bytes.NewReader(body)
	var err error
	switch coding {
	case "gzip":
		reader, err = gzip.NewReader(reader)
	case "zstd":
		reader, err = zstd.NewReader(reader)
	}
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// A tag is of the build, path, query and coding; it stands as long as they do.
func TestETags(t *testing.T) {
	s := newServer(t)
	other := newServerWith(t, func(c *Config) { c.Build = "other" })
	tags := map[string]string{}
	for name, a := range map[string]answer{
		"run":         s.get("/runs/v1.e30"),
		"metrics":     s.get("/runs/v1.e30/metrics"),
		"moment":      s.get("/runs/v1.e30/events?at=5"),
		"next moment": s.get("/runs/v1.e30/events?at=6"),
		"gzip":        s.get("/runs/v1.e30", "Accept-Encoding", "gzip"),
		"zstd":        s.get("/runs/v1.e30", "Accept-Encoding", "zstd"),
		"other build": other.get("/runs/v1.e30"),
		"other run":   s.get("/runs/v1.eyJzZWVkIjoyfQ"),
	} {
		tag := a.is(200).header.Get("ETag")
		if was, ok := tags[tag]; ok || len(tag) < 10 || tag[0] != '"' {
			t.Errorf("%s has the tag %s of %s", name, tag, was)
		}
		tags[tag] = name
		if a.header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("%s: %q", name, a.header.Get("Cache-Control"))
		}
	}
}

func TestNotModified(t *testing.T) {
	s := newServer(t)
	for _, path := range []string{"/runs/v1.e30", "/runs/v1.e30/metrics", "/runs/v1.e30/requests", "/runs/v1.e30/events?at=60000", "/runs/v1.e30/leaves?request=7", "/runs/v1.e30/distribution", "/presets", "/openapi.yaml"} {
		tag := s.get(path).header.Get("ETag")
		for _, header := range []string{tag, "W/" + tag, `"x", ` + tag, "*"} {
			a := s.get(path, "If-None-Match", header).is(304)
			if len(a.body) > 0 || a.header.Get("ETag") != tag || a.header.Get("Vary") != "Accept-Encoding" {
				t.Errorf("%s: %v %q", path, a.header, a.body)
			}
		}
		s.get(path, "If-None-Match", `"x"`).is(200)
		s.get(path, "If-None-Match", tag, "Accept-Encoding", "gzip").is(200)
	}
}

// `*` asks for no answer that is another than a problem.
func TestAnyTagIsNoWayAroundAProblem(t *testing.T) {
	s := newServer(t)
	for _, path := range []string{"/runs/v1.e30/events?at=70000", "/runs/v1.e30/events?at=5&fromMs=9", "/runs/v1.e30/events?cursor=abc", "/runs/v1.e30?x=1", "/runs/v1.e30/leaves?request=21", "/runs/v1.e30/leaves"} {
		s.get(path, "If-None-Match", "*").problem(400)
	}
}

func TestAccept(t *testing.T) {
	s := newServer(t)
	for header, status := range map[string]int{
		"": 200, "*/*": 200, "application/json": 200, "application/*": 200, "text/html, */*;q=0.1": 200, "Application/JSON;q=0.2": 200,
		"text/html": 406, "application/xml": 406, "application/json;q=0": 406, "application/json;q=0, */*": 406, "text/*": 406, "*/*;q=0": 406,
		"application/problem+json": 406,
	} {
		if a := s.get("/runs/v1.e30", "Accept", header); a.status != status {
			t.Errorf("Accept %q: %d, want %d", header, a.status, status)
		}
	}
	s.get("/openapi.yaml", "Accept", "application/yaml").is(200)
	s.get("/openapi.yaml", "Accept", "application/json").problem(406)
	if a := s.post(`{}`, "Accept", "text/html"); a.status != 406 {
		t.Errorf("POST: %d", a.status)
	}
}

// Any site may call, without credentials, and read what it needs.
func TestCORS(t *testing.T) {
	s := newServer(t)
	for _, a := range []answer{s.get("/runs/v1.e30", "Origin", "https://example.org"), s.post(`{`), s.get("/nope")} {
		if a.header.Get("Access-Control-Allow-Origin") != "*" || a.header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%d: %v", a.status, a.header)
		}
		if got := a.header.Get("Access-Control-Expose-Headers"); got != "Cache-Status, ETag, Link, Location, Retry-After" {
			t.Errorf("exposed: %q", got)
		}
	}
}
