package handlers

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// A client that goes away stops its run at once: within 50 ms, unless the machine is
// busy with something else, so the quickest of a few counts.
func TestClientThatGoesAway(t *testing.T) {
	s := newServer(t)
	// About ten seconds of work.
	const body = `{"workload":{"requests":13000000,"arrival":{"paced":{"intervalMs":1}}},"backend":{"latency":{"constant":{"ms":20}}},"policy":{"hedge":{"delay":{"ms":10}}}}`
	id := idOf(`{"backend":{"latency":{"constant":{"ms":20}}},"policy":{"hedge":{"delay":{"ms":10}}},"workload":{"arrival":{"paced":{"intervalMs":1}},"requests":13000000}}`)
	const cluster = `{"workload":{"requests":13000000,"arrival":{"poisson":{"ratePerSecond":700}}},"backend":{"latency":{"exponential":{"meanMs":10}},"capacity":{"cluster":{"servers":10}}},"policy":{"hedge":{"delay":{"ms":30}}}}`
	for _, target := range []string{body, cluster, "/metrics", "/requests", "/events", "/events?at=5"} {
		took := time.Hour
		for try := 0; try < 5 && took > 50*time.Millisecond; try++ {
			var r *http.Request
			if target[0] == '{' {
				r = httptest.NewRequest(http.MethodPost, "/runs", strings.NewReader(target))
				r.Header.Set("Content-Type", "application/json")
			} else {
				r = httptest.NewRequest(http.MethodGet, "/runs/"+id+target, nil)
			}
			took = min(took, s.leave(t, r))
		}
		if took > 50*time.Millisecond {
			t.Errorf("%q: the run went on for %v", target, took)
		}
	}
}

// leave sends a request and goes away; it says how long the run went on.
func (s *server) leave(t *testing.T, r *http.Request) time.Duration {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var left time.Time
	time.AfterFunc(50*time.Millisecond, func() { left = time.Now(); cancel() })
	recorder := s.unchecked(r.WithContext(ctx))
	if ctx.Err() == nil {
		t.Fatalf("the run was over before the client left: %d %.300s", recorder.Code, recorder.Body)
	}
	if recorder.Body.Len() > 0 {
		t.Errorf("an answer to nobody: %s", recorder.Body)
	}
	return time.Since(left)
}

// A million requests before ten servers with queues, hedged: by POST, in seconds, and
// in memory that does not grow with the run.
func TestMillionRequestsOfACluster(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	s := newServer(t)
	post := func(requests int) (runAnswer, uint64) {
		body := fmt.Sprintf(`{"workload":{"requests":%d,"arrival":{"poisson":{"ratePerSecond":700}},"durationMs":0},"backend":{"latency":{"exponential":{"meanMs":10}},"capacity":{"cluster":{"servers":10}}},"policy":{"hedge":{"delay":{"ms":30}}}}`, requests)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := s.post(body, "Prefer", "return=minimal").is(201).run()
		runtime.ReadMemStats(&after)
		return r, after.TotalAlloc - before.TotalAlloc
	}
	start := time.Now()
	_, small := post(125_000)
	r, large := post(1_000_000)
	if took := time.Since(start); took > time.Minute {
		t.Errorf("took %v", took)
	}
	if large > 2*small {
		t.Errorf("%d bytes for a million requests, %d for an eighth of them", large, small)
	}
	if m := r.Metrics; m.Requests != 1_000_000 || m.LatencyMs.Mean < 21_000 || m.LatencyMs.Mean > 22_500 || *m.UtilizationPercent < 69_000 || *m.UtilizationPercent > 71_000 {
		t.Errorf("%+v", m)
	}
	t.Logf("%d bytes, %v", large, time.Since(start))
}

// A run that is not finished in its time is a 503 that says when to try again.
func TestRunOutOfTime(t *testing.T) {
	s := newServer(t)
	recorder := httptest.NewRecorder()
	c := echo.New().NewContext(httptest.NewRequest(http.MethodGet, "/runs/v1.e30", nil), recorder)
	d := &door{Config: Config{Log: slog.New(slog.DiscardHandler)}}
	d.fail(measure.ErrStopped, c)
	s.check(c.Request(), recorder.Result())
	if recorder.Code != 503 || recorder.Header().Get("Retry-After") == "" {
		t.Errorf("%d %v", recorder.Code, recorder.Header())
	}
}

// connect opens a connection to a real server.
func connect(t *testing.T, s *server) net.Conn {
	t.Helper()
	real := httptest.NewServer(s)
	t.Cleanup(real.Close)
	conn, err := net.Dial("tcp", real.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// Content-Length and Transfer-Encoding together: refused, or by Transfer-Encoding
// with the connection closed (RFC 9112, 6.3).
func TestBothLengths(t *testing.T) {
	conn := connect(t, newServer(t))
	fmt.Fprint(conn, "POST /runs HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\nGET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
	reader := bufio.NewReader(conn)
	first, err := http.ReadResponse(reader, nil)
	if err != nil {
		t.Fatal(err)
	}
	if first.StatusCode != 400 && !(first.StatusCode == 201 && first.Close) {
		t.Errorf("%d, connection closed %v", first.StatusCode, first.Close)
	}
}

// Chunks that never end are cut at the body's limit.
func TestEndlessChunks(t *testing.T) {
	conn := connect(t, newServer(t))
	_ = conn.SetDeadline(time.Now().Add(5 * time.Second))
	fmt.Fprint(conn, "POST /runs HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
	go func() {
		for {
			if _, err := fmt.Fprintf(conn, "1000\r\n%s\r\n", strings.Repeat(" ", 0x1000)); err != nil {
				return
			}
		}
	}()
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != 413 {
		t.Errorf("%d", response.StatusCode)
	}
}

// A body that breaks off is told so, not taken for what came of it.
func TestBodyThatBreaksOff(t *testing.T) {
	conn := connect(t, newServer(t))
	fmt.Fprint(conn, "POST /runs HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{}")
	_ = conn.(*net.TCPConn).CloseWrite()
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != 408 {
		t.Errorf("%d", response.StatusCode)
	}
}
