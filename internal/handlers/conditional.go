package handlers

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
)

const (
	immutableForever = "public, max-age=31536000, immutable"
	askedAgain       = "no-cache"
)

// conditional answers with a body that changes only with the program, or with 304 if
// the client has it already.
func (d *door) conditional(c echo.Context, media, caching string, body func(coding) []byte) error {
	tag := d.etag(c.Request().URL.RequestURI(), codingFor(c.Request().Header))
	mayBeKept(c, tag, caching)
	if matches(c.Request().Header, tag) || isAny(c.Request().Header) {
		return empty(c, http.StatusNotModified)
	}
	return encoded(c, http.StatusOK, media, body)
}

// mayBeKept sets the headers with which a client keeps an answer and asks for it again.
func mayBeKept(c echo.Context, tag, caching string) {
	h := c.Response().Header()
	h.Set("ETag", tag)
	h.Set("Cache-Control", caching)
	h.Set("Vary", "Accept-Encoding")
}

// etag is a strong validator of the answer to a request. It follows from the program,
// the path and query, and the coding.
func (d *door) etag(target string, in coding) string {
	digest := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s", d.Build, target, in.name))
	return `"` + base64.RawURLEncoding.EncodeToString(digest[:16]) + `"`
}

// matches says whether If-None-Match names the tag (RFC 9110, 13.1.2: compared
// weakly). Only a client that has received a successful answer can know the tag.
func matches(h http.Header, tag string) bool {
	for named := range strings.SplitSeq(strings.Join(h.Values("If-None-Match"), ","), ",") {
		if strings.TrimPrefix(strings.TrimSpace(named), "W/") == tag {
			return true
		}
	}
	return false
}

// isAny says whether If-None-Match is `*`, which matches any successful answer.
func isAny(h http.Header) bool { return strings.TrimSpace(h.Get("If-None-Match")) == "*" }

// isConditional says whether a client asks for what it does not have already.
func isConditional(h http.Header) bool { return len(h["If-None-Match"]) > 0 }
