package intake

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/hedgedrill/hedgedrill/api"
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// The schemas of the contract and the engine's types are both written by hand, and
// say the same: names, what is required, bounds, and values.
func TestSchemasAndTypesAgree(t *testing.T) {
	contract := load(t)
	c := comparison{t: t, seen: map[reflect.Type]string{}}
	c.object("Scenario", contract.Schema("Scenario"), reflect.TypeFor[engine.Scenario]())
	if c.fields < 30 {
		t.Fatalf("saw only %d fields", c.fields)
	}
	t.Logf("%d fields", c.fields)
}

// loaded is the contract, read once: nothing changes it.
var loaded = sync.OnceValues(func() (*api.Contract, error) { return api.Load(api.Text) })

func load(t testing.TB) *api.Contract {
	t.Helper()
	contract, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return contract
}

type comparison struct {
	t      *testing.T
	fields int
	seen   map[reflect.Type]string // what has been compared, with the schema's name: a law may hold laws
}

func (c *comparison) object(at string, schema api.Schema, typ reflect.Type) {
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if name, again := c.seen[typ]; again && name == schema.Title() {
		return
	}
	c.seen[typ] = schema.Title()
	var names, required []string
	for _, field := range reflect.VisibleFields(typ) {
		if field.Anonymous {
			continue // its fields are seen as the type's own
		}
		name, option, _ := strings.Cut(field.Tag.Get("json"), ",")
		names = append(names, name)
		if option != "omitempty" {
			required = append(required, name)
		}
		member, ok := schema.Property(name)
		if !ok {
			c.t.Errorf("%s/%s is not in the contract", at, name)
			continue
		}
		c.fields++
		c.value(at+"/"+name, member, field.Type, rulesOf(field))
		if isUnion := option == "omitempty"; isUnion != schema.IsAlternative() {
			c.t.Errorf("%s/%s: omitempty %v, one of several in the contract %v", at, name, isUnion, schema.IsAlternative())
		}
	}
	slices.Sort(names)
	if !slices.Equal(names, schema.Properties()) && len(names)+len(schema.Properties()) > 0 {
		c.t.Errorf("%s has the fields %v, in the contract %v", at, names, schema.Properties())
	}
	inContract := slices.Sorted(slices.Values(schema.Required()))
	if slices.Sort(required); !slices.Equal(required, inContract) {
		c.t.Errorf("%s requires %v, in the contract %v", at, required, inContract)
	}
}

// rulesOf gives the validate tag's rules; those behind dive are of the items.
func rulesOf(field reflect.StructField) []string {
	return strings.Split(field.Tag.Get("validate"), ",")
}

var (
	msType      = reflect.TypeFor[fixed.Micros]()
	percentType = reflect.TypeFor[fixed.Percent]()
	millionths  = reflect.TypeFor[fixed.Millionths]()
)

func (c *comparison) value(at string, schema api.Schema, typ reflect.Type, rules []string) {
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	want := ""
	switch {
	case typ == msType || typ == percentType:
		want = "number"
		c.grid(at, schema, 0.001)
		c.bounds(at, schema, rules, 1000)
	case typ == millionths:
		want = "number"
		c.grid(at, schema, 0.000001)
		c.bounds(at, schema, rules, 1e6)
	case typ.Kind() == reflect.Int || typ.Kind() == reflect.Int64:
		want = "integer"
		c.grid(at, schema, 0)
		c.bounds(at, schema, rules, 1)
	case typ.Kind() == reflect.String:
		want = "string"
		if got := strings.Fields(tagRule(rules, "oneof")); !slices.Equal(got, schema.Enum()) {
			c.t.Errorf("%s: one of %v, in the contract %v", at, got, schema.Enum())
		}
	case typ.Kind() == reflect.Slice:
		want = "array"
		items := slices.Index(rules, "dive")
		own, inner := rules, []string(nil)
		if items >= 0 {
			own, inner = rules[:items], rules[items+1:]
		}
		c.bounds(at, schema, own, 1)
		if typ.Elem().Kind() == reflect.Struct {
			c.object(at+"/0", schema.Items(), typ.Elem())
		} else {
			c.value(at+"/0", schema.Items(), typ.Elem(), inner)
		}
	case typ.Kind() == reflect.Struct:
		want = "object"
		c.object(at, schema, typ)
	}
	if schema.Type() != want {
		c.t.Errorf("%s is of %v, in the contract %s", at, typ, schema.Type())
	}
}

func (c *comparison) grid(at string, schema api.Schema, want float64) {
	if schema.Grid() != want {
		c.t.Errorf("%s: the grid is %v, in the contract %v", at, want, schema.Grid())
	}
}

func (c *comparison) bounds(at string, schema api.Schema, rules []string, unit float64) {
	least, most := schema.Bounds()
	for name, inContract := range map[string]*float64{"min": least, "max": most} {
		text := tagRule(rules, name)
		if text == "" && schema.Type() == "array" && (inContract == nil || *inContract == 0) {
			continue
		}
		bound, err := strconv.ParseFloat(text, 64)
		if err != nil || inContract == nil || math.Round(*inContract*unit) != bound {
			c.t.Errorf("%s: the tag has %s=%q, in units of the grid; the contract has %v, of which one is %v of them", at, name, text, show(inContract), unit)
		}
	}
}

func tagRule(rules []string, name string) string {
	for _, r := range rules {
		if value, ok := strings.CutPrefix(r, name+"="); ok {
			return value
		}
	}
	return ""
}

func show(n *float64) string {
	if n == nil {
		return "none"
	}
	return fmt.Sprint(*n)
}
