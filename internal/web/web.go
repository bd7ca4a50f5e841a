// Package web holds the page: HTML, styles and ES modules, embedded as they were
// written, and bundled when the server starts. The page uses nothing but the public
// API. Package handlers serves it.
package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

//go:embed files
var embedded embed.FS

// html is the file that is served at `/`. In its text, version is replaced by the
// version of all other files.
const (
	html    = "index.html"
	version = "{version}"
)

const (
	revalidated = "no-cache"                            // the page: its path stays when it changes
	immutable   = "public, max-age=31536000, immutable" // its files: their paths change with them
)

// Page is the page with its files.
type Page struct {
	files []File // by path
}

// Files are the page and all that it loads, by path.
func (p *Page) Files() []File { return p.files }

// Paths are the paths of the files.
func (p *Page) Paths() []string {
	paths := make([]string, 0, len(p.files))
	for _, f := range p.files {
		paths = append(paths, f.Path)
	}
	return paths
}

// New makes the page, once for all callers.
var New = sync.OnceValues(newPage)

// newPage reads the embedded files. All files except the page share one directory,
// named by a digest of them all. Modules import each other by relative paths, so a
// browser never mixes two versions, and may keep each forever.
func newPage() (*Page, error) {
	texts, err := read()
	if err != nil {
		return nil, err
	}
	current := digest(texts)
	p := &Page{}
	for name, text := range texts {
		at, caching, header := "/assets/"+current+"/"+name, immutable, ofFile
		if name == html {
			at, caching, header = "/", revalidated, ofDocument
			text = bytes.ReplaceAll(text, []byte(version), []byte(current))
		}
		f, err := NewFile(at, name, caching, header, text)
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, f)
	}
	slices.SortFunc(p.files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return p, nil
}

// read gives the texts to serve, by name: the page and its icon as they were written,
// everything else bundled.
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

// digest names a version of the texts.
func digest(texts map[string][]byte) string {
	names := make([]string, 0, len(texts))
	for name := range texts {
		names = append(names, name)
	}
	slices.Sort(names)
	sum := sha256.New()
	for _, name := range names {
		fmt.Fprintf(sum, "%s\n%d\n%s", name, len(texts[name]), texts[name])
	}
	return base64.RawURLEncoding.EncodeToString(sum.Sum(nil)[:9])
}
