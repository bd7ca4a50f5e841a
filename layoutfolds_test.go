package hedgedrill

import (
	"go/ast"
	"slices"
	"testing"
)

// Folds over events believe what an event says. What no event says (who is warm-up, how
// many requests there will be) they take from the scenario when they are made: whatever
// hears an event neither holds nor reaches a scenario, and fills no gap in a key.
func TestFoldsHearEventsAlone(t *testing.T) {
	structs, heard := map[string]*ast.StructType{}, 0
	var files []source
	for _, s := range sources(t) {
		if s.pkg != "internal/measure" || s.test {
			continue
		}
		files = append(files, s)
		ast.Inspect(s.file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				structs[spec.Name.Name], _ = spec.Type.(*ast.StructType)
			}
			return true
		})
	}
	for _, s := range files {
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			scenarios := scenariosIn(f.Type.Params)
			ast.Inspect(f, func(n ast.Node) bool {
				if lit, ok := n.(*ast.FuncLit); ok && hears(lit.Type) {
					heard++
					if name := mentions(lit, scenarios); name != "" {
						t.Errorf("%s: it hears events, and knows the scenario %s", s.set.Position(lit.Pos()), name)
					}
				}
				if call, ok := n.(*ast.CallExpr); ok && fillsGap(call) {
					t.Errorf("%s: every key has its hop and its leaf", s.set.Position(call.Pos()))
				}
				return true
			})
			if !hears(f.Type) {
				continue
			}
			heard++
			if len(scenarios) > 0 || f.Recv != nil && reaches(f.Recv.List[0].Type, structs, map[string]bool{}) {
				t.Errorf("%s: %s hears events, and holds or reaches a scenario", s.set.Position(f.Pos()), f.Name.Name)
			}
		}
	}
	t.Logf("%d functions hear events", heard)
	if heard < 15 {
		t.Fatalf("saw only %d functions that hear events", heard)
	}
}

// hears says whether a function takes an event.
func hears(f *ast.FuncType) bool {
	return slices.ContainsFunc(f.Params.List, func(p *ast.Field) bool { return isOf(p.Type, "Event") })
}

// scenariosIn are the names of the parameters that are scenarios, or parts of one.
func scenariosIn(params *ast.FieldList) (all []string) {
	for _, p := range params.List {
		for _, name := range p.Names {
			if isOf(p.Type, partsOfScenario...) {
				all = append(all, name.Name)
			}
		}
	}
	return all
}

var partsOfScenario = []string{"Scenario", "Workload", "FanOut", "Backend", "Cluster", "Policy", "Hedge", "Judge"}

// isOf says whether a type is one of the engine's, or a pointer to one.
func isOf(typ ast.Expr, names ...string) bool {
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	selector, ok := typ.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, ok := selector.X.(*ast.Ident)
	return ok && pkg.Name == "engine" && slices.Contains(names, selector.Sel.Name)
}

// mentions gives the first of some names that a function says.
func mentions(f *ast.FuncLit, names []string) (found string) {
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && slices.Contains(names, id.Name) {
			found = id.Name
		}
		return true
	})
	return found
}

// reaches says whether a type is made of a scenario, directly or through the types of
// its package.
func reaches(typ ast.Expr, structs map[string]*ast.StructType, seen map[string]bool) (found bool) {
	ast.Inspect(typ, func(n ast.Node) bool {
		expr, isExpr := n.(ast.Expr)
		if _, isFunc := n.(*ast.FuncType); isFunc { // what it takes it does not hold
			return false
		}
		found = found || isExpr && isOf(expr, partsOfScenario...)
		id, ok := n.(*ast.Ident)
		if !ok || structs[id.Name] == nil || seen[id.Name] {
			return true
		}
		seen[id.Name] = true
		for _, field := range structs[id.Name].Fields.List {
			found = found || reaches(field.Type, structs, seen)
		}
		return true
	})
	return found
}

// fillsGap says whether a call is max(key.Hop, 1), or of the leaf.
func fillsGap(call *ast.CallExpr) bool {
	name, ok := call.Fun.(*ast.Ident)
	return ok && name.Name == "max" && slices.ContainsFunc(call.Args, func(a ast.Expr) bool {
		selector, ok := a.(*ast.SelectorExpr)
		return ok && (selector.Sel.Name == "Hop" || selector.Sel.Name == "Leaf")
	})
}
