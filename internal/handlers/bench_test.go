package handlers

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/intake"
	"github.com/hedgedrill/hedgedrill/internal/lines"
	"github.com/hedgedrill/hedgedrill/internal/measure"
	"github.com/hedgedrill/hedgedrill/internal/shelf"
)

// discard is a response that is thrown away.
type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(b []byte) (int, error) { return len(b), nil }
func (d discard) WriteHeader(int)             {}

func benchmark(b *testing.B, cache int, method, target, body string) {
	s := newServerWith(b, func(c *Config) { c.Cache = cache })
	r := httptest.NewRequest(method, target, nil)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	b.ReportAllocs()
	for b.Loop() {
		if body != "" {
			r.ContentLength = int64(len(body))
			r.Body = readCloser{strings.NewReader(body)}
		}
		w := discard{http.Header{}}
		s.uncheckedTo(w, r)
		if w.header.Get("Content-Length") == "" || w.header.Get("Cache-Status") == "" {
			b.Fatal("no answer")
		}
	}
}

type readCloser struct{ *strings.Reader }

func (readCloser) Close() error { return nil }

const ofTheReadme = "/runs/v1.eyJwb2xpY3kiOnsiaGVkZ2UiOnsiZGVsYXkiOnsibXMiOjEzMH19fX0"

func BenchmarkPostOfTheDrill(b *testing.B) { benchmark(b, 0, http.MethodPost, "/runs", `{}`) }
func BenchmarkPostKept(b *testing.B)       { benchmark(b, 1<<20, http.MethodPost, "/runs", `{}`) }
func BenchmarkID(b *testing.B)             { benchmark(b, 0, http.MethodGet, ofTheReadme, "") }
func BenchmarkIDKept(b *testing.B)         { benchmark(b, 1<<20, http.MethodGet, ofTheReadme, "") }
func BenchmarkInstant(b *testing.B) {
	benchmark(b, 0, http.MethodGet, ofTheReadme+"/events?at=15130", "")
}

// The answer to POST /runs of the drill, written.
func BenchmarkWriteOfTheDrill(b *testing.B) {
	contract, _ := contracts()
	in, err := intake.New(contract, intake.DefaultCeiling)
	if err != nil {
		b.Fatal(err)
	}
	r, _ := in.Body([]byte(`{}`))
	value, err := (&door{desk: shelf.NewDesk(0, (*measure.Reading).Bytes)}).play(r, func() bool { return true })
	if err != nil {
		b.Fatal(err)
	}
	var encoder lines.Encoder
	out := encoder.Append(nil, value)
	b.SetBytes(int64(len(out)))
	b.ReportAllocs()
	for b.Loop() {
		out = encoder.Append(out[:0], value)
	}
}
