package intake

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/api"
)

// What the contract names as defaults is what a body has that gives nothing: outside
// alternatives the drill's value, of every field.
func TestDefaultsAreTheDrills(t *testing.T) {
	in, seen := newIntake(t), 0
	var walk func(at path, schema api.Schema, drill any)
	walk = func(at path, schema api.Schema, drill any) {
		text := schema.Default()
		switch {
		case at.pointer() == "/backend/latency": // a table, which GET /presets/drill shows
		case text != nil:
			seen++
			if value, rejection := scan(text); rejection != nil || !reflect.DeepEqual(value, drill) {
				t.Errorf("%s is %s by default, in the drill %s", at.pointer(), text, marshal(drill))
			}
		case schema.Type() == "object" && !schema.IsAlternative():
			for _, name := range schema.Properties() {
				member, _ := schema.Property(name)
				walk(at.with(name), member, drill.(map[string]any)[name])
			}
		default:
			t.Errorf("%s has no default", at.pointer())
		}
	}
	walk(nil, in.resolved, in.trees[DrillName])
	if seen < 15 {
		t.Fatalf("saw only %d defaults", seen)
	}
	t.Logf("%d defaults", seen)
}

// An alternative that a body chooses anew has its defaults, and needs the rest.
func TestDefaultsOfAlternatives(t *testing.T) {
	in := newIntake(t)
	run, rejection := in.Body([]byte(`{"preset":"baseline","backend":{"capacity":{"cluster":{"servers":3}}},"policy":{"hedge":{"delay":{"ms":7}}}}`))
	if rejection != nil {
		t.Fatal(rejection)
	}
	hedge, drill := *run.Scenario.Policy.Hedge, *in.Presets()[0].Scenario.Policy.Hedge
	drill.Delay = hedge.Delay
	if !reflect.DeepEqual(hedge, drill) {
		t.Errorf("hedging is %s by default, in the drill %s", marshal(hedge), marshal(drill))
	}
	const cluster = `{"servers":3,"workers":1,"queue":"perServer","queueLimit":0,"order":"fifo","balance":"random","slow":[],"down":[]}`
	if got := marshal(run.Scenario.Backend.Capacity.Cluster); string(got) != cluster {
		t.Errorf("a cluster is %s by default, not %s", got, cluster)
	}
	for _, name := range []string{"Cluster", "HedgePolicy", "PacedArrival", "PoissonArrival"} {
		schema, needed := load(t).Schema(name), 0
		for _, member := range schema.Properties() {
			if of, _ := schema.Property(member); of.Default() == nil {
				needed++
			} else if !slices.Contains(schema.Required(), member) {
				t.Errorf("%s has a default for %s, which it does not need", name, member)
			}
		}
		if needed != 1 {
			t.Errorf("%s needs %d fields", name, needed)
		}
	}
}

var inTheDrill = regexp.MustCompile("(?:^|[ `])([A-Za-z0-9,]+)`? in the drill")

// Where a description says what the drill has, the default says the same.
func TestTextsNameTheDefault(t *testing.T) {
	var doc struct {
		Components struct {
			Schemas map[string]struct {
				Description string
				Default     any `json:"x-default"`
				Properties  map[string]struct {
					Description string
					Default     any `json:"x-default"`
				}
			}
		}
	}
	if err := json.Unmarshal(load(t).JSON(), &doc); err != nil {
		t.Fatal(err)
	}
	seen := 0
	compare := func(place, description string, value any) {
		said := inTheDrill.FindStringSubmatch(description)
		if said == nil || value == nil {
			return
		}
		seen++
		text := strings.Trim(string(marshal(value)), `"`)
		if text == "[]" {
			text = "None"
		}
		if got := strings.ReplaceAll(said[1], ",", ""); got != text {
			t.Errorf("%s says %s in the drill, and has the default %s", place, said[1], text)
		}
	}
	for name, schema := range doc.Components.Schemas {
		compare(name, schema.Description, schema.Default)
		for member, of := range schema.Properties {
			compare(name+"."+member, of.Description, of.Default)
		}
	}
	if seen < 20 {
		t.Fatalf("saw only %d texts", seen)
	}
	t.Logf("%d texts", seen)
}
