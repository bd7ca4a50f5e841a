package handlers

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/hedgedrill/hedgedrill/api"
)

// entered is what every request passes first, also one for which there is no route. It is one
// middleware of several steps, because echo builds the chain anew for each request.
func (d *door) entered(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer d.recover(c, &err)
		setHeaders(c)
		if err := shortPath(c); err != nil {
			return err
		}
		if err := readBody(c); err != nil {
			return err
		}
		return next(c)
	}
}

// recover turns a panic into a 500 that reveals nothing about it.
func (d *door) recover(c echo.Context, err *error) {
	if r := recover(); r != nil {
		if r == http.ErrAbortHandler {
			panic(r)
		}
		d.Log.Error("panic", "value", fmt.Sprint(r), "route", c.Path(), "stack", string(debug.Stack()))
		*err = problem(internal, "Internal error. Your request may be valid.")
	}
}

// The headers of every answer. Any site may call, without credentials. They are set under
// their canonical names, and requests share them.
var (
	anyOrigin = []string{"*"}
	exposed   = []string{"Cache-Status, ETag, Link, Location, Retry-After"}
	noSniff   = []string{"nosniff"}
)

func setHeaders(c echo.Context) {
	h := c.Response().Header()
	h["Access-Control-Allow-Origin"] = anyOrigin
	h["X-Content-Type-Options"] = noSniff
	if c.Request().Method != http.MethodOptions {
		h["Access-Control-Expose-Headers"] = exposed
		return
	}
	writeInTime(c) // echo answers
	h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
	h.Set("Access-Control-Allow-Headers", "Content-Type, If-None-Match, Prefer")
	h.Set("Access-Control-Max-Age", "86400")
}

// maxPath is the maximum length of a request's path with its query, in bytes.
const maxPath = 8 << 10

func shortPath(c echo.Context) error {
	if n := len(c.Request().RequestURI); n > maxPath {
		return problem(pathTooLong, fmt.Sprintf("The path may have at most %d bytes; got %d.", maxPath, n))
	}
	return nil
}

// checked checks a request's query and Accept header against its operation before
// the operation answers. For a run, it first looks whether the answer is kept.
func (d *door) checked(o api.Operation, answer func(*door, echo.Context, query) error) echo.HandlerFunc {
	media, ofRun := o.MediaType(), o.Method == http.MethodGet && strings.HasPrefix(o.Path, "/runs/{id}")
	return func(c echo.Context) error {
		isAccepted := accepts(c.Request().Header, media)
		if ofRun && isAccepted {
			if answered, err := d.kept(c); answered {
				return err
			}
		}
		query, faults := readQuery(o, c.Request().URL.RawQuery)
		if len(faults) > 0 {
			return problem(invalidParameter, "The query has a fault.", faults...)
		}
		if !isAccepted {
			return problem(notAcceptable, "The answer is "+media+", which the Accept header excludes.")
		}
		return answer(d, c, query)
	}
}
