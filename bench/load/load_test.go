package load

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// server answers by path, and counts.
func server(t *testing.T, seen *sync.Map) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		n, _ := seen.LoadOrStore(r.Method+" "+r.URL.Path+" "+string(body), new(atomic.Int64))
		n.(*atomic.Int64).Add(1)
		switch r.URL.Path {
		case "/chunks":
			for i := range 5 {
				fmt.Fprint(w, strings.Repeat("x", 3000*i+1))
				w.(http.Flusher).Flush()
			}
		case "/runs":
			w.WriteHeader(http.StatusCreated)
			fmt.Fprint(w, "made")
		case "/empty":
		case "/big":
			w.Header().Set("Content-Length", "300000")
			fmt.Fprint(w, strings.Repeat("\r\n", 150000))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return strings.TrimPrefix(s.URL, "http://")
}

func TestEveryRequestIsAskedInTurn(t *testing.T) {
	var seen sync.Map
	addr := server(t, &seen)
	asks := []Ask{{"GET", "/chunks", nil}, {"POST", "/runs", []byte("{}")}, {"GET", "/empty", nil}, {"GET", "/big", nil}}
	took, err := Closed(addr, asks, 4, 400)
	if err != nil || took <= 0 {
		t.Fatal(took, err)
	}
	for _, key := range []string{"GET /chunks ", "POST /runs {}", "GET /empty ", "GET /big "} {
		n, ok := seen.Load(key)
		if !ok || n.(*atomic.Int64).Load() != 100 {
			t.Errorf("%q was asked %v times, not 100", key, n)
		}
	}
}

func TestAWrongStatusFails(t *testing.T) {
	var seen sync.Map
	addr := server(t, &seen)
	missing := Ask{"GET", "/nowhere", nil}
	if _, err := Closed(addr, []Ask{missing}, 2, 10); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("404 is taken for an answer: %v", err)
	}
	if _, err := Get(addr, missing); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("404 is taken for an answer: %v", err)
	}
	if text, err := Get(addr, Ask{"POST", "/runs", []byte("{}")}); err != nil || string(text) != "made" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestNothingToAskFails(t *testing.T) {
	if _, err := Closed("127.0.0.1:1", nil, 1, 1); err == nil {
		t.Error("no kind of request")
	}
	if _, err := Closed("127.0.0.1:1", []Ask{{"GET", "/", nil}}, 4, 3); err == nil {
		t.Error("fewer requests than connections")
	}
}
