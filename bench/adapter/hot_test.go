package adapter

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/bench/body"
)

// The hot paths, for `make bench-go`: what they take and allocate. An operation of a
// workload is a run of 100,000 requests, fan-out and hops of 1,000.

func text(b testing.TB, name string, requests int) []byte {
	b.Helper()
	text, err := body.Read(filepath.Join("..", "scenarios", name+".json"), requests, 0)
	if err != nil {
		b.Fatal(err)
	}
	return text
}

func loaded(b testing.TB, text []byte) *Scenario {
	b.Helper()
	loader, err := NewLoader()
	if err != nil {
		b.Fatal(err)
	}
	s, err := loader.Load(text)
	if err != nil {
		b.Fatal(err)
	}
	return s
}

var worlds = []struct {
	name     string
	requests int
}{{"w1", 100_000}, {"w2-10", 100_000}, {"w2-1000", 100_000}, {"w3", 100_000}, {"tied", 100_000}, {"fan-out", 1000}, {"two-hops", 1000}}

// runs benchmarks a way of playing in every world.
func runs(b *testing.B, play func(*Scenario) error) {
	for _, w := range worlds {
		b.Run(w.name, func(b *testing.B) {
			s := loaded(b, text(b, w.name, w.requests))
			b.ReportAllocs()
			for b.Loop() {
				if err := play(s); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(w.requests), "ns/request")
		})
	}
}

func BenchmarkQuiet(b *testing.B) {
	runs(b, func(s *Scenario) error {
		_, err := Quiet(s)
		return err
	})
}

func BenchmarkTold(b *testing.B) {
	runs(b, func(s *Scenario) error {
		_, err := Told(s)
		return err
	})
}

func BenchmarkWhole(b *testing.B) {
	runs(b, func(s *Scenario) error {
		_, err := Whole(s)
		return err
	})
}

// BenchmarkRows gives the last page of a run.
func BenchmarkRows(b *testing.B) {
	s := loaded(b, text(b, "w2-10", 100_000))
	b.ReportAllocs()
	for b.Loop() {
		if n, err := Rows(s, 99_000, 1000); err != nil || n != 1000 {
			b.Fatal(n, err)
		}
	}
}

// BenchmarkSeek goes to the middle of a run.
func BenchmarkSeek(b *testing.B) {
	s := loaded(b, text(b, "w2-10", 100_000))
	b.ReportAllocs()
	for b.Loop() {
		if err := Seek(s, 70_000); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBody checks the drill's body, and BenchmarkID its id.
func BenchmarkBody(b *testing.B) {
	loader, err := NewLoader()
	if err != nil {
		b.Fatal(err)
	}
	drill := text(b, "drill", 0)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := loader.Load(drill); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkID(b *testing.B) {
	loader, err := NewLoader()
	if err != nil {
		b.Fatal(err)
	}
	id, err := loader.ID(text(b, "drill", 0))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := loader.ByID(id); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAnswers are whole answers for the drill, without a network.
func BenchmarkAnswers(b *testing.B) {
	handler, err := Handler()
	if err != nil {
		b.Fatal(err)
	}
	loader, err := NewLoader()
	if err != nil {
		b.Fatal(err)
	}
	drill := string(text(b, "drill", 0))
	id, err := loader.ID([]byte(drill))
	if err != nil {
		b.Fatal(err)
	}
	for _, ask := range []struct{ name, method, path, body string }{
		{"post", http.MethodPost, "/runs", drill}, {"id", http.MethodGet, "/runs/" + id, ""},
		{"at", http.MethodGet, "/runs/" + id + "/events?at=15130", ""}, {"rows", http.MethodGet, "/runs/" + id + "/requests", ""},
	} {
		b.Run(ask.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest(ask.method, ask.path, strings.NewReader(ask.body))
				r.Header.Set("Content-Type", "application/json")
				w := httptest.NewRecorder()
				if handler.ServeHTTP(w, r); w.Code/100 != 2 {
					b.Fatal(w.Code, w.Body)
				}
			}
		})
	}
}

// What a listener is told, the metrics count: the adapter plays the same run each way.
func TestWaysOfPlayingAgree(t *testing.T) {
	s := loaded(t, text(t, "w2-10", 20_000))
	quiet, err := Quiet(s)
	if err != nil {
		t.Fatal(err)
	}
	events, err := Told(s)
	if err != nil || events < 3*20_000 {
		t.Fatal(events, err)
	}
	whole, err := Whole(s)
	if err != nil {
		t.Fatal(err)
	}
	if quiet != nil && *quiet != *whole {
		t.Errorf("with nobody listening %+v, and else %+v", *quiet, *whole)
	}
	pages, err := WithPages(s)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := events, pages.Trace.Total; got != want {
		t.Errorf("%d events were told, and the trace has %d", got, want)
	}
	if got, want := whole.HedgeRate, float64(pages.Metrics.Hedges)/20_000; got != want || got == 0 {
		t.Errorf("%g hedged, and %g", got, want)
	}
	if n, err := Rows(s, 19_990, 1000); err != nil || n != 10 {
		t.Errorf("%d rows at the end, %v", n, err)
	}
}

// The copy that the idiomatic build binds a body to leaves the drill as it is.
func TestCopy(t *testing.T) {
	drill := loaded(t, []byte("{}"))
	before := *drill.Policy.Hedge.Delay.Ms
	*Copy(drill).Policy.Hedge.Delay.Ms = before + 1
	if *drill.Policy.Hedge.Delay.Ms != before {
		t.Error("the drill changed")
	}
}
