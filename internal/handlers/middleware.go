package handlers

import (
	"fmt"
	"net/http"
	"runtime/debug"

	"github.com/labstack/echo/v4"

	"github.com/hedgedrill/hedgedrill/api"
)

// recovered turns a panic into a 500 that reveals nothing about it.
func (d *door) recovered(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			if r := recover(); r != nil {
				if r == http.ErrAbortHandler {
					panic(r)
				}
				d.Log.Error("panic", "value", fmt.Sprint(r), "route", c.Path(), "stack", string(debug.Stack()))
				err = problem(internal, "Internal error. Your request may be valid.")
			}
		}()
		return next(c)
	}
}

// headers sets the headers of every answer. Any site may call, without credentials.
func headers(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		writeInTime(c)
		h := c.Response().Header()
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		if c.Request().Method == http.MethodOptions {
			h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
			h.Set("Access-Control-Allow-Headers", "Content-Type, If-None-Match, Prefer")
			h.Set("Access-Control-Max-Age", "86400")
		} else {
			h.Set("Access-Control-Expose-Headers", "ETag, Link, Location, Retry-After")
		}
		return next(c)
	}
}

// maxPath is the maximum length of a request's path with its query, in bytes.
const maxPath = 8 << 10

func shortPath(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if n := len(c.Request().RequestURI); n > maxPath {
			return problem(pathTooLong, fmt.Sprintf("The path may have at most %d bytes; got %d.", maxPath, n))
		}
		return next(c)
	}
}

// checked checks a request's query and Accept header against its operation before
// the operation answers.
func (d *door) checked(o api.Operation, answer func(*door, echo.Context) error) echo.HandlerFunc {
	media := o.MediaType()
	return func(c echo.Context) error {
		query, faults := readQuery(o, c.Request().URL.RawQuery)
		if len(faults) > 0 {
			return problem(invalidParameter, "The query has a fault.", faults...)
		}
		if !accepts(c.Request().Header, media) {
			return problem(notAcceptable, "The answer is "+media+", which the Accept header excludes.")
		}
		c.Set(queryKey, query)
		return answer(d, c)
	}
}
