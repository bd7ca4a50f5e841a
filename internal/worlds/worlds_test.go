package worlds_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// never is what intake refuses, by how the names of needs begin.
var never = map[string]string{
	"…mixture.parts[].latency.table":           "a table serves requests by number",
	"…shifted.latency.table":                   "a table serves requests by number",
	"backend.capacity.cluster.slow[].toMs (0)": "a window ends after it begins",
	"backend.capacity.cluster.down[].toMs (0)": "a window ends after it begins",
}

// TestEverythingIsDrawn looks through the types of a scenario for all that worlds could
// contain, and names what thousands of them do not: a member of a union, a value of an
// enumeration, a second value of a number or a second length of a list.
func TestEverythingIsDrawn(t *testing.T) {
	for name, draw := range map[string]func(worlds.Source) *engine.Scenario{"small": worlds.Small, "any": worlds.Any} {
		t.Run(name, func(t *testing.T) {
			const drawn = 15_000
			saw := sights{}
			random := rand.New(rand.NewPCG(2026, 7))
			for range drawn {
				saw.walker().walk(reflect.ValueOf(draw(random)), "", "", nil)
			}
			all := needs()
			for _, n := range all {
				switch why, excused := excuse(n); {
				case excused && saw.has(n):
					t.Errorf("%s was drawn, but %s", n, why)
				case !excused && !saw.has(n):
					t.Errorf("%s was never drawn in %d worlds: give it a line in the generator", n, drawn)
				}
			}
			t.Logf("%d worlds, %d things that they can contain", drawn, len(all))
			if len(all) < 150 {
				t.Error("hardly anything was asked for")
			}
		})
	}
}

// excuse says why a need is never met.
func excuse(n need) (why string, ok bool) {
	for name, why := range never {
		if strings.HasPrefix(n.String(), name) {
			return why, true
		}
	}
	return "", false
}

// need is something that a world can contain: a member of a union, a value, or if what
// is empty as many different values.
type need struct {
	place, what string
	different   int
}

func (n need) String() string {
	if n.what != "" {
		return fmt.Sprintf("%s (%s)", n.place, n.what)
	}
	return fmt.Sprintf("%s (%d different values)", n.place, n.different)
}

// needs looks through the types.
func needs() (all []need) {
	walker{
		types:  map[string]bool{},
		member: func(place string) { all = append(all, need{place: place, what: "member"}) },
		list:   func(place string, _ int) { all = append(all, need{place: place, different: 2}) },
		scalar: func(place string, tag reflect.StructTag, v reflect.Value) {
			rules := strings.FieldsFunc(tag.Get("validate"), func(r rune) bool { return r == ',' })
			for _, rule := range rules {
				if values, ok := strings.CutPrefix(rule, "oneof="); ok {
					for _, value := range strings.Fields(values) {
						all = append(all, need{place: place, what: value})
					}
					return
				}
			}
			all = append(all, need{place: place, different: 2})
			if slices.Contains(rules, "min=0") && !strings.HasPrefix(place, "…") { // it often means off
				all = append(all, need{place: place, what: "0"})
			}
		},
	}.walk(reflect.ValueOf(engine.Scenario{}), "", "", nil)
	return all
}

// sights is what was seen at each place: a few values, or the lengths of lists.
type sights map[string]map[string]bool

func (s sights) add(place, what string) {
	if s[place] == nil {
		s[place] = map[string]bool{}
	}
	if len(s[place]) < 20 || what == "0" {
		s[place][what] = true
	}
}

func (s sights) walker() walker {
	return walker{
		member: func(place string) { s.add(place, "member") },
		list:   func(place string, length int) { s.add(place, fmt.Sprint(length)) },
		scalar: func(place string, _ reflect.StructTag, v reflect.Value) { s.add(place, plain(v)) },
	}
}

// plain is a number without its unit, or a text.
func plain(v reflect.Value) string {
	if v.CanInt() {
		return fmt.Sprint(v.Int())
	}
	return fmt.Sprint(v.Interface())
}

func (s sights) has(n need) bool {
	if n.what != "" {
		return s[n.place][n.what]
	}
	values := maps.Clone(s[n.place])
	delete(values, "member")
	return len(values) >= n.different
}
