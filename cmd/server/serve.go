package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/hedgedrill/hedgedrill/api"
	"github.com/hedgedrill/hedgedrill/internal/handlers"
)

// The time limits of the server. There is none for reading a whole request, because it
// would end a run that is still playing. Package handlers limits the time of a body.
const (
	headerTime = 5 * time.Second
	idleTime   = 60 * time.Second
)

// maxHeader is the maximum size of a request's headers, in bytes. net/http allows 4 KiB
// more.
const maxHeader = 16 << 10

func serve(ctx context.Context, o options, stdout io.Writer) int {
	log := slog.New(slog.NewTextHandler(stdout, nil))
	var stopping atomic.Bool
	handler, err := build(o, log, func() bool { return !stopping.Load() })
	if err != nil {
		log.Error("cannot start", "error", err)
		return 1
	}
	listener, err := net.Listen("tcp", o.addr)
	if err != nil {
		log.Error("cannot listen", "addr", o.addr, "error", err)
		return 1
	}
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	log.Info("ready", "addr", listener.Addr().String(), "url", url(listener.Addr()))
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		log.Error("cannot serve", "error", err)
		return 1
	case <-ctx.Done():
	}
	stopping.Store(true)
	return stop(server, o.grace, log)
}

// stop takes no more connections, and lets running requests finish within the grace.
func stop(server *http.Server, grace time.Duration, log *slog.Logger) int {
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	if err := server.Shutdown(ctx); errors.Is(err, context.DeadlineExceeded) {
		_ = server.Close()
		log.Warn("stopped with requests unfinished", "grace", grace)
		return 1
	} else if err != nil {
		log.Error("stopped", "error", err)
		return 1
	}
	log.Info("stopped")
	return 0
}

func build(o options, log *slog.Logger, ready func() bool) (http.Handler, error) {
	build := make(chan string, 1) // reading the program takes as long as reading the contract
	go func() { build <- digest() }()
	contract, err := api.Load(api.Text)
	if err != nil {
		return nil, err
	}
	return handlers.New(handlers.Config{
		Contract: contract, Version: version(), Build: <-build, Ceiling: o.ceiling, Cache: int(o.cache), Log: log, Ready: ready,
	})
}

// version is the module's version, as the Go toolchain recorded it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

// digest distinguishes this program from every other build. Clients may keep answers
// as long as the program is the same.
func digest() string {
	path, err := os.Executable()
	if err != nil {
		return version()
	}
	file, err := os.Open(path)
	if err != nil {
		return version()
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return version()
	}
	return hex.EncodeToString(sum.Sum(nil)[:12])
}

// url is an address that a person can open.
func url(addr net.Addr) string {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return addr.String()
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "localhost"
	}
	return fmt.Sprintf("http://%s", net.JoinHostPort(host, port))
}

// check asks a server whether it is ready, for a container's health check.
func check(ctx context.Context, addr string, stdout io.Writer) int {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	tcp, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil {
		fmt.Fprintln(stdout, "no address:", err)
		return 1
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url(tcp)+"/readyz", nil)
	if err != nil {
		fmt.Fprintln(stdout, "no address:", err)
		return 1
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		fmt.Fprintln(stdout, "not ready:", err)
		return 1
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		fmt.Fprintln(stdout, "not ready:", response.Status)
		return 1
	}
	fmt.Fprintln(stdout, "ready")
	return 0
}
