package handlers

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// timed is a response that knows whether the client had a limit when it was begun.
type timed struct {
	*httptest.ResponseRecorder
	limit   time.Time
	limited bool
}

func (t *timed) SetWriteDeadline(at time.Time) error { t.limit = at; return nil }
func (t *timed) SetReadDeadline(time.Time) error     { return nil }

func (t *timed) WriteHeader(status int) {
	left := time.Until(t.limit)
	t.limited = left > 0 && left <= writeTime
	t.ResponseRecorder.WriteHeader(status)
}

// Whatever is answered, a client that does not take it is cut off.
func TestEveryAnswerHasItsTime(t *testing.T) {
	s := newServerWithShelf(t, 1<<20)
	tag := s.get("/runs/v1.e30").header.Get("Etag")
	for _, c := range []struct {
		method, target, body, etag string
		status                     int
	}{
		{"GET", "/runs/v1.e30", "", "", 200}, {"HEAD", "/runs/v1.e30", "", "", 200}, {"GET", "/runs/v1.e30", "", tag, 304},
		{"GET", "/runs/v1.e30/metrics", "", "*", 304}, {"GET", "/runs/v1.e31", "", "", 404}, {"GET", "/runs/v1.e30?x=1", "", "", 400},
		{"POST", "/runs", "{}", "", 201}, {"POST", "/runs", "{", "", 400}, {"POST", "/runs", strings.Repeat(" ", 70_000), "", 413},
		{"OPTIONS", "/runs", "", "", 204}, {"DELETE", "/runs", "", "", 405}, {"GET", "/nowhere", "", "", 404}, {"GET", "/" + strings.Repeat("x", 9000), "", "", 414},
		{"GET", "/presets", "", "", 200}, {"GET", "/presets", "", "*", 304}, {"GET", "/openapi.json", "", "", 200}, {"GET", "/", "", "", 200}, {"GET", "/livez", "", "", 200},
	} {
		r := httptest.NewRequest(c.method, c.target, strings.NewReader(c.body))
		r.Header.Set("Content-Type", "application/json")
		if c.etag != "" {
			r.Header.Set("If-None-Match", c.etag)
		}
		w := &timed{ResponseRecorder: httptest.NewRecorder()}
		s.uncheckedTo(w, r)
		if w.Code != c.status || !w.limited {
			t.Errorf("%s %.40s: status %d, want %d; limited %v", c.method, c.target, w.Code, c.status, w.limited)
		}
	}
}

var _ http.ResponseWriter = (*timed)(nil)
