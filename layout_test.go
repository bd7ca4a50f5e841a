// Package hedgedrill holds the tests of the project as a whole: the rules of the
// house, and the README.
package hedgedrill

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/hedgedrill/hedgedrill"

// guests are third-party modules, each with the packages that may import it, and why.
var guests = []struct {
	module string
	hosts  []string
	why    string
}{
	{"github.com/getkin/kin-openapi", []string{"api"}, "its errors print values and schemas; api hands out schemas and places"},
	{"github.com/labstack/echo/v4", []string{"internal/handlers"}, "no other package needs HTTP routing"},
	{"github.com/go-playground/validator/v10", []string{"internal/intake"}, "it walks a decoded scenario and says where a bound or a rule between fields is broken; behind intake nobody asks whether a scenario is valid"},
	{"github.com/klauspost/compress", []string{"internal/handlers"}, "handlers alone chooses content codings"},
	{"github.com/maypok86/otter/v2", []string{"internal/shelf"}, "the shelf alone decides what is kept; for the others it is a function that gives answers"},
	{"github.com/evanw/esbuild", []string{"internal/web"}, "the page is read as it was written, and served as few light files"},
	{"github.com/swaggest/swgui", []string{"internal/docs"}, "it comes with inline scripts, which need a policy of their own"},
	{"go.yaml.in/yaml/v4", []string{"cmd/spec"}, "only the contract is YAML, and only its author's tool writes it"},
}

// testGuests are only for tests, of any package.
var testGuests = []string{"pgregory.net/rapid", "github.com/google/go-cmp", "go.uber.org/goleak", "gonum.org/v1/gonum"}

// pure packages import only the standard library, and no package of it that could make
// a run depend on more than its scenario.
var pure = map[string][]string{
	"internal/engine":   {"internal/draw", "internal/fixed", "internal/latency", "internal/portable"},
	"internal/latency":  {"internal/draw", "internal/fixed", "internal/portable"},
	"internal/fixed":    {},
	"internal/draw":     {},
	"internal/portable": {},
	"internal/stats":    {"internal/fixed", "internal/portable"},
}

var impure = regexp.MustCompile(`^(net|os|log|sync|context|time|math/rand|crypto|io|unsafe|runtime)(/|$)`)

// source is a Go file of the project.
type source struct {
	path, pkg string // pkg is the folder
	test      bool
	file      *ast.File
	set       *token.FileSet
}

func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != "." || slices.Contains([]string{"node_modules", "build", "testdata", "bench", "clients", "e2e", "lint"}, d.Name())) {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		all = append(all, source{path, filepath.ToSlash(filepath.Dir(path)), strings.HasSuffix(path, "_test.go"), file, set})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 40 {
		t.Fatalf("saw only %d files", len(all))
	}
	return all
}

func imports(s source) (paths []string) {
	for _, i := range s.file.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		paths = append(paths, path)
	}
	return paths
}

func isStandard(path string) bool { return !strings.Contains(strings.Split(path, "/")[0], ".") }

func TestOneForeignGuestPerRoom(t *testing.T) {
	for _, s := range sources(t) {
		for _, path := range imports(s) {
			if isStandard(path) || strings.HasPrefix(path, module) {
				continue
			}
			under := func(m string) bool { return path == m || strings.HasPrefix(path, m+"/") }
			if s.test && slices.ContainsFunc(testGuests, under) {
				continue
			}
			welcome := false
			for _, g := range guests {
				if under(g.module) {
					welcome = slices.Contains(g.hosts, s.pkg)
					if !welcome {
						t.Errorf("%s imports %s, which only %v may: %s", s.path, path, g.hosts, g.why)
						welcome = true
					}
				}
			}
			if !welcome {
				t.Errorf("%s imports %s, which is on no list", s.path, path)
			}
		}
	}
}

func TestTheCoreIsPure(t *testing.T) {
	seen := 0
	for _, s := range sources(t) {
		allowed, isPure := pure[s.pkg]
		if !isPure || s.test {
			continue
		}
		seen++
		for _, path := range imports(s) {
			own := strings.TrimPrefix(path, module+"/")
			if isStandard(path) && impure.MatchString(path) || !isStandard(path) && !slices.Contains(allowed, own) {
				t.Errorf("%s imports %s", s.path, path)
			}
		}
	}
	if seen == 0 {
		t.Fatal("saw no file")
	}
}

// Random scenarios are for tests: a program draws nothing but by its seed.
func TestOnlyTestsDrawWorlds(t *testing.T) {
	worlds, seen := module+"/internal/worlds", 0
	for _, s := range sources(t) {
		if !slices.Contains(imports(s), worlds) {
			continue
		}
		if seen++; !s.test {
			t.Errorf("%s imports %s, which is for tests alone", s.path, worlds)
		}
	}
	if seen == 0 {
		t.Fatal("no file imports it")
	}
}

// Data flows one way: no package imports a package that comes after it.
func TestRoomsInTheOrderOfTheWalk(t *testing.T) {
	walk := []string{"internal/fixed", "internal/portable", "internal/draw", "internal/latency", "internal/stats", "internal/engine", "internal/measure", "internal/lines", "api", "internal/intake", "internal/shelf", "internal/handlers", "cmd/server"}
	for _, s := range sources(t) {
		from := slices.Index(walk, s.pkg)
		for _, path := range imports(s) {
			to := slices.Index(walk, strings.TrimPrefix(path, module+"/"))
			if from >= 0 && to > from && !s.test {
				t.Errorf("%s imports %s, which comes after it", s.path, path)
			}
		}
	}
}

func TestNoInitAndNoRoomForEverything(t *testing.T) {
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s has an init function", s.path)
			}
		}
		if slices.Contains([]string{"utils", "util", "helpers", "common", "models", "types", "core"}, filepath.Base(s.pkg)) {
			t.Errorf("%s: a package for everything", s.path)
		}
	}
}

// Every exported name of a package has a comment that begins with it.
func TestExportedNamesHaveComments(t *testing.T) {
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for _, d := range s.file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && d.Doc == nil && isExported(d.Recv) {
					t.Errorf("%s: %s has no comment", s.path, d.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if ts, ok := spec.(*ast.TypeSpec); ok && ts.Name.IsExported() && d.Doc == nil && ts.Doc == nil {
						t.Errorf("%s: %s has no comment", s.path, ts.Name.Name)
					}
				}
			}
		}
	}
}

// isExported says whether a method's type is, or that there is none.
func isExported(receiver *ast.FieldList) bool {
	if receiver == nil {
		return true
	}
	typ := receiver.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	name, ok := typ.(*ast.Ident)
	return !ok || name.IsExported()
}

// Tests of handlers use server_test.go, which checks every answer against the contract.
func TestHandlersAreTestedThroughTheContract(t *testing.T) {
	seen := 0
	for _, s := range sources(t) {
		if s.pkg != "internal/handlers" || !s.test || filepath.Base(s.path) == "server_test.go" {
			continue
		}
		seen++
		ast.Inspect(s.file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if name, ok := call.Fun.(*ast.Ident); ok && name.Name == "New" {
					t.Errorf("%s: a door without the contract", s.set.Position(call.Pos()))
				}
			}
			if selector, ok := n.(*ast.SelectorExpr); ok && selector.Sel.Name == "door" {
				t.Errorf("%s: past the contract", s.set.Position(selector.Pos()))
			}
			return true
		})
	}
	if seen == 0 {
		t.Fatal("saw no file")
	}
}
