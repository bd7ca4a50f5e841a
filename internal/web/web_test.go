package web

import (
	"path"
	"regexp"
	"slices"
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

func TestEveryFileHasATextAndAType(t *testing.T) {
	p := page(t)
	if len(p.Files()) < 8 {
		t.Fatalf("only %d files", len(p.Files()))
	}
	for _, f := range p.Files() {
		if len(f.Body) == 0 || f.Media != media[path.Ext(f.Path)] && f.Path != "/" {
			t.Errorf("%s: %d bytes, %q", f.Path, len(f.Body), f.Media)
		}
	}
	if _, err := NewFile("/a", "a.unknown", immutable, nil, nil); err == nil {
		t.Error("a file of an unknown type is served")
	}
}

func TestCaching(t *testing.T) {
	p := page(t)
	for _, f := range p.Files() {
		want := immutable
		if f.Path == "/" {
			want = revalidated
		}
		if f.Caching != want {
			t.Errorf("%s: Cache-Control %q, want %q", f.Path, f.Caching, want)
		}
	}
}

// Every file that the page or a module names must exist, under the same version.
func TestReferences(t *testing.T) {
	p := page(t)
	reference := regexp.MustCompile(`(?:href|src)="(/assets/[^"]+)"|(?:from|import) ?\(?["'](\./[^"']+)["']`)
	seen := 0
	for _, f := range p.Files() {
		for _, m := range reference.FindAllSubmatch(f.Body, -1) {
			target := string(m[1])
			if target == "" {
				target = path.Join(path.Dir(f.Path), string(m[2]))
			}
			if !slices.Contains(p.Paths(), target) {
				t.Errorf("%s names %s, which is not served", f.Path, target)
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
	for _, f := range p.Files() {
		if found := inline.Find(f.Body); found != nil {
			t.Errorf("%s has %q, which the policy refuses", f.Path, found)
		}
		for _, found := range foreign.FindAll(f.Body, -1) {
			if !strings.HasPrefix(string(found), "http://www.w3.org/") { // a namespace is not an address
				t.Errorf("%s names %s", f.Path, found)
			}
		}
	}
}

func TestSecurityHeaders(t *testing.T) {
	p := page(t)
	var csp string
	for _, f := range p.Files() {
		if !strings.HasPrefix(f.Header["Content-Security-Policy"], "default-src 'none'") {
			t.Errorf("%s: %v", f.Path, f.Header)
		}
		if f.Path == "/" {
			csp = f.Header["Content-Security-Policy"]
			if f.Header["X-Frame-Options"] != "DENY" || f.Header["Cross-Origin-Opener-Policy"] != "same-origin" {
				t.Errorf("the page: %v", f.Header)
			}
		}
	}
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
}

// The served files are few and small.
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
	for _, f := range p.Files() {
		served += len(f.Body)
	}
	t.Logf("%d files of %d bytes are served as %d of %d", len(sources), written, len(p.Paths()), served)
	if served > written*2/3 || len(p.Paths()) > len(sources)/2 {
		t.Error("files are served as they were written")
	}
}

// A missing module is an error.
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
