package handlers

import (
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/hedgedrill/hedgedrill/internal/intake"
)

// bodyTime is how long a body may take to arrive.
const bodyTime = 10 * time.Second

const bodyKey = "body"

// bodyRead reads the body, whichever the method, to its end and before anything
// else is done: only then does the server see a client that goes away.
func (d *door) bodyRead(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if r.Body == http.NoBody || r.ContentLength == 0 {
			return next(c)
		}
		deadline := http.NewResponseController(c.Response())
		_ = deadline.SetReadDeadline(time.Now().Add(bodyTime)) // a test's recorder has none
		if r.ContentLength > intake.MaxBody {
			return tooLarge(c)
		}
		if r.ContentLength < 0 {
			// net/http hides whether a Content-Length stood beside the chunks; then
			// RFC 9112, 6.3 has the connection closed, lest a proxy reads otherwise.
			c.Response().Header().Set("Connection", "close")
		}
		body, err := io.ReadAll(io.LimitReader(r.Body, intake.MaxBody+1))
		switch {
		case err != nil:
			c.Response().Header().Set("Connection", "close")
			return problem(bodyIncomplete, fmt.Sprintf("The body broke off, or did not arrive within %v.", bodyTime))
		case len(body) > intake.MaxBody:
			return tooLarge(c)
		}
		// Only now: net/http reads on, after the answer, in a body that was left.
		_ = deadline.SetReadDeadline(time.Time{})
		c.Set(bodyKey, body)
		return next(c)
	}
}

func tooLarge(c echo.Context) error {
	c.Response().Header().Set("Connection", "close")
	got := "more"
	if n := c.Request().ContentLength; n >= 0 {
		got = fmt.Sprint(n)
	}
	return problem(bodyTooLarge, fmt.Sprintf("A body may have at most %d bytes; got %s.", intake.MaxBody, got))
}

// jsonBody says whether a body's headers promise uncompressed JSON in UTF-8.
func jsonBody(h http.Header) error {
	if codings := h.Values("Content-Encoding"); len(codings) > 1 || len(codings) == 1 && !strings.EqualFold(codings[0], "identity") {
		return problem(unsupportedContentEncoding, "A body must not be compressed.")
	}
	types := h.Values("Content-Type")
	if len(types) != 1 {
		return problem(unsupportedMediaType, fmt.Sprintf("There must be one Content-Type, application/json; got %d.", len(types)))
	}
	media, parameters, err := mime.ParseMediaType(types[0])
	if err != nil || media != "application/json" {
		return problem(unsupportedMediaType, "The Content-Type must be application/json.")
	}
	if charset, ok := parameters["charset"]; ok && !strings.EqualFold(charset, "utf-8") {
		return problem(unsupportedMediaType, "The charset must be utf-8.")
	}
	return nil
}
