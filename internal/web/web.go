// Package web serves the page: HTML, styles and ES modules, embedded as they were
// written, and bundled when the server starts. The page uses nothing but the public
// API.
package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed files
var embedded embed.FS

// html is the file that is served at `/`; version is what stands in it for the
// version of all others.
const (
	html    = "index.html"
	version = "{version}"
)

// policy lets the page load its own files and call its own server, and nothing
// else. No script may make HTML out of a string.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

const (
	revalidated = "no-cache"                            // the page: its name stays when it changes
	immutable   = "public, max-age=31536000, immutable" // its files: their names change with them
)

// Page is the page with its files.
type Page struct {
	files map[string]file // by path
}

// file is one answer in its two codings.
type file struct {
	media, caching string
	plain, gzipped coded
}

type coded struct {
	body []byte
	tag  string
}

// New gives the page, which is made once: it is the same for all.
var New = sync.OnceValues(newPage)

// newPage reads the embedded files. All but the page itself get one directory, named
// by a digest of them all: modules import each other by relative paths, so a
// browser never mixes two versions, and may keep each forever.
func newPage() (*Page, error) {
	texts, err := read()
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(texts))
	for name := range texts {
		names = append(names, name)
	}
	slices.Sort(names)
	digest := sha256.New()
	for _, name := range names {
		fmt.Fprintf(digest, "%s\n%d\n%s", name, len(texts[name]), texts[name])
	}
	current := base64.RawURLEncoding.EncodeToString(digest.Sum(nil)[:9])

	p := &Page{files: map[string]file{}}
	for _, name := range names {
		at, caching, text := "/assets/"+current+"/"+name, immutable, texts[name]
		if name == html {
			at, caching = "/", revalidated
			text = bytes.ReplaceAll(text, []byte(version), []byte(current))
		}
		if p.files[at], err = newFile(name, caching, text); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// read gives the files that are served, by name: the page and its icon as they were
// written, and all else bundled.
func read() (map[string][]byte, error) {
	files, err := fs.Sub(embedded, "files")
	if err != nil {
		return nil, err
	}
	texts, err := bundle(files)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{html, "icon.svg"} {
		if texts[name], err = fs.ReadFile(files, name); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// media are the types of the files, by extension. The system's own table, which
// mime.TypeByExtension asks, differs from machine to machine.
var media = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
}

func newFile(name, caching string, text []byte) (file, error) {
	kind, ok := media[path.Ext(name)]
	if !ok {
		return file{}, fmt.Errorf("no media type for %s", name)
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return file{}, err
	}
	if _, err := w.Write(text); err != nil {
		return file{}, err
	}
	if err := w.Close(); err != nil {
		return file{}, err
	}
	return file{kind, caching, newCoded(text), newCoded(b.Bytes())}, nil
}

func newCoded(body []byte) coded {
	digest := sha256.Sum256(body)
	return coded{body, `"` + base64.RawURLEncoding.EncodeToString(digest[:16]) + `"`}
}

// Paths are the paths that the page and its files have.
func (p *Page) Paths() []string {
	paths := make([]string, 0, len(p.files))
	for at := range p.files {
		paths = append(paths, at)
	}
	slices.Sort(paths)
	return paths
}

// ServeHTTP answers for one of Paths.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := p.files[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	secure(h, r.URL.Path == "/")
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", f.caching)
	answer := f.plain
	if takesGzip(r.Header.Values("Accept-Encoding")) {
		answer = f.gzipped
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("ETag", answer.tag)
	h.Set("Content-Type", f.media)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(answer.body))
}

// secure sets the headers that keep others out of the page. The API's answers may
// be read by any site; the page is for people only. What governs a document stands
// on the document alone: repeated on each of its files, it would weigh more than
// some of them.
func secure(h http.Header, document bool) {
	h.Del("Access-Control-Allow-Origin")
	h.Del("Access-Control-Expose-Headers")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	if !document {
		h.Set("Content-Security-Policy", "default-src 'none'") // of an image that is opened by itself
		return
	}
	h.Set("Content-Security-Policy", policy)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Frame-Options", "DENY") // frame-ancestors, for older browsers
}

// takesGzip says whether Accept-Encoding names gzip, or everything, and does not
// refuse it (RFC 9110, 12.5.3).
func takesGzip(header []string) bool {
	takes := false
	for element := range strings.SplitSeq(strings.Join(header, ","), ",") {
		name, weight, weighed := strings.Cut(element, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name != "gzip" && name != "*" {
			continue
		}
		_, value, _ := strings.Cut(weight, "=")
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		takes = !weighed || err == nil && q > 0
		if name == "gzip" {
			break
		}
	}
	return takes
}
