package handlers

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/hedgedrill/hedgedrill/api"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/intake"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// server is how a test gets at the door; a layout test sees that there is no other
// way. Every answer that passes it is held against the contract with all schemas
// closed.
type server struct {
	t          testing.TB
	door       http.Handler
	closed     *api.Contract
	operations []api.Operation
	log        *bytes.Buffer
}

// contracts are the contract as it is served, and with all schemas closed. They
// are loaded once: nothing changes them.
var contracts = sync.OnceValues(func() (served, closed *api.Contract) {
	served, err := api.Load(api.Text)
	if err != nil {
		panic(err)
	}
	if closed, err = api.Closed(api.Text); err != nil {
		panic(err)
	}
	return served, closed
})

func newServer(t *testing.T) *server {
	t.Helper()
	return newServerWith(t, func(*Config) {})
}

func newServerWith(t testing.TB, change func(*Config)) *server {
	t.Helper()
	contract, closed := contracts()
	s := &server{t: t, closed: closed, operations: closed.Operations(), log: &bytes.Buffer{}}
	config := Config{
		Contract: contract, Version: "devel", Build: "test", Ceiling: intake.DefaultCeiling,
		Log: slog.New(slog.NewTextHandler(s.log, nil)), Ready: func() bool { return true },
	}
	change(&config)
	var err error
	if s.door, err = New(config); err != nil {
		t.Fatal(err)
	}
	return s
}

// ServeHTTP passes a request on and checks what is answered, so that a server can
// also be used over a real connection.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	recorder := httptest.NewRecorder()
	s.door.ServeHTTP(recorder, r)
	s.check(r, recorder.Result())
	for name, values := range recorder.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(recorder.Code)
	_, _ = w.Write(recorder.Body.Bytes())
}

// answer is what came back.
type answer struct {
	t      testing.TB
	status int
	header http.Header
	body   []byte
}

// send sends a request; headers are pairs of name and value.
func (s *server) send(method, target, body string, headers ...string) answer {
	s.t.Helper()
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	r := httptest.NewRequest(method, target, reader)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	return s.do(r)
}

func (s *server) do(r *http.Request) answer {
	s.t.Helper()
	recorder := httptest.NewRecorder()
	s.door.ServeHTTP(recorder, r)
	result := recorder.Result()
	s.check(r, result)
	return answer{s.t, result.StatusCode, result.Header, recorder.Body.Bytes()}
}

// unchecked sends a request whose answer the contract has no say in: there is
// none, or it is a 500, or it is one of millions.
func (s *server) unchecked(r *http.Request) *httptest.ResponseRecorder {
	recorder := httptest.NewRecorder()
	s.uncheckedTo(recorder, r)
	return recorder
}

func (s *server) uncheckedTo(w http.ResponseWriter, r *http.Request) { s.door.ServeHTTP(w, r) }

// routes are all that the door has.
func (s *server) routes() []*echo.Route { return s.door.(*echo.Echo).Routes() }

func (s *server) get(target string, headers ...string) answer {
	s.t.Helper()
	return s.send(http.MethodGet, target, "", headers...)
}

func (s *server) post(body string, headers ...string) answer {
	s.t.Helper()
	return s.send(http.MethodPost, "/runs", body, append([]string{"Content-Type", "application/json"}, headers...)...)
}

// check holds an answer against the contract. What the contract does not know, a
// path or a method that does not exist, must be a problem.
func (s *server) check(r *http.Request, result *http.Response) {
	s.t.Helper()
	body, err := io.ReadAll(result.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	result.Body = io.NopCloser(bytes.NewReader(body))
	isProblem := result.Header.Get("Content-Type") == "application/problem+json"
	if result.StatusCode >= 400 && !isProblem {
		s.t.Errorf("%s %s: a %d that is no problem: %q", r.Method, r.URL, result.StatusCode, result.Header.Get("Content-Type"))
	}
	if isProblem && len(body) > maxProblem {
		s.t.Errorf("%s %s: a problem of %d bytes", r.Method, r.URL, len(body))
	}
	if result.StatusCode >= 500 && result.StatusCode != http.StatusServiceUnavailable {
		s.t.Errorf("%s %s: %d", r.Method, r.URL, result.StatusCode)
	}
	operation, ok := s.operationOf(r)
	switch {
	case ok && result.Header.Get("Content-Encoding") == "":
		if err := operation.CheckResponse(r, result.StatusCode, result.Header, body); err != nil {
			s.t.Errorf("%s %s: the answer is not in the contract: %v", r.Method, r.URL, err)
		}
	case isProblem && r.Method != http.MethodHead:
		decoder := json.NewDecoder(bytes.NewReader(body))
		decoder.UseNumber()
		var value any
		if err := decoder.Decode(&value); err != nil {
			s.t.Fatal(err)
		}
		for _, v := range s.closed.Schema("ProblemDetails").Violations(value) {
			s.t.Errorf("%s %s: the problem breaks %s at %v", r.Method, r.URL, v.Keyword, v.Path)
		}
	}
}

// operationOf finds the operation that a request is for; HEAD is for that of GET.
func (s *server) operationOf(r *http.Request) (api.Operation, bool) {
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	steps := strings.Split(r.URL.EscapedPath(), "/")
	for _, o := range s.operations {
		template := strings.Split(o.Path, "/")
		if o.Method != method || len(template) != len(steps) {
			continue
		}
		fits := true
		for i := range steps {
			fits = fits && (strings.HasPrefix(template[i], "{") && steps[i] != "" || template[i] == steps[i])
		}
		if fits {
			return o, true
		}
	}
	return api.Operation{}, false
}

// is fails the test if the status is another.
func (a answer) is(status int) answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("status %d, want %d: %.400s", a.status, status, a.body)
	}
	return a
}

// into decodes the body.
func (a answer) into(value any) {
	a.t.Helper()
	if err := json.Unmarshal(a.body, value); err != nil {
		a.t.Fatalf("%v: %.400s", err, a.body)
	}
}

// runAnswer is a run, as a client reads it.
type runAnswer struct {
	ID         string
	Scenario   json.RawMessage
	DurationMs fixed.Micros
	Price      int
	Outcome    measure.Outcome
	Metrics    measure.Metrics
	Requests   struct {
		Items []measure.Row
		Total int
		Next  string
	}
	Trace eventsAnswer
}

// eventsAnswer is a list of events, with the run at an instant if one was asked for.
type eventsAnswer struct {
	ID                 string
	AtMs, DurationMs   fixed.Micros
	Complete           bool
	Items              []eventAnswer
	Total              int
	Next               string
	State              *stateAnswer
	PreviousMs, NextMs *fixed.Micros
	Outcome            *measure.Outcome
	Metrics            *measure.Metrics
}

type eventAnswer struct {
	Seq                         int64
	AtMs                        fixed.Micros
	Type                        string
	Request, Hop, Leaf, Attempt int
	Role                        string
	Server                      int
	Status, State               string
	WaitedMs, WorkMs, ServiceMs *fixed.Micros
	Extra, Won                  *bool
	By                          string
	LatencyMs                   *fixed.Micros
	LeavesAnswered              *int
	Partial                     *bool
	Reason                      string
	Duplicate                   *bool
}

type stateAnswer struct {
	measure.Counters
	InFlightTotal int
	InFlight      []struct {
		Request  int
		Ended    bool
		Attempts []liveAnswer
	}
	ServersDown []int
}

type liveAnswer struct {
	measure.LiveAttempt
	State string `json:"state"`
}

// run decodes the body of a run.
func (a answer) run() (r runAnswer) {
	a.t.Helper()
	a.is2xx()
	a.into(&r)
	return r
}

func (a answer) events() (e eventsAnswer) {
	a.t.Helper()
	a.is(http.StatusOK).into(&e)
	return e
}

func (a answer) is2xx() {
	a.t.Helper()
	if a.status/100 != 2 {
		a.t.Fatalf("status %d: %.400s", a.status, a.body)
	}
}

// problem decodes the body of a problem.
func (a answer) problem(status int) details {
	a.t.Helper()
	var d details
	a.is(status).into(&d)
	if d.Status != status || !strings.HasPrefix(d.Type, "/problems/") || d.Title == "" || d.Detail == "" {
		a.t.Errorf("an incomplete problem: %s", a.body)
	}
	return d
}
