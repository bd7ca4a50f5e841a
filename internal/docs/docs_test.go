package docs

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func get(t *testing.T, p *Page, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	p.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	if w.Code != http.StatusOK || w.Body.Len() == 0 {
		t.Fatalf("%s: %d, %d bytes", path, w.Code, w.Body.Len())
	}
	return w
}

// The page asks for nothing but its own files, all of which are served.
func TestPageIsWhole(t *testing.T) {
	p, err := New("/openapi.json", "/docs")
	if err != nil {
		t.Fatal(err)
	}
	html := get(t, p, "/docs").Body.String()
	asked := regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(html, -1)
	for _, a := range asked {
		if !slices.Contains(p.Paths(), a[1]) {
			t.Errorf("the page asks for %s", a[1])
		}
	}
	if len(asked) < 4 || !strings.Contains(html, "/openapi.json") {
		t.Errorf("it asks for %d files", len(asked))
	}
	for _, path := range p.Paths() {
		get(t, p, path)
	}
}

// Its policy lets its own inline scripts run, by digest, and no others.
func TestPolicyKnowsTheInlineScripts(t *testing.T) {
	p, err := New("/openapi.json", "/docs")
	if err != nil {
		t.Fatal(err)
	}
	w := get(t, p, "/docs")
	policy := w.Header().Get("Content-Security-Policy")
	scripts := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllStringSubmatch(w.Body.String(), -1)
	for _, s := range scripts {
		digest := sha256.Sum256([]byte(s[1]))
		if !strings.Contains(policy, "'sha256-"+base64.StdEncoding.EncodeToString(digest[:])+"'") {
			t.Errorf("an inline script of %d bytes is not in the policy", len(s[1]))
		}
	}
	if len(scripts) == 0 || strings.Contains(strings.Split(policy, "style-src")[0], "unsafe") || !strings.HasPrefix(policy, "default-src 'none'") {
		t.Errorf("%d scripts; %s", len(scripts), policy)
	}
}
