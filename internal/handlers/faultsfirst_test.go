package handlers

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// A fault of the query is found before the run is played. The client has left before
// it asks, so a run that is played is stopped, and then nothing is answered.
func TestQueryFaultsAreFoundBeforeTheRunIsPlayed(t *testing.T) {
	s := newServer(t)
	left, leave := context.WithCancel(t.Context())
	leave()
	id := idOf(`{"backend":{"latency":{"constant":{"ms":20}}},"workload":{"arrival":{"paced":{"intervalMs":1}},"requests":13000000}}`)
	ask := func(path string) *httptest.ResponseRecorder {
		return s.unchecked(httptest.NewRequest(http.MethodGet, strings.Replace(path, "{id}", id, 1), nil).WithContext(left))
	}
	faults := []string{
		"/runs/{id}/events?at=5&fromMs=6", "/runs/{id}/events?at=5&cursor=abc", "/runs/{id}/events?cursor=AAAAAAAAAAAF",
		"/runs/{id}/requests?limit=5&cursor=AAAAAAAAAAAF", "/runs/{id}/leaves?request=13000001", "/runs/{id}/leaves?request=1&cursor=abc",
	}
	for _, o := range s.operations {
		if o.Method != http.MethodGet || !strings.HasPrefix(o.Path, "/runs/{id}") {
			continue
		}
		required := ""
		for _, name := range o.RequiredQuery() {
			required += name + "=1"
			faults = append(faults, o.Path)
		}
		if played := ask(o.Path + "?" + required); played.Body.Len() > 0 {
			t.Errorf("%s does not play the run: %s", o.Path, played.Body)
		}
		faults = append(faults, o.Path+"?unknown=1")
		for _, name := range o.QueryNames() {
			for _, value := range []string{"", "-1", "x", "1e99", "99999999999999999999", "1&" + name + "=1"} {
				faults = append(faults, o.Path+"?"+name+"="+value)
			}
		}
	}
	for _, path := range faults {
		if a := ask(path); a.Code != http.StatusBadRequest || !strings.Contains(a.Body.String(), `"errors"`) {
			t.Errorf("%s: %d %.200s", path, a.Code, a.Body)
		}
	}
	if t.Logf("%d faults", len(faults)); len(faults) < 50 || !slices.Contains(faults, "/runs/{id}/events?at=x") {
		t.Errorf("saw only %q", faults)
	}
}
