package handlers

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
)

// writeTime is how long a client may take to receive an answer.
const writeTime = 30 * time.Second

// writeInTime gives what is written from now on its time.
func writeInTime(c echo.Context) {
	_ = http.NewResponseController(c.Response()).SetWriteDeadline(time.Now().Add(writeTime)) // a test's recorder has none
}

// answerJSON answers with a value.
func answerJSON(c echo.Context, status int, value any) error {
	return encoded(c, status, "application/json", readable(value))
}

// immutable answers with a value that never changes for its path and query; if
// the client has it already, without making it.
func (d *door) immutable(c echo.Context, value func() (any, error)) error {
	tag := d.etag(c.Request())
	held := matches(c.Request().Header, tag)
	var v any
	if !held {
		var err error
		if v, err = value(); err != nil {
			return err
		}
		held = isAny(c.Request().Header)
	}
	mayBeKept(c, tag, immutableForEver)
	if held {
		return c.NoContent(http.StatusNotModified)
	}
	return answerJSON(c, http.StatusOK, v)
}

// mayBeKept sets what a client needs to keep an answer and to ask for it again.
func mayBeKept(c echo.Context, tag, caching string) {
	h := c.Response().Header()
	h.Set("ETag", tag)
	h.Set("Cache-Control", caching)
	h.Set("Vary", "Accept-Encoding")
}

const immutableForEver = "public, max-age=31536000, immutable"

// etag is a strong validator of what a request is answered with: it follows from
// the program, the path and query, and the coding.
func (d *door) etag(r *http.Request) string {
	digest := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s", d.Build, r.URL.RequestURI(), codingFor(r.Header).name))
	return `"` + base64.RawURLEncoding.EncodeToString(digest[:16]) + `"`
}

// matches says whether If-None-Match names the tag (RFC 9110, 13.1.2: compared
// weakly). Only who was once answered well knows it.
func matches(h http.Header, tag string) bool {
	for named := range strings.SplitSeq(strings.Join(h.Values("If-None-Match"), ","), ",") {
		if strings.TrimPrefix(strings.TrimSpace(named), "W/") == tag {
			return true
		}
	}
	return false
}

// isAny says whether If-None-Match is `*`: any answer will do, if there is one.
func isAny(h http.Header) bool { return strings.TrimSpace(h.Get("If-None-Match")) == "*" }

// encoded writes an answer in the coding that the client likes best.
func encoded(c echo.Context, status int, media string, body []byte) error {
	c.Response().Header().Set("Vary", "Accept-Encoding")
	if coding := codingFor(c.Request().Header); coding.encode != nil {
		c.Response().Header().Set("Content-Encoding", coding.name)
		body = coding.encode(body)
	}
	return write(c, status, media, body)
}

func write(c echo.Context, status int, media string, body []byte) error {
	writeInTime(c) // from now, not from the beginning of the run
	h := c.Response().Header()
	h.Set("Content-Type", media)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	c.Response().WriteHeader(status)
	if c.Request().Method == http.MethodHead {
		return nil
	}
	_, err := c.Response().Write(body)
	return err
}
