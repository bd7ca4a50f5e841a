// Command door serves what Hedgedrill is held against over HTTP.
//
//	door bare|echo|idiomatic ANSWERS
//
// bare is net/http, and echo is echo, with fixed answers: ANSWERS is a JSON object of
// bodies by path and query. idiomatic is POST /runs of the drill as such an endpoint is
// usually written: echo, the request filter of kin-openapi, Bind, validator, c.JSON. It
// prints its address when it is ready.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"

	"github.com/labstack/echo/v4"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "door:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: door bare|echo|idiomatic ANSWERS")
	}
	text, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	var answers map[string]string
	if err := json.Unmarshal(text, &answers); err != nil {
		return err
	}
	bodies := map[string][]byte{}
	for path, body := range answers {
		bodies[path] = []byte(body)
	}
	var handler http.Handler
	switch args[0] {
	case "bare":
		handler = bare(bodies)
	case "echo":
		handler = fixed(bodies)
	case "idiomatic":
		handler, err = idiomatic()
	default:
		err = fmt.Errorf("no door %q", args[0])
	}
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return http.Serve(listener, handler)
}

// bare reads the body, as any server has to, and writes the answer.
func bare(bodies map[string][]byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			return
		}
		body, ok := bodies[r.RequestURI]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(status(r))
		_, _ = w.Write(body)
	})
}

// fixed is the same in echo.
func fixed(bodies map[string][]byte) http.Handler {
	e := echo.New()
	answer := func(c echo.Context) error {
		if _, err := io.Copy(io.Discard, c.Request().Body); err != nil {
			return err
		}
		body, ok := bodies[c.Request().RequestURI]
		if !ok {
			return echo.ErrNotFound
		}
		c.Response().Header().Set("Content-Length", strconv.Itoa(len(body)))
		return c.Blob(status(c.Request()), "application/json", body)
	}
	e.POST("/runs", answer)
	e.GET("/runs/:id", answer)
	e.GET("/runs/:id/events", answer)
	return e
}

func status(r *http.Request) int {
	if r.Method == http.MethodPost {
		return http.StatusCreated
	}
	return http.StatusOK
}
