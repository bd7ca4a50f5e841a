package web

import (
	"fmt"
	"path"
)

// File is a file as it is served: its path, its body, and the headers of its own.
type File struct {
	Path    string
	Media   string
	Caching string            // the value of Cache-Control
	Header  map[string]string // its other headers
	Body    []byte
}

// NewFile makes a file whose media type follows from its name.
func NewFile(at, name, caching string, header map[string]string, body []byte) (File, error) {
	kind, ok := media[path.Ext(name)]
	if !ok {
		return File{}, fmt.Errorf("no media type for %s", name)
	}
	return File{at, kind, caching, header, body}, nil
}

// media are media types by extension. The system's own table, which
// mime.TypeByExtension reads, differs from machine to machine.
var media = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".png":  "image/png",
}

// policy lets the page load its own files and call its own server, and nothing
// else. No script may make HTML out of a string.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// ofDocument are the headers of the page, ofFile those of its files. The headers that
// govern a document are on the document alone: on each of its files they would weigh
// more than some of the files. An image that is opened by itself may load nothing.
var (
	ofDocument = map[string]string{
		"Content-Security-Policy":    policy,
		"Cross-Origin-Opener-Policy": "same-origin",
		"Permissions-Policy":         "camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)",
		"X-Frame-Options":            "DENY", // frame-ancestors, for older browsers
	}
	ofFile = map[string]string{"Content-Security-Policy": "default-src 'none'"}
)
