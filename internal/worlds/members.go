package worlds

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// Members gives each member of each union of a scenario, by its place
// ("policy.hedge.budget.percent"), three times: with its fields at their lower bounds, in
// between, and at their upper bounds. It finds them in the types and reads the bounds in
// the tags, so a new member needs no line here. The rest of the scenario is a plain one:
// a few writes that hedge. A law within a law is a constant.
func Members() iter.Seq2[string, *engine.Scenario] {
	return func(yield func(string, *engine.Scenario) bool) {
		for _, level := range []level{lowest, middle, highest} {
			m := members{level, plain(), yield}
			if !m.visit(reflect.ValueOf(m.scenario).Elem(), "", nil) {
				return
			}
		}
	}
}

// plain is the scenario in which the members are set.
func plain() *engine.Scenario {
	return &engine.Scenario{
		Workload: engine.Workload{
			Requests: 3, Arrival: engine.Arrival{Paced: &engine.Paced{IntervalMs: 5 * fixed.Millisecond}}, Bursts: []engine.Burst{},
			Operation: engine.Write, CommitMs: fixed.Millisecond, Hops: 1, FanOut: engine.FanOut{Leaves: 1},
		},
		Backend: engine.Backend{
			Latency: latency.Law{Constant: &latency.Constant{Ms: 20 * fixed.Millisecond}}, Copies: engine.Independent,
			Capacity: engine.Capacity{Unlimited: &engine.Unlimited{}},
		},
		Policy: engine.Policy{Hedge: &engine.Hedge{
			Delay: engine.Delay{Ms: new(5 * fixed.Millisecond)}, MaxAttempts: 2, ProbabilityPercent: 100_000,
			Budget:       engine.Budget{Percent: new(fixed.Percent(100_000))},
			Cancellation: engine.Cancellation{Cancel: engine.CancelOnAnswer, CancelReach: engine.ReachRunning},
		}},
		Judge: engine.Judge{Percentile: 95_000, ExtraLoadLimitPercent: 25_000},
	}
}

// members sets the members of a scenario one after the other.
type members struct {
	level
	scenario *engine.Scenario
	yield    func(string, *engine.Scenario) bool
}

// visit goes through the unions of a value, each once; outer are those around it.
func (m *members) visit(v reflect.Value, place string, outer []reflect.Type) bool {
	switch v.Kind() {
	case reflect.Pointer:
		return v.IsNil() || m.visit(v.Elem(), place, outer)
	case reflect.Slice:
		return v.Len() == 0 || m.visit(v.Index(0), place+"[]", outer)
	case reflect.Struct:
	default:
		return true
	}
	union := IsUnion(v.Type())
	if union && slices.Contains(outer, v.Type()) {
		return true
	}
	if union {
		outer = append(outer[:len(outer):len(outer)], v.Type())
	}
	before := reflect.New(v.Type()).Elem()
	before.Set(v)
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		at := strings.TrimPrefix(place+"."+name, ".")
		if union {
			v.SetZero()
			m.fill(v.Field(i), at, field.Tag.Get("validate"))
			if !m.yield(at, m.scenario) {
				return false
			}
		}
		if !m.visit(v.Field(i), at, outer) {
			return false
		}
	}
	v.Set(before)
	return true
}

// IsUnion says whether of a struct's members exactly one is set: all are optional.
func IsUnion(t reflect.Type) bool {
	for i := range t.NumField() {
		field := t.Field(i)
		if field.Type.Kind() != reflect.Pointer || !strings.HasSuffix(field.Tag.Get("json"), ",omitempty") {
			return false
		}
	}
	return t.NumField() > 0
}

// level is where between its bounds a number is.
type level int

const (
	lowest level = iota
	middle
	highest
)

// fill gives a value what its tag allows: of a union its first member, to a list of
// numbers one for each request, to another list as many items as it needs.
func (l level) fill(v reflect.Value, name, tag string) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		l.fill(v.Elem(), name, tag)
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			l.fill(v.Field(i), v.Type().Name()+"."+field.Name, field.Tag.Get("validate"))
			if IsUnion(v.Type()) {
				return
			}
		}
	case reflect.Slice:
		own, items, _ := strings.Cut(tag, ",dive,")
		length, _ := bound(own, "min=")
		if v.Type().Elem().Kind() != reflect.Struct {
			length = 3
		}
		v.Set(reflect.MakeSlice(v.Type(), int(length), int(length)))
		for i := range v.Len() {
			l.fill(v.Index(i), name, items)
		}
	case reflect.String:
		values, _ := rule(tag, "oneof=")
		v.SetString(strings.Fields(values)[0])
	case reflect.Int, reflect.Int64:
		v.SetInt(l.number(v.Type(), name, tag))
	default:
		panic(fmt.Sprintf("%s is a %v, which nothing else in a scenario is", name, v.Type()))
	}
}

// number is one within its bounds. In between is a time of 5 ms, a percentage of 50, and
// a small number of others.
func (l level) number(typ reflect.Type, name, tag string) int64 {
	least, _ := bound(tag, "min=")
	most, ok := bound(tag, "max=")
	if !ok {
		panic(fmt.Sprintf("%s has no upper bound in its tag %q", name, tag))
	}
	switch l {
	case lowest:
		return least
	case highest:
		return most
	}
	usual := map[reflect.Type]int64{
		reflect.TypeFor[fixed.Micros](): int64(5 * fixed.Millisecond), reflect.TypeFor[fixed.Percent](): 50_000,
		reflect.TypeFor[fixed.Millionths](): 1_500_000,
	}[typ]
	return min(most, max(least, 2, usual))
}

// bound reads a number in a tag.
func bound(tag, name string) (int64, bool) {
	text, ok := rule(tag, name)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

func rule(tag, name string) (string, bool) {
	for r := range strings.SplitSeq(tag, ",") {
		if value, ok := strings.CutPrefix(r, name); ok {
			return value, true
		}
	}
	return "", false
}
