// Package docs serves the reference page of the contract: Swagger UI, embedded.
package docs

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/swaggest/swgui"
	"github.com/swaggest/swgui/v5emb"
)

// Page is the reference page with its files, all under one path.
type Page struct {
	ui     http.Handler
	base   string
	html   []byte
	policy string
}

// New makes the page of the contract at a path, itself to be served under base.
func New(contract, base string) (*Page, error) {
	ui := v5emb.NewHandlerWithConfig(swgui.Config{
		Title: "Hedgedrill", SwaggerJSON: contract, BasePath: base, HideCurl: false,
		SettingsUI: map[string]string{"defaultModelsExpandDepth": "1", "tryItOutEnabled": "true"},
	})
	request, err := http.NewRequest(http.MethodGet, base, nil)
	if err != nil {
		return nil, err
	}
	w := recorder{header: http.Header{}, status: http.StatusOK}
	ui.ServeHTTP(&w, request)
	if w.status != http.StatusOK {
		return nil, fmt.Errorf("the reference page answers %d", w.status)
	}
	return &Page{ui, base, w.body.Bytes(), policy(w.body.Bytes())}, nil
}

// recorder keeps what a handler writes.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(status int)      { r.status = status }
func (r *recorder) Write(b []byte) (int, error) { return r.body.Write(b) }

// files are those that the page asks for.
var files = []string{
	"swagger-ui.css", "swagger-ui-bundle.js", "swagger-ui-standalone-preset.js", "favicon-32x32.png", "favicon-16x16.png",
}

// Paths are the paths that the page and its files have.
func (p *Page) Paths() []string {
	paths := []string{p.base}
	for _, f := range files {
		paths = append(paths, p.base+"/"+f)
	}
	return paths
}

// ServeHTTP answers for one of Paths.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != p.base {
		w.Header().Set("Cache-Control", "public, max-age=86400")
		p.ui.ServeHTTP(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", p.policy)
	h.Set("Cache-Control", "no-cache")
	if r.Method != http.MethodHead {
		_, _ = w.Write(p.html)
	}
}

var inline = regexp.MustCompile(`(?s)<(script|style)[^>]*>(.+?)</(?:script|style)>`)

// policy lets the page's own inline scripts run, by their digests, and nothing
// from another host. Styles may be inline: Swagger UI sets them from its scripts.
func policy(html []byte) string {
	scripts := []string{"'self'"}
	for _, m := range inline.FindAllSubmatch(html, -1) {
		if string(m[1]) == "script" {
			digest := sha256.Sum256(m[2])
			scripts = append(scripts, "'sha256-"+base64.StdEncoding.EncodeToString(digest[:])+"'")
		}
	}
	return "default-src 'none'; script-src " + strings.Join(scripts, " ") +
		"; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}
