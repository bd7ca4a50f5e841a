// Package docs holds the reference page of the contract: Swagger UI, embedded. Package
// handlers serves it.
package docs

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"github.com/swaggest/swgui"
	"github.com/swaggest/swgui/v5emb"

	"github.com/hedgedrill/hedgedrill/internal/web"
)

// contract is the path of the contract that the page shows, base the path of the page.
const (
	contract = "/openapi.json"
	base     = "/docs"
)

// Files are the page and all files that it loads. They are read once.
var Files = sync.OnceValues(read)

func read() ([]web.File, error) {
	ui := v5emb.NewHandlerWithConfig(swgui.Config{
		Title: "Hedgedrill", SwaggerJSON: contract, BasePath: base, HideCurl: false,
		SettingsUI: map[string]string{"defaultModelsExpandDepth": "1", "tryItOutEnabled": "true"},
	})
	html, err := answer(ui, base)
	if err != nil {
		return nil, err
	}
	page, err := web.NewFile(base, "index.html", "no-cache", map[string]string{"Content-Security-Policy": policy(html)}, html)
	if err != nil {
		return nil, err
	}
	files := []web.File{page}
	for _, name := range names {
		text, err := answer(ui, base+"/"+name)
		if err != nil {
			return nil, err
		}
		f, err := web.NewFile(base+"/"+name, name, "public, max-age=86400", nil, text)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// answer is the uncompressed answer of a handler at a path.
func answer(h http.Handler, path string) ([]byte, error) {
	request, err := http.NewRequest(http.MethodGet, path, nil)
	if err != nil {
		return nil, err
	}
	w := recorder{header: http.Header{}, status: http.StatusOK}
	h.ServeHTTP(&w, request)
	if w.status != http.StatusOK {
		return nil, fmt.Errorf("the reference page answers %d at %s", w.status, path)
	}
	return w.body.Bytes(), nil
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

// names are the files that the page asks for.
var names = []string{
	"swagger-ui.css", "swagger-ui-bundle.js", "swagger-ui-standalone-preset.js", "favicon-32x32.png", "favicon-16x16.png",
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
