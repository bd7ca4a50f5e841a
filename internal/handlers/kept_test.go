package handlers

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

func newServerWithShelf(t *testing.T, bytes int) *server {
	t.Helper()
	return newServerWith(t, func(c *Config) { c.Cache = bytes })
}

const (
	made   = "hedgedrill; fwd=miss"
	stored = "hedgedrill; fwd=miss; stored"
	hit    = "hedgedrill; hit"
)

func (a answer) cached(want string) answer {
	a.t.Helper()
	if got := a.header.Get("Cache-Status"); got != want {
		a.t.Errorf("Cache-Status %q, want %q", got, want)
	}
	return a
}

// A run is played once, whether it is posted or named by its id, and answered with the same
// bytes and headers.
func TestRunIsKept(t *testing.T) {
	s := newServerWithShelf(t, 1<<20)
	first := s.post(`{}`).is(201).cached(stored)
	for range 2 {
		again := s.get("/runs/v1.e30").is(200).cached(hit)
		if !bytes.Equal(first.body, again.body) || again.header.Get("Etag") == "" || again.header.Get("Cache-Control") != immutableForever {
			t.Errorf("%v", again.header)
		}
		head := s.send(http.MethodHead, "/runs/v1.e30", "").is(200).cached(hit)
		if len(head.body) != 0 || head.header.Get("Content-Length") != again.header.Get("Content-Length") {
			t.Errorf("HEAD: %v", head.header)
		}
	}
	s.post(` {"seed":1} `).is(201).cached(hit)
	s.get("/runs/v1.e30", "Accept-Encoding", "gzip").is(200).cached(stored)
	if zipped := s.get("/runs/v1.e30", "Accept-Encoding", "gzip").is(200).cached(hit); zipped.header.Get("Content-Encoding") != "gzip" {
		t.Errorf("%v", zipped.header)
	}
	s.post(`{}`, "Prefer", "return=minimal").is(201).cached(stored)
	s.get("/runs/v1.e30/metrics").is(200).cached(hit)
}

// Every answer of a run is the same from a shelf and without one, but for Cache-Status.
func TestKeptAnswersAreTheSame(t *testing.T) {
	with, without := newServerWithShelf(t, 1<<22), newServer(t)
	for _, path := range []string{"", "/metrics", "/distribution", "/requests", "/requests?limit=3", "/leaves?request=2", "/events", "/events?at=15130", "/events?at=15130&fromMs=15000", "/events?at=60000"} {
		target := "/runs/v1.e30" + path
		for _, coding := range []string{"", "gzip", "zstd"} {
			want := without.get(target, "Accept-Encoding", coding).is(200).cached(made)
			for _, source := range []string{stored, hit} {
				got := with.get(target, "Accept-Encoding", coding).is(200).cached(source)
				got.header.Del("Cache-Status")
				want.header.Del("Cache-Status")
				if !bytes.Equal(got.body, want.body) || len(got.header) != len(want.header) {
					t.Errorf("%s in %q: %v, want %v", target, coding, got.header, want.header)
				}
				for name := range want.header {
					if got.header.Get(name) != want.header.Get(name) {
						t.Errorf("%s in %q: %s: %q, want %q", target, coding, name, got.header.Get(name), want.header.Get(name))
					}
				}
			}
		}
	}
}

// What a client has already is not sent again, from the shelf or without playing.
func TestKeptAnswerThatTheClientHas(t *testing.T) {
	s := newServerWithShelf(t, 1<<20)
	tag := newServer(t).get("/runs/v1.e30").header.Get("Etag")
	if a := s.get("/runs/v1.e30", "If-None-Match", tag).is(304); a.header.Get("Cache-Status") != "" {
		t.Errorf("%v", a.header)
	}
	s.get("/runs/v1.e30").is(200).cached(stored)
	for _, named := range []string{tag, "W/" + tag, `"x", ` + tag, "*"} {
		if a := s.get("/runs/v1.e30", "If-None-Match", named).is(304).cached(hit); a.header.Get("Etag") != tag || len(a.body) != 0 {
			t.Errorf("%s: %v", named, a.header)
		}
	}
	s.get("/runs/v1.e30", "If-None-Match", `"x"`).is(200).cached(hit)
}

// Nothing but good answers is kept, and what is kept is still refused to whom it would be.
func TestRefusalsAreNotKept(t *testing.T) {
	s := newServerWithShelf(t, 1<<20)
	for range 2 {
		for target, status := range map[string]int{
			"/runs/v1.e31": 404, "/runs/v0.e30": 410, "/runs/v1.e30/events?at=007": 400, "/runs/v1.e30/events?at=60001": 400,
			"/runs/v1.e30/requests?cursor=x": 400, "/runs/v1%2ee30": 404,
		} {
			if a := s.get(target).is(status); a.header.Get("Cache-Status") != "" {
				t.Errorf("%s: %v", target, a.header)
			}
		}
		s.get("/runs/v1.e30").is(200)
		s.get("/runs/v1.e30", "Accept", "text/html").is(406)
		s.get("/runs/v1.e30", "Accept", "text/*, application/*;q=0.1").is(200).cached(hit)
		s.send(http.MethodDelete, "/runs/v1.e30", "").is(405)
	}
}

// Many clients at once, of few runs.
func TestManyAskForFewRuns(t *testing.T) {
	s, bare := newServerWithShelf(t, 1<<18), newServer(t)
	targets := []string{"/runs/v1.e30", "/runs/v1.e30/metrics", "/runs/v1.e30/events?at=15130"}
	var clients sync.WaitGroup
	for i := range 60 {
		target := targets[i%len(targets)]
		want := bare.get(target).body
		clients.Go(func() {
			if got := s.unchecked(httptest.NewRequest(http.MethodGet, target, nil)); got.Code != 200 || !bytes.Equal(got.Body.Bytes(), want) {
				t.Errorf("%s: %d", target, got.Code)
			}
		})
	}
	clients.Wait()
}

// A client that asks first and leaves takes the answer from nobody else.
func TestFirstClientLeaves(t *testing.T) {
	s := newServerWithShelf(t, 1<<20)
	id := s.post(`{"workload":{"requests":300000,"arrival":{"paced":{"intervalMs":1}}},"backend":{"latency":{"constant":{"ms":20}}}}`, "Prefer", "return=minimal").run().ID
	ask := func(ctx context.Context) *httptest.ResponseRecorder {
		return s.unchecked(httptest.NewRequest(http.MethodGet, "/runs/"+id, nil).WithContext(ctx))
	}
	ctx, leave := context.WithCancel(t.Context())
	answers := make(chan *httptest.ResponseRecorder)
	go func() { ask(ctx); answers <- nil }()
	time.Sleep(20 * time.Millisecond)
	go func() { answers <- ask(t.Context()) }()
	time.Sleep(20 * time.Millisecond)
	leave()
	for range 2 {
		if a := <-answers; a != nil && (a.Code != 200 || a.Body.Len() == 0) {
			t.Errorf("the other was told %d", a.Code)
		} else if a != nil {
			t.Log(a.Header().Get("Cache-Status"))
		}
	}
}
