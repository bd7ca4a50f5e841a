package docs

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/web"
)

func files(t *testing.T) []web.File {
	t.Helper()
	all, err := Files()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The page asks for nothing but its own files, all of which are served.
func TestPageIsWhole(t *testing.T) {
	var paths []string
	for _, f := range files(t) {
		if paths = append(paths, f.Path); len(f.Body) == 0 {
			t.Errorf("%s is empty", f.Path)
		}
	}
	html := string(files(t)[0].Body)
	asked := regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(html, -1)
	for _, a := range asked {
		if !slices.Contains(paths, a[1]) {
			t.Errorf("the page asks for %s", a[1])
		}
	}
	if len(asked) < 4 || !strings.Contains(html, "/openapi.json") {
		t.Errorf("it asks for %d files", len(asked))
	}
}

// Its policy lets its own inline scripts run, by digest, and no others.
func TestPolicyKnowsTheInlineScripts(t *testing.T) {
	page := files(t)[0]
	policy := page.Header["Content-Security-Policy"]
	scripts := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllSubmatch(page.Body, -1)
	for _, s := range scripts {
		digest := sha256.Sum256(s[1])
		if !strings.Contains(policy, "'sha256-"+base64.StdEncoding.EncodeToString(digest[:])+"'") {
			t.Errorf("an inline script of %d bytes is not in the policy", len(s[1]))
		}
	}
	if len(scripts) == 0 || strings.Contains(strings.Split(policy, "style-src")[0], "unsafe") || !strings.HasPrefix(policy, "default-src 'none'") {
		t.Errorf("%d scripts; %s", len(scripts), policy)
	}
}
