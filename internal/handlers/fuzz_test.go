package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// FuzzQuery holds for every query of the events of the drill: it is a 400 with a
// fault for each parameter that is wrong, or all its parameters are known, stand
// once, and are in their one spelling.
func FuzzQuery(f *testing.F) {
	for _, query := range []string{
		"", "at=18050", "at=0&fromMs=0&limit=1", "at=60000.001", "at=1e3", "at=007", "at=1&at=2", "at=1;at=2", "at=%31", "limit=1000",
		"fromMs=12.5", "cursor=x", "x", "&&", "at=5&fromMs=6", "limit=3&cursor=B4wA-Zk1PqUD", "at=" + strings.Repeat("9", 400),
	} {
		f.Add(query)
	}
	// The door says what it answers; the contract is held to by the other tests,
	// and would cost this one most of its executions.
	var s *server
	f.Fuzz(func(t *testing.T, query string) {
		if s == nil {
			s = newServer(t)
		}
		r := &http.Request{Method: http.MethodGet, URL: &url.URL{Path: "/runs/v1.e30/events", RawQuery: query}, Header: http.Header{}, Body: http.NoBody, Host: "localhost"}
		recorder := s.unchecked(r.WithContext(t.Context()))
		switch recorder.Code {
		case 400:
			var p details
			answer{t, 400, recorder.Header(), recorder.Body.Bytes()}.into(&p)
			if len(p.Errors) == 0 || len(p.Errors) > 20 || recorder.Body.Len() > maxProblem {
				t.Errorf("%q: %s", query, recorder.Body)
			}
		case 200:
			for name, values := range r.URL.Query() {
				spelled := name + "=" + values[0]
				if len(values) != 1 || !strings.Contains("&"+query+"&", "&"+spelled+"&") {
					t.Errorf("%q is taken, with %q", query, values)
				}
				if _, ok := fixed.Spelled(values[0]); !ok && name != "cursor" {
					t.Errorf("%q is taken, with %q", query, values)
				}
				if !strings.Contains(" at fromMs limit cursor ", " "+name+" ") {
					t.Errorf("%q is taken, with the unknown %s", query, name)
				}
			}
		default:
			t.Errorf("%q: %d", query, recorder.Code)
		}
	})
}
