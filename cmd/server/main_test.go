package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// asServer is the environment variable with which this test runs itself as the program.
const asServer = "HEDGEDRILL_TEST_AS_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		os.Args = os.Args[:1]
		main()
	}
	goleak.VerifyTestMain(m)
}

// output is a program's output, which a test reads while it is written.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// program is the whole program, running.
type program struct {
	t    *testing.T
	out  *output
	url  string
	term context.CancelFunc
	code chan int
}

var readyLine = regexp.MustCompile(`msg=ready addr=\S+ url=(\S+)`)

func start(t *testing.T, env map[string]string, args ...string) *program {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	p := &program{t: t, out: &output{}, term: cancel, code: make(chan int, 1)}
	go func() { p.code <- run(ctx, args, func(name string) string { return env[name] }, p.out) }()
	p.url = readyURL(t, p.out)
	return p
}

// readyURL waits for the log line with the program's address.
func readyURL(t *testing.T, out *output) string {
	t.Helper()
	for range 1000 {
		if m := readyLine.FindStringSubmatch(out.String()); m != nil {
			return m[1]
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("not ready: %s", out)
	return ""
}

// stop asks the program to stop and returns its exit code.
func (p *program) stop() int {
	p.t.Helper()
	p.term()
	http.DefaultClient.CloseIdleConnections()
	select {
	case code := <-p.code:
		return code
	case <-time.After(time.Minute):
		p.t.Fatalf("does not stop: %s", p.out)
		return -1
	}
}

func (p *program) get(path string) (int, string) {
	p.t.Helper()
	response, err := http.Get(p.url + path)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

// dial opens a bare connection to the program.
func (p *program) dial() net.Conn {
	p.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
	if err != nil {
		p.t.Fatal(err)
	}
	return conn
}

func TestServesUntilItIsToldToStop(t *testing.T) {
	p := start(t, nil, "-addr", "127.0.0.1:0")
	if status, body := p.get("/runs/v1.e30"); status != 200 || !strings.Contains(body, "EXCESS LOAD, +100%") {
		t.Errorf("%d %.200s", status, body)
	}
	if status, _ := p.get("/readyz"); status != 200 {
		t.Errorf("readyz: %d", status)
	}
	if status, body := p.get("/version"); status != 200 || !strings.Contains(body, `"ids": "v1"`) {
		t.Errorf("%d %s", status, body)
	}
	if n := strings.Count(p.out.String(), "\n"); n != 1 {
		t.Errorf("%d lines of log when ready: %s", n, p.out)
	}
	if code := p.stop(); code != 0 {
		t.Errorf("exit code %d: %s", code, p.out)
	}
}

// Another process answers an id with the bytes of the first process's answer to POST.
func TestAnotherProcessAnswersTheSameBytes(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, nil, "-addr", "127.0.0.1:0")
	defer p.stop()
	var out output
	other := exec.Command(exe)
	other.Env = append(os.Environ(), asServer+"=1", "HEDGEDRILL_ADDR=127.0.0.1:0", "GOGC=off", "GOMAXPROCS=1")
	other.Stdout = &out
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	q := &program{t: t, url: readyURL(t, &out)}
	for _, body := range []string{`{}`, `{"workload":{"requests":5000,"arrival":{"poisson":{"ratePerSecond":700}}},"backend":{"latency":{"exponential":{"meanMs":10}},"capacity":{"cluster":{"servers":10}}}}`} {
		response, err := http.Post(p.url+"/runs", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		posted, err := io.ReadAll(response.Body)
		response.Body.Close()
		if status, text := q.get(response.Header.Get("Location")); err != nil || status != 200 || text != string(posted) {
			t.Errorf("%s: %d, the same bytes %v", body, status, text == string(posted))
		}
	}
	http.DefaultClient.CloseIdleConnections()
	if err := other.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := other.Wait(); err != nil {
		t.Errorf("after SIGTERM: %v: %s", err, &out)
	}
}

// The program serves within 200 ms of its start on an idle machine. The bound is for a busy
// one, and for this test binary, which also holds the tests.
func TestReadyInTime(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	best := time.Hour
	for range 3 {
		var out output
		other := exec.Command(exe)
		other.Env = append(os.Environ(), asServer+"=1", "HEDGEDRILL_ADDR=127.0.0.1:0")
		other.Stdout = &out
		began := time.Now()
		if err := other.Start(); err != nil {
			t.Fatal(err)
		}
		readyURL(t, &out)
		best = min(best, time.Since(began))
		_ = other.Process.Signal(syscall.SIGTERM)
		_ = other.Wait()
	}
	t.Logf("ready after %v", best)
	if best > time.Second {
		t.Errorf("ready after %v", best)
	}
}

func TestAddressFromTheEnvironment(t *testing.T) {
	p := start(t, map[string]string{"HEDGEDRILL_ADDR": "127.0.0.1:0"})
	if status, _ := p.get("/livez"); status != 200 {
		t.Errorf("%d", status)
	}
	p.stop()
	// A flag overrides the environment.
	p = start(t, map[string]string{"HEDGEDRILL_ADDR": "256.0.0.1:1"}, "-addr", "127.0.0.1:0")
	p.stop()
}

// Answers are kept in as much memory as a flag says, or else the environment.
func TestCacheIsAFlag(t *testing.T) {
	for _, c := range []struct {
		env, flag, second string
	}{
		{"", "", "hedgedrill; hit"}, {"0", "", "hedgedrill; fwd=miss"}, {"0", "1MiB", "hedgedrill; hit"}, {"100KiB", "0", "hedgedrill; fwd=miss"}, {"4096", "", "hedgedrill; fwd=miss"},
	} {
		args := []string{"-addr", "127.0.0.1:0"}
		if c.flag != "" {
			args = append(args, "-cache", c.flag)
		}
		p := start(t, map[string]string{"HEDGEDRILL_CACHE": c.env}, args...)
		p.get("/runs/v1.e30")
		response, err := http.Get(p.url + "/runs/v1.e30")
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if got := response.Header.Get("Cache-Status"); got != c.second {
			t.Errorf("%+v: %q", c, got)
		}
		p.stop()
	}
	var out output
	if code := run(t.Context(), nil, func(string) string { return "much" }, &out); code != 2 || !strings.Contains(out.String(), "HEDGEDRILL_CACHE: must be") {
		t.Errorf("exit code %d: %s", code, &out)
	}
}

// The collector is set unless the environment sets it.
func TestCollector(t *testing.T) {
	percent, limit := debug.SetGCPercent(77), debug.SetMemoryLimit(1<<30)
	defer debug.SetGCPercent(percent)
	defer debug.SetMemoryLimit(limit)
	env := map[string]string{"GOGC": "77", "GOMEMLIMIT": "1GiB"}
	collect(func(name string) string { return env[name] }, 1<<20)
	if p, l := debug.SetGCPercent(77), debug.SetMemoryLimit(-1); p != 77 || l != 1<<30 {
		t.Errorf("%d %%, %d bytes, though the environment says otherwise", p, l)
	}
	collect(func(string) string { return "" }, 1<<20)
	if p, l := debug.SetGCPercent(77), debug.SetMemoryLimit(-1); p != garbagePercent || l != memoryLimit+(1<<20) {
		t.Errorf("%d %%, %d bytes", p, l)
	}
}

func TestPortInUse(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	var out output
	code := run(t.Context(), []string{"-addr", taken.Addr().String()}, func(string) string { return "" }, &out)
	if code != 1 || strings.Count(out.String(), "\n") != 1 || !strings.Contains(out.String(), "in use") {
		t.Errorf("exit code %d: %s", code, &out)
	}
}

func TestArguments(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"-help"}, 0, "HEDGEDRILL_ADDR"},
		{[]string{"-nope"}, 2, "-nope"},
		{[]string{"serve"}, 2, "serve"},
		{[]string{"-max-price", "0"}, 2, "-max-price"},
		{[]string{"-max-price", "x"}, 2, "max-price"},
		{[]string{"-grace", "-1s"}, 2, "-grace"},
		{[]string{"-cache", "64MB"}, 2, "-cache"},
		{[]string{"-cache", "-1"}, 2, "-cache"},
		{[]string{"-cache", "9999999999GiB"}, 2, "-cache"},
		{[]string{"-help"}, 0, "default 64MiB"},
		{[]string{"-addr", "nowhere"}, 1, "nowhere"},
		{[]string{"-max-price", "59"}, 1, "at most 59; got 60"},
	} {
		var out output
		if code := run(t.Context(), c.args, func(string) string { return "" }, &out); code != c.code || !strings.Contains(out.String(), c.says) {
			t.Errorf("%v: exit code %d: %s", c.args, code, &out)
		}
	}
}

func TestCeilingIsAFlag(t *testing.T) {
	p := start(t, nil, "-addr", "127.0.0.1:0", "-max-price", "60")
	defer p.stop()
	response, err := http.Post(p.url+"/runs", "application/json", strings.NewReader(`{"backend":{"latency":{"constant":{"ms":1}}},"workload":{"requests":21}}`))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	if response.StatusCode != 422 || !strings.Contains(string(body), "at most 60; got 63") {
		t.Errorf("%d %s", response.StatusCode, body)
	}
	if status, _ := p.get("/runs/v1.eyJiYWNrZW5kIjp7ImxhdGVuY3kiOnsiY29uc3RhbnQiOnsibXMiOjF9fX0sIndvcmtsb2FkIjp7InJlcXVlc3RzIjoyMX19"); status != 404 {
		t.Errorf("an id runs what POST refuses: %d", status)
	}
}

// Requests that are running when the program is asked to stop are finished.
func TestFinishesWhatRuns(t *testing.T) {
	p := start(t, nil, "-addr", "127.0.0.1:0", "-grace", "50s")
	answered := make(chan string, 1)
	go func() {
		body := `{"workload":{"requests":300000,"arrival":{"paced":{"intervalMs":1}}},"backend":{"latency":{"constant":{"ms":20}}}}`
		response, err := http.Post(p.url+"/runs", "application/json", strings.NewReader(body))
		if err != nil {
			answered <- err.Error()
			return
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		answered <- fmt.Sprint(response.StatusCode, err, strings.Contains(string(text), "run.completed"), strings.Contains(string(text), "NO TAIL GAIN"))
	}()
	time.Sleep(100 * time.Millisecond)
	code := p.stop()
	if got := <-answered; got != "201 <nil> false true" || code != 0 {
		t.Errorf("exit code %d, answer %s", code, got)
	}
}

func TestHealthCheckOfItself(t *testing.T) {
	p := start(t, nil, "-addr", "127.0.0.1:0")
	addr := strings.TrimPrefix(p.url, "http://")
	var out output
	if code := run(t.Context(), []string{"-check", "-addr", addr}, func(string) string { return "" }, &out); code != 0 {
		t.Errorf("exit code %d: %s", code, &out)
	}
	p.stop()
	http.DefaultClient.CloseIdleConnections()
	if code := run(t.Context(), []string{"-check", "-addr", addr}, func(string) string { return "" }, &out); code != 1 {
		t.Errorf("a server that is gone is ready: %s", &out)
	}
	if code := run(t.Context(), []string{"-check", "-addr", "nowhere"}, func(string) string { return "" }, &out); code != 1 {
		t.Errorf("no address is ready: %s", &out)
	}
}

// A client that is slow with its headers is cut off after five seconds; it is the
// longest test here, and one of the few that cannot be made shorter.
func TestSlowHeaders(t *testing.T) {
	if testing.Short() {
		t.Skip("takes five seconds")
	}
	t.Parallel()
	p := start(t, nil, "-addr", "127.0.0.1:0")
	defer p.stop()
	conn := p.dial()
	defer conn.Close()
	fmt.Fprint(conn, "GET /livez HTTP/1.1\r\n")
	began := time.Now()
	_ = conn.SetReadDeadline(began.Add(8 * time.Second))
	_, err := io.ReadAll(conn)
	if took := time.Since(began); err != nil || took < 4*time.Second || took > 7*time.Second {
		t.Errorf("cut off after %v: %v", took, err)
	}
}

// A body that arrives byte by byte is cut off after ten seconds, with a 408.
func TestSlowBody(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	t.Parallel()
	p := start(t, nil, "-addr", "127.0.0.1:0")
	defer p.stop()
	conn := p.dial()
	defer conn.Close()
	fmt.Fprint(conn, "POST /runs HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
	began := time.Now()
	_ = conn.SetReadDeadline(began.Add(13 * time.Second))
	text, err := io.ReadAll(conn)
	if took := time.Since(began); err != nil || took < 9*time.Second || !strings.Contains(string(text), "408") {
		t.Errorf("cut off after %v: %v %.300s", took, err, text)
	}
}

// Headers beyond the limit are refused before any handler runs, also 10,000 small ones.
func TestLargeHeaders(t *testing.T) {
	p := start(t, nil, "-addr", "127.0.0.1:0")
	defer p.stop()
	for what, headers := range map[string]string{
		"one large header": "X-Large: " + strings.Repeat("a", 900<<10) + "\r\n",
		"10,000 headers":   strings.Repeat("X-Small: a\r\n", 10_000),
	} {
		conn := p.dial()
		go fmt.Fprintf(conn, "GET /livez HTTP/1.1\r\nHost: x\r\n%s\r\n", headers)
		_ = conn.SetReadDeadline(time.Now().Add(5 * time.Second))
		first := make([]byte, 64)
		n, _ := io.ReadAtLeast(conn, first, 12)
		if !strings.HasPrefix(string(first[:n]), "HTTP/1.1 431") {
			t.Errorf("%s: %q", what, first[:n])
		}
		conn.Close()
	}
}
