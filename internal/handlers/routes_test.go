package handlers

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/hedgedrill/hedgedrill/internal/web"
)

// Every operation of the contract has a route, every route an operation, and
// beside them there are only the pages, which are for browsers.
func TestRoutesAndPathsAgree(t *testing.T) {
	s := newServer(t)
	var want, got []string
	for _, o := range s.operations {
		want = append(want, o.Method+" "+echoPath(o.Path))
		if o.Method == http.MethodGet {
			want = append(want, "HEAD "+echoPath(o.Path))
		}
	}
	for _, page := range []string{
		"/docs", "/docs/swagger-ui.css", "/docs/swagger-ui-bundle.js", "/docs/swagger-ui-standalone-preset.js",
		"/docs/favicon-32x32.png", "/docs/favicon-16x16.png",
	} {
		want = append(want, "GET "+page, "HEAD "+page)
	}
	drill, err := web.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range drill.Paths() {
		want = append(want, "GET "+page, "HEAD "+page)
	}
	for _, r := range s.routes() {
		got = append(got, r.Method+" "+r.Path)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("routes\n%q\nwant\n%q", got, want)
	}
}

// slowClient is a recorder that can be given a deadline, as a connection can.
type slowClient struct {
	*httptest.ResponseRecorder
	deadlines []time.Time
}

func (c *slowClient) SetWriteDeadline(t time.Time) error {
	c.deadlines = append(c.deadlines, t)
	return nil
}

// Every answer has its time to be written, counted from when it begins: a
// connection that is used again would else keep the deadline of the answer before.
func TestAnswersAreWrittenInTime(t *testing.T) {
	s := newServer(t)
	for _, path := range []string{"/runs/v1.e30", "/docs", "/docs/swagger-ui.css", "/", "/nope", "/livez"} {
		client := &slowClient{ResponseRecorder: httptest.NewRecorder()}
		s.uncheckedTo(client, httptest.NewRequest(http.MethodGet, path, nil))
		if len(client.deadlines) == 0 || time.Until(client.deadlines[len(client.deadlines)-1]) < writeTime/2 {
			t.Errorf("%s: deadlines %v", path, client.deadlines)
		}
	}
}
