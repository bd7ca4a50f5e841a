package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

func page(t *testing.T) *Page {
	t.Helper()
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func ask(p *Page, method, at string, header ...string) *http.Response {
	r := httptest.NewRequest(method, at, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) []byte {
	t.Helper()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestEveryFileIsServed(t *testing.T) {
	p := page(t)
	if len(p.Paths()) < 8 {
		t.Fatalf("only %d files", len(p.Paths()))
	}
	for _, at := range p.Paths() {
		plain := ask(p, http.MethodGet, at)
		text := body(t, plain)
		if plain.StatusCode != http.StatusOK || len(text) == 0 || plain.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s: %d, %d bytes, %v", at, plain.StatusCode, len(text), plain.Header)
		}
		if got := plain.Header.Get("Content-Type"); got != media[path.Ext(at)] && at != "/" {
			t.Errorf("%s is %q", at, got)
		}

		packed := ask(p, http.MethodGet, at, "Accept-Encoding", "br, gzip")
		if packed.Header.Get("Content-Encoding") != "gzip" || packed.Header.Get("ETag") == plain.Header.Get("ETag") {
			t.Errorf("%s packed: %v", at, packed.Header)
		}
		reader, err := gzip.NewReader(packed.Body)
		if err != nil {
			t.Fatal(err)
		}
		if unpacked, err := io.ReadAll(reader); err != nil || !bytes.Equal(unpacked, text) {
			t.Errorf("%s unpacks to something else (%v)", at, err)
		}

		head := ask(p, http.MethodHead, at)
		if head.Header.Get("Content-Length") != plain.Header.Get("Content-Length") || len(body(t, head)) > 0 {
			t.Errorf("HEAD %s: %v", at, head.Header)
		}

		fresh := ask(p, http.MethodGet, at, "If-None-Match", `"other", W/`+plain.Header.Get("ETag"))
		if fresh.StatusCode != http.StatusNotModified || len(body(t, fresh)) > 0 {
			t.Errorf("%s with its own tag: %d", at, fresh.StatusCode)
		}
	}
}

func TestCaching(t *testing.T) {
	p := page(t)
	for _, at := range p.Paths() {
		want := immutable
		if at == "/" {
			want = revalidated
		}
		if got := ask(p, http.MethodGet, at).Header.Get("Cache-Control"); got != want {
			t.Errorf("%s: Cache-Control %q, want %q", at, got, want)
		}
	}
}

// Every file that the page or a module names must exist, under the same version.
func TestReferences(t *testing.T) {
	p := page(t)
	reference := regexp.MustCompile(`(?:href|src)="(/assets/[^"]+)"|(?:from|import) ?\(?["'](\./[^"']+)["']`)
	seen := 0
	for _, at := range p.Paths() {
		for _, m := range reference.FindAllSubmatch(body(t, ask(p, http.MethodGet, at)), -1) {
			target := string(m[1])
			if target == "" {
				target = path.Join(path.Dir(at), string(m[2]))
			}
			if _, ok := p.files[target]; !ok {
				t.Errorf("%s names %s, which is not served", at, target)
			}
			seen++
		}
	}
	if seen < len(p.Paths()) {
		t.Fatalf("only %d references of %d files", seen, len(p.Paths()))
	}
}

func TestNothingInlineAndNoOtherHost(t *testing.T) {
	p := page(t)
	inline := regexp.MustCompile(`<style|<script>|\sstyle="|\son[a-z]+="|innerHTML|outerHTML|insertAdjacentHTML|eval\(`)
	foreign := regexp.MustCompile(`https?://[^\s"'\x60]+`)
	for _, at := range p.Paths() {
		text := body(t, ask(p, http.MethodGet, at))
		if found := inline.Find(text); found != nil {
			t.Errorf("%s has %q, which the policy refuses", at, found)
		}
		for _, found := range foreign.FindAll(text, -1) {
			if !strings.HasPrefix(string(found), "http://www.w3.org/") { // a namespace is no address
				t.Errorf("%s names %s", at, found)
			}
		}
	}
}

func TestSecurityHeaders(t *testing.T) {
	p := page(t)
	for _, at := range p.Paths() {
		h := ask(p, http.MethodGet, at).Header
		if !strings.HasPrefix(h.Get("Content-Security-Policy"), "default-src 'none'") || h.Get("X-Content-Type-Options") != "nosniff" ||
			h.Get("Cross-Origin-Resource-Policy") != "same-origin" {
			t.Errorf("%s: %v", at, h)
		}
	}
	h := ask(p, http.MethodGet, "/").Header
	csp := h.Get("Content-Security-Policy")
	for _, directive := range []string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
	} {
		if !strings.Contains(csp, directive) {
			t.Errorf("policy without %s: %s", directive, csp)
		}
	}
	if strings.Contains(csp, "unsafe") {
		t.Errorf("policy: %s", csp)
	}
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestTakesGzip(t *testing.T) {
	for header, want := range map[string]bool{
		"": false, "gzip": true, "GZIP": true, "br": false, "br, gzip;q=0.5": true, "gzip;q=0": false, "gzip; q=0.0, *": false,
		"*": true, "*;q=0": false, "*;q=0, gzip": true, "*, gzip;q=0": false, "gzip;q=x": false,
	} {
		if got := takesGzip([]string{header}); got != want {
			t.Errorf("Accept-Encoding %q: %v, want %v", header, got, want)
		}
	}
}

func TestUnknownPath(t *testing.T) {
	p := page(t)
	for _, at := range []string{"/index.html", "/assets/", "/assets/old/app.js", "/assets/../web.go"} {
		if got := ask(p, http.MethodGet, at).StatusCode; got != http.StatusNotFound {
			t.Errorf("%s: %d", at, got)
		}
	}
}

// What is served is light, and in few files: those that the first view needs are not
// more than a handful.
func TestFilesAreBundled(t *testing.T) {
	p := page(t)
	sources, err := embedded.ReadDir("files")
	if err != nil {
		t.Fatal(err)
	}
	written, served := 0, 0
	for _, f := range sources {
		text, err := embedded.ReadFile("files/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		written += len(text)
	}
	for _, at := range p.Paths() {
		served += len(body(t, ask(p, http.MethodGet, at)))
	}
	t.Logf("%d files of %d bytes are served as %d of %d", len(sources), written, len(p.Paths()), served)
	if served > written*2/3 || len(p.Paths()) > len(sources)/2 {
		t.Error("files are served as they were written")
	}
}

// A module that is not there is no page.
func TestBundleNeedsEveryModule(t *testing.T) {
	for name, files := range map[string]fstest.MapFS{
		"nothing":          {},
		"a missing module": {"app.js": {Data: []byte("import './gone.js'")}, "style.css": {}},
		"no script":        {"app.js": {Data: []byte("let let")}, "style.css": {}},
	} {
		if texts, err := bundle(files); err == nil {
			t.Errorf("%s makes %d files", name, len(texts))
		}
	}
}
