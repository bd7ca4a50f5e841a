package handlers

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestBodyOverTheLimit(t *testing.T) {
	s := newServer(t)
	whole := strings.Repeat(" ", 64<<10+1)
	s.post(whole).problem(413)
	// Of unknown length, as in chunks.
	r := httptest.NewRequest(http.MethodPost, "/runs", strings.NewReader(whole))
	r.ContentLength = -1
	r.Header.Set("Content-Type", "application/json")
	s.do(r).problem(413)
	// On a route that takes no body.
	s.send(http.MethodGet, "/runs/v1.e30", whole).problem(413)
	s.send(http.MethodGet, "/runs/v1.e30", "ignored").is(200)
}

// Bodies that cost a careless reader seconds or gigabytes cost milliseconds here.
func TestCostlyBodiesAreCheap(t *testing.T) {
	s := newServer(t)
	for what, body := range map[string]string{
		"levels":   strings.Repeat("[", 32<<10) + strings.Repeat("]", 32<<10),
		"objects":  strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000),
		"elements": "[" + strings.TrimSuffix(strings.Repeat("1,", 32_000), ",") + "]",
		"digits":   strings.Repeat("1", 60_000),
	} {
		took := time.Hour // the quickest of a few: the machine may be busy with something else
		for try := 0; try < 5 && took > 100*time.Millisecond; try++ {
			start := time.Now()
			s.post(body).problem(400)
			took = min(took, time.Since(start))
		}
		if took > 100*time.Millisecond {
			t.Errorf("%s took %v", what, took)
		}
	}
}

func TestContentTypes(t *testing.T) {
	s := newServer(t)
	for _, c := range []struct {
		headers []string
		status  int
	}{
		{nil, 415},
		{[]string{"Content-Type", ""}, 415},
		{[]string{"Content-Type", "text/plain"}, 415},
		{[]string{"Content-Type", "application/x-www-form-urlencoded"}, 415},
		{[]string{"Content-Type", "application/jsonx"}, 415},
		{[]string{"Content-Type", "application/json; charset=latin1"}, 415},
		{[]string{"Content-Type", "application/json; charset=utf-16"}, 415},
		{[]string{"Content-Type", "application/json; charset"}, 415},
		{[]string{"Content-Type", "application/json", "Content-Type", "application/json"}, 415},
		{[]string{"Content-Type", "application/json, text/plain"}, 415},
		{[]string{"Content-Type", "application/json"}, 201},
		{[]string{"Content-Type", "Application/JSON; Charset=\"UTF-8\""}, 201},
		{[]string{"Content-Type", "application/json", "Content-Encoding", "gzip"}, 415},
		{[]string{"Content-Type", "application/json", "Content-Encoding", "br"}, 415},
		{[]string{"Content-Type", "application/json", "Content-Encoding", "identity", "Content-Encoding", "gzip"}, 415},
		{[]string{"Content-Type", "application/json", "Content-Encoding", "identity"}, 201},
	} {
		a := s.send(http.MethodPost, "/runs", `{}`, c.headers...)
		if a.is(c.status); c.status == 415 && a.header.Get("Accept-Encoding") != "identity" {
			t.Errorf("%q: Accept-Encoding is %q", c.headers, a.header.Get("Accept-Encoding"))
		}
	}
}

func TestQueries(t *testing.T) {
	s := newServer(t)
	many := strings.TrimSuffix(strings.Repeat("limit=1&", 500), "&")
	for _, c := range []struct {
		path, query string
		parameters  []string // at fault; nil: none is
	}{
		{"/runs/v1.e30/events", "at=18050", nil},
		{"/runs/v1.e30/events", "at=0", nil},
		{"/runs/v1.e30/events", "at=60000", nil},
		{"/runs/v1.e30/events", "at=0.001", nil},
		{"/runs/v1.e30/events", "at=12.5&fromMs=12.5&limit=1", nil},
		{"/runs/v1.e30/events", "at=60000.001", []string{"at"}},
		{"/runs/v1.e30/events", "at=60001", []string{"at"}},
		{"/runs/v1.e30/events", "at=1e3", []string{"at"}},
		{"/runs/v1.e30/events", "at=007", []string{"at"}},
		{"/runs/v1.e30/events", "at=%2B5", []string{"at"}},
		{"/runs/v1.e30/events", "at=+5", []string{"at"}},
		{"/runs/v1.e30/events", "at=-1", []string{"at"}},
		{"/runs/v1.e30/events", "at=-0", []string{"at"}},
		{"/runs/v1.e30/events", "at=5.0", []string{"at"}},
		{"/runs/v1.e30/events", "at=5.", []string{"at"}},
		{"/runs/v1.e30/events", "at=.5", []string{"at"}},
		{"/runs/v1.e30/events", "at=0.0001", []string{"at"}},
		{"/runs/v1.e30/events", "at=", []string{"at"}},
		{"/runs/v1.e30/events", "at", []string{"at"}},
		{"/runs/v1.e30/events", "at=NaN", []string{"at"}},
		{"/runs/v1.e30/events", "at=Infinity", []string{"at"}},
		{"/runs/v1.e30/events", "at=9007199254740993", []string{"at"}},
		{"/runs/v1.e30/events", "at=99999999999999999999999999", []string{"at"}},
		{"/runs/v1.e30/events", "at=1&at=1", []string{"at"}},
		{"/runs/v1.e30/events", "at=1&at=2", []string{"at"}},
		{"/runs/v1.e30/events", "at=1;at=2", []string{"at"}},
		{"/runs/v1.e30/events", "%61t=1", []string{"%61t"}},
		{"/runs/v1.e30/events", "at=%31", []string{"at"}},
		{"/runs/v1.e30/events", "At=1", []string{"At"}},
		{"/runs/v1.e30/events", "at=5&fromMs=6", []string{"fromMs"}},
		{"/runs/v1.e30/events", "fromMs=x", []string{"fromMs"}},
		{"/runs/v1.e30/events", "limit=0", []string{"limit"}},
		{"/runs/v1.e30/events", "limit=1001", []string{"limit"}},
		{"/runs/v1.e30/events", "limit=1.5", []string{"limit"}},
		{"/runs/v1.e30/events", "limit=01", []string{"limit"}},
		{"/runs/v1.e30/events", "limit=1000", nil},
		{"/runs/v1.e30/events", "cursor=x", []string{"cursor"}},
		{"/runs/v1.e30/events", "cursor=", []string{"cursor"}},
		{"/runs/v1.e30/events", "cursor=" + strings.Repeat("A", 65), []string{"cursor"}},
		{"/runs/v1.e30/events", "cursor=%41", []string{"cursor"}},
		{"/runs/v1.e30/events", "x=1&y=2", []string{"x", "y"}},
		{"/runs/v1.e30/events", "&", []string{"&", "&"}},
		{"/runs/v1.e30/events", "at=5&", []string{"&"}},
		{"/runs/v1.e30/events", "&at=5", []string{"&"}},
		{"/runs/v1.e30/requests", "at=1", []string{"at"}},
		{"/runs/v1.e30", "limit=1", []string{"limit"}},
		{"/runs/v1.e30/metrics", "x", []string{"x"}},
		{"/runs/v1.e30/leaves", "request=1", nil},
		{"/runs/v1.e30/leaves", "request=20&limit=1", nil},
		{"/runs/v1.e30/leaves", "", []string{"request"}},
		{"/runs/v1.e30/leaves", "limit=1", []string{"request"}},
		{"/runs/v1.e30/leaves", "requests=1", []string{"requests", "request"}},
		{"/runs/v1.e30/leaves", "request", []string{"request"}},
		{"/runs/v1.e30/leaves", "request=", []string{"request"}},
		{"/runs/v1.e30/leaves", "request=0", []string{"request"}},
		{"/runs/v1.e30/leaves", "request=-1", []string{"request"}},
		{"/runs/v1.e30/leaves", "request=21", []string{"request"}},
		{"/runs/v1.e30/leaves", "request=1e3", []string{"request"}},
		{"/runs/v1.e30/leaves", "request=01", []string{"request"}},
		{"/runs/v1.e30/leaves", "request=1.5", []string{"request"}},
		{"/runs/v1.e30/leaves", "request=%31", []string{"request"}},
		{"/runs/v1.e30/leaves", "request=9007199254740991", []string{"request"}},
		{"/runs/v1.e30/leaves", "request=9007199254740992", []string{"request"}},
		{"/runs/v1.e30/leaves", "request=99999999999999999999999999", []string{"request"}},
		{"/runs/v1.e30/leaves", "request=1&request=1", []string{"request"}},
		{"/runs/v1.e30/leaves", "request=1&request=2", []string{"request"}},
		{"/runs/v1.e30/leaves", "request=1&at=5", []string{"at"}},
		{"/runs/v1.e30/leaves", "request=1&limit=1001", []string{"limit"}},
		{"/runs/v1.e30/leaves", "request=1&cursor=x", []string{"cursor"}},
		{"/runs/v1.e30/leaves", "&", []string{"&", "&", "request"}},
		{"/runs/v1.e30/distribution", "percent=50", []string{"percent"}},
		{"/presets", "name=drill", []string{"name"}},
		{"/livez", "verbose", []string{"verbose"}},
		{"/openapi.json", "v=1", []string{"v"}},
		{"/runs/v1.e30/requests", many, slices.Repeat([]string{"limit"}, 20)},
	} {
		a := s.get(c.path + "?" + c.query)
		if c.parameters == nil {
			a.is(200)
			continue
		}
		var parameters []string
		for _, e := range a.problem(400).Errors {
			parameters = append(parameters, e.Parameter)
		}
		if !slices.Equal(parameters, c.parameters) {
			t.Errorf("%s?%s: faults of %q, want %q", c.path, c.query, parameters, c.parameters)
		}
	}
	if a := s.send(http.MethodPost, "/runs?preset=drill", `{}`, "Content-Type", "application/json"); a.status != 400 {
		t.Errorf("a query on POST /runs: %d", a.status)
	}
}

// An instant after the end is answered with the run's range. A value that no run can
// have is refused before the run is played, so its range is not known.
func TestAtNamesTheRange(t *testing.T) {
	s := newServer(t)
	for at, named := range map[string]bool{"60001": true, "60000.001": true, "-1": false, "abc": false, "1e99": false} {
		p := s.get("/runs/v1.e30/events?at=" + at).problem(400)
		if strings.Contains(p.Errors[0].Detail, "from 0 to 60000,") != named {
			t.Errorf("at=%s: %s", at, p.Errors[0].Detail)
		}
	}
}

// A cursor of another list, of another run, or of another query is refused.
func TestCursorsAreBound(t *testing.T) {
	s := newServer(t)
	cursor := func(path string) string {
		next := s.get(path).events().Next
		return next[strings.Index(next, "cursor=")+len("cursor="):]
	}
	events := cursor("/runs/v1.e30/events?limit=5")
	s.get("/runs/v1.e30/events?limit=5&cursor=" + events).is(200)
	wide := s.post(`{"workload":{"requests":2,"fanOut":{"leaves":9}},"backend":{"latency":{"constant":{"ms":5}}}}`).run().ID
	leaves := cursor("/runs/" + wide + "/leaves?request=1&limit=5")
	s.get("/runs/" + wide + "/leaves?request=1&limit=5&cursor=" + leaves).is(200)
	for _, path := range []string{
		"/runs/v1.e30/events?limit=6&cursor=" + events,
		"/runs/v1.e30/events?cursor=" + events,
		"/runs/v1.e30/requests?limit=5&cursor=" + events,
		"/runs/v1.eyJzZWVkIjoyfQ/events?limit=5&cursor=" + events,
		"/runs/v1.e30/events?at=60000&limit=5&cursor=" + events,
		"/runs/v1.e30/events?limit=5&cursor=" + events + "A",
		"/runs/v1.e30/events?limit=5&cursor=" + events[:len(events)-1],
		"/runs/" + wide + "/leaves?request=2&limit=5&cursor=" + leaves,
		"/runs/" + wide + "/leaves?request=1&limit=6&cursor=" + leaves,
		"/runs/" + wide + "/requests?limit=5&cursor=" + leaves,
	} {
		if p := s.get(path).problem(400); p.Errors[0].Parameter != "cursor" {
			t.Errorf("%s: %+v", path, p.Errors)
		}
	}
}

func TestMethods(t *testing.T) {
	s := newServer(t)
	for path, allowed := range map[string][]string{
		"/runs": {"POST"}, "/runs/v1.e30": {"GET", "HEAD"}, "/runs/v1.e30/events": {"GET", "HEAD"},
		"/presets": {"GET", "HEAD"}, "/livez": {"GET", "HEAD"}, "/openapi.yaml": {"GET", "HEAD"}, "/docs": {"GET", "HEAD"},
	} {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PURGE"} {
			if slices.Contains(allowed, method) {
				continue
			}
			a := s.send(method, path, "")
			if a.is(405); method != http.MethodHead && a.problem(405).Type != "/problems/method-not-allowed" {
				t.Errorf("%s %s: %s", method, path, a.body)
			}
			got := strings.Split(a.header.Get("Allow"), ", ")
			slices.Sort(got)
			if want := append(slices.Clone(allowed), "OPTIONS"); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
				t.Errorf("%s %s: Allow %q", method, path, got)
			}
		}
		a := s.send(http.MethodOptions, path, "", "Origin", "https://example.org", "Access-Control-Request-Method", allowed[0])
		a.is(204)
		if !strings.Contains(a.header.Get("Allow"), allowed[0]) || !strings.Contains(a.header.Get("Access-Control-Allow-Methods"), allowed[0]) {
			t.Errorf("OPTIONS %s: %v", path, a.header)
		}
	}
}

func TestUnknownPaths(t *testing.T) {
	s := newServer(t)
	for _, path := range []string{
		"/nope", "/runs/", "//runs", "/runs/v1.e30/", "/runs/v1.e30/nope", "/presets/nope", "/presets/..%2fdrill", "/problems/nope",
		"/docs/../go.mod", "/docs/nope.js", "/.git/config", "/RUNS/v1.e30", "/%72uns/v1.e30", "/runs//events",
	} {
		if a := s.get(path); a.status != 404 {
			t.Errorf("%s: %d", path, a.status)
		}
	}
}

func TestBadIDs(t *testing.T) {
	s := newServer(t)
	for what, id := range map[string]string{
		"no version":          "e30",
		"an empty payload":    "v1.",
		"padding":             "v1.e30=",
		"other trailing bits": "v1.e31",
		"a space inside":      "v1.eyB9",
		"not base64url":       "v1.e3+0",
		"a carriage return":   "v1.e3%0D0",
		"a line feed":         "v1.e30%0A",
		"a NUL":               "v1.e30%00",
		"a slash":             "v1.e30%2Fevents",
		"dots":                "%2e%2e",
		"an escaped letter":   "v1%2Ee30",
		"not JSON":            "v1.Zm9v",
		"a later version":     "v2.e30",
		"a far later version": "v99999999999999999999.e30",
		"a version with zero": "v01.e30",
		"upper case":          "V1.e30",
		"a default given":     idOf(`{"seed":1}`),
		"other key order":     idOf(`{"seed":2,"judge":{"percentile":99}}`),
		"other number":        idOf(`{"seed":2.0}`),
		"an exponent":         idOf(`{"seed":2e0}`),
		"a preset":            idOf(`{"preset":"tail-only"}`),
		"an unknown field":    idOf(`{"sead":2}`),
		"too large a run":     idOf(`{"backend":{"latency":{"constant":{"ms":1}}},"workload":{"requests":20000000}}`),
		"too long":            "v1." + strings.Repeat("A", 7000),
	} {
		for _, suffix := range []string{"", "/metrics", "/requests", "/events", "/events?at=5"} {
			a := s.get("/runs/" + id + suffix)
			if p := a.problem(404); len(p.Detail) < 20 {
				t.Errorf("%s does not say why: %s", what, p.Detail)
			}
			if a.header.Get("Cache-Control") != "no-store" || a.header.Get("ETag") != "" {
				t.Errorf("%s: %v", what, a.header)
			}
		}
		// Not even with the tag of a good answer.
		if a := s.get("/runs/"+id, "If-None-Match", "*"); a.status != 404 {
			t.Errorf("%s with If-None-Match: %d", what, a.status)
		}
	}
	if p := s.get("/runs/v0.e30").problem(410); !strings.Contains(p.Detail, "post it to /runs") {
		t.Errorf("an old version: %s", p.Detail)
	}
	s.get("/runs/v1." + strings.Repeat("A", 8200)).problem(414)
}

func TestHead(t *testing.T) {
	s := newServer(t)
	for _, path := range []string{"/runs/v1.e30", "/runs/v1.e30/metrics", "/runs/v1.e30/events?at=5", "/presets", "/openapi.json", "/livez", "/docs"} {
		get, head := s.get(path), s.send(http.MethodHead, path, "")
		if len(head.body) != 0 || head.status != 200 {
			t.Errorf("%s: %d with a body of %d bytes", path, head.status, len(head.body))
		}
		for _, name := range []string{"Content-Length", "ETag", "Content-Type", "Cache-Control"} {
			if path != "/docs" && head.header.Get(name) != get.header.Get(name) {
				t.Errorf("%s: %s is %q, of GET %q", path, name, head.header.Get(name), get.header.Get(name))
			}
		}
	}
	if a := s.send(http.MethodHead, "/runs/nope", ""); a.status != 404 || len(a.body) != 0 {
		t.Errorf("HEAD of a bad id: %d %q", a.status, a.body)
	}
}

func TestProblemsExplainThemselves(t *testing.T) {
	s := newServer(t)
	for _, p := range problemTypes {
		var e explanation
		s.get("/problems/" + p.name).is(200).into(&e)
		if e.Status != p.status || e.Meaning == "" || e.Remedy == "" || e.Title == "" {
			t.Errorf("%s: %+v", p.name, e)
		}
	}
	if p := s.get("/problems/nope").problem(404); p.Instance != "/problems/nope" {
		t.Errorf("instance %s", p.Instance)
	}
}

// A fault of ours is a 500 that says nothing of it, and the next request is unharmed.
func TestPanicIsContained(t *testing.T) {
	asked := 0
	s := newServerWith(t, func(c *Config) {
		c.Ready = func() bool {
			if asked++; asked == 1 {
				panic("a secret")
			}
			return true
		}
	})
	recorder := s.unchecked(httptest.NewRequest(http.MethodGet, "/readyz", nil))
	if recorder.Code != 500 || bytes.Contains(recorder.Body.Bytes(), []byte("secret")) {
		t.Errorf("%d %s", recorder.Code, recorder.Body)
	}
	if !strings.Contains(s.log.String(), "a secret") {
		t.Error("the log does not tell of it")
	}
	s.get("/readyz").is(200)
}

func TestReadinessTellsOfTheStop(t *testing.T) {
	s := newServerWith(t, func(c *Config) { c.Ready = func() bool { return false } })
	if a := s.get("/readyz"); a.status != 503 || a.header.Get("Retry-After") == "" {
		t.Errorf("%d %v", a.status, a.header)
	}
	s.get("/livez").is(200)
	s.get("/runs/v1.e30").is(200) // what still comes is answered
}
