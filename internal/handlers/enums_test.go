package handlers

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// names are those of a byte's values, from 0 to the last that has one.
func names[T interface {
	~uint8
	String() string
}]() (all []string) {
	defer func() { _ = recover() }() // beyond the last
	for v := range 256 {
		if name := T(v).String(); name != "" {
			all = append(all, name)
		}
	}
	return all
}

// The enumerations of the engine's events are those of the contract, in its order.
func TestEnumerationsAgree(t *testing.T) {
	contract, _ := contracts()
	values := 0
	for schema, inGo := range map[string][]string{
		"EventType":         names[engine.EventType](),
		"AttemptStatus":     names[engine.Status](),
		"WorkState":         names[engine.WorkState](),
		"LiveState":         slices.DeleteFunc(names[engine.WorkState](), func(s string) bool { return s == engine.Sent.String() }),
		"SuppressionReason": names[engine.Reason](),
		"Effect":            {string(measure.Better), string(measure.Worse), string(measure.Neutral)},
		"Cause":             names[engine.Cause](),
	} {
		if got := contract.Schema(schema).Enum(); !slices.Equal(got, inGo) {
			t.Errorf("%s is one of %v in the contract, and %v", schema, got, inGo)
		}
		values += len(inGo)
	}
	t.Logf("%d values", values)
	if values < 30 {
		t.Error("most values were not seen")
	}
}

// What a fold gives has the members that its schema has, and always those that the
// schema requires.
func TestAnswersHaveTheMembersOfTheirSchemas(t *testing.T) {
	contract, _ := contracts()
	members := 0
	for schema, typ := range map[string]reflect.Type{
		"Outcome": reflect.TypeFor[measure.Outcome](), "Finding": reflect.TypeFor[measure.Finding](),
		"Warning": reflect.TypeFor[measure.Warning](), "Figures": reflect.TypeFor[measure.Figures](), "Recovery": reflect.TypeFor[measure.Recovery](),
		"Metrics": reflect.TypeFor[measure.Metrics](), "Work": reflect.TypeFor[measure.Work](),
		"SuppressedHedges": reflect.TypeFor[measure.Suppressed](), "Exact": reflect.TypeFor[measure.Exact](),
		"Latencies": reflect.TypeFor[measure.Latencies](),
		"Judged":    reflect.TypeFor[measure.Judged](), "Difference": reflect.TypeFor[measure.Difference](),
		"RequestRow": reflect.TypeFor[measure.Row](), "LeafRow": reflect.TypeFor[measure.Leaf](),
		"RunState": reflect.TypeFor[measure.State](), "InFlightRequest": reflect.TypeFor[measure.InFlight](),
		"LiveAttempt": reflect.TypeFor[measure.LiveAttempt](), "DistributionPoint": reflect.TypeFor[measure.Point](),
	} {
		var all, always []string
		for _, field := range reflect.VisibleFields(typ) {
			name, option, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name == "" {
				continue // its fields are seen as the type's own
			}
			all = append(all, name)
			if option != "omitempty" {
				always = append(always, name)
			}
		}
		slices.Sort(all)
		slices.Sort(always)
		if got := contract.Schema(schema).Properties(); !slices.Equal(got, all) {
			t.Errorf("%s has the members %v in the contract, and %v", schema, got, all)
		}
		if got := slices.Sorted(slices.Values(contract.Schema(schema).Required())); !slices.Equal(got, always) {
			t.Errorf("%s always has the members %v in the contract, and %v", schema, got, always)
		}
		members += len(all)
	}
	t.Logf("%d members", members)
	if members < 100 {
		t.Error("most members were not seen")
	}
}
