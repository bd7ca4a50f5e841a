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

// readBody reads the body to its end before anything else is done, whatever the
// method: the server notices that a client disconnects only after the body is read.
func readBody(c echo.Context) error {
	r := c.Request()
	if r.Body == http.NoBody || r.ContentLength == 0 {
		return nil
	}
	deadline := http.NewResponseController(c.Response())
	_ = deadline.SetReadDeadline(time.Now().Add(bodyTime)) // fails only in tests, on a recorder
	if r.Header["Expect"] != nil {
		writeInTime(c) // reading writes that the client is to continue
	}
	if r.ContentLength > intake.MaxBody {
		return tooLarge(c)
	}
	if r.ContentLength < 0 {
		// net/http hides whether the request had a Content-Length besides the chunks.
		// For that case RFC 9112, 6.3 requires the connection to be closed, because a
		// proxy may read the request differently.
		c.Response().Header().Set("Connection", "close")
	}
	body, err := allOf(r)
	switch {
	case err != nil:
		c.Response().Header().Set("Connection", "close")
		return problem(bodyIncomplete, fmt.Sprintf("The body broke off, or did not arrive within %v.", bodyTime))
	case len(body) > intake.MaxBody:
		return tooLarge(c)
	}
	// Not before: after the answer, net/http reads the rest of a body that was left unread.
	_ = deadline.SetReadDeadline(time.Time{})
	c.Set(bodyKey, body)
	return nil
}

// allOf reads a body to its end, or to a byte beyond the limit.
func allOf(r *http.Request) ([]byte, error) {
	if r.ContentLength > 0 {
		body := make([]byte, r.ContentLength) // net/http ends it there
		_, err := io.ReadFull(r.Body, body)
		return body, err
	}
	return io.ReadAll(io.LimitReader(r.Body, intake.MaxBody+1))
}

func tooLarge(c echo.Context) error {
	c.Response().Header().Set("Connection", "close")
	got := "more"
	if n := c.Request().ContentLength; n >= 0 {
		got = fmt.Sprint(n)
	}
	return problem(bodyTooLarge, fmt.Sprintf("A body may have at most %d bytes; got %s.", intake.MaxBody, got))
}

// jsonBody checks that the headers announce uncompressed JSON in UTF-8.
func jsonBody(h http.Header) error {
	if codings := h["Content-Encoding"]; len(codings) > 1 || len(codings) == 1 && !strings.EqualFold(codings[0], "identity") {
		return problem(unsupportedContentEncoding, "A body must not be compressed.")
	}
	types := h["Content-Type"]
	if len(types) != 1 {
		return problem(unsupportedMediaType, fmt.Sprintf("There must be one Content-Type, application/json; got %d.", len(types)))
	}
	if types[0] == "application/json" { // as most
		return nil
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
