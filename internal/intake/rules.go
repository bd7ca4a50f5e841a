package intake

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-playground/validator/v10"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// rules are the validator, and by their types the functions that it calls, each of which
// takes a pointer here.
type rules struct {
	validator *validator.Validate
	byType    map[reflect.Type][]func(any, report)
}

// newRules makes the judge of a resolved scenario: the bounds in the types' tags, and
// a function for each type whose fields are tied to each other.
func (in *Intake) newRules() rules {
	v := rules{validator.New(validator.WithRequiredStructEnabled()), map[reflect.Type][]func(any, report){}}
	v.validator.RegisterTagNameFunc(func(f reflect.StructField) string {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		return name
	})
	rule(v, workloadRules)
	rule(v, fanOutRules)
	rule(v, backendRules)
	rule(v, tableRules)
	rule(v, uniformRules)
	rule(v, quantilesRules)
	rule(v, clusterRules)
	rule(v, windowRules)
	rule(v, in.runRules)
	return v
}

// report tells that a struct breaks a rule: what is wrong, and the places below the
// struct where it can be put right. The fault points at the first that is in the body.
type report func(detail string, places ...string)

// broken is what a report hands through the validator.
type broken struct {
	detail string
	places []string
}

// rule has the validator hold each value of a type against a function.
func rule[T any](v rules, check func(T, report)) {
	typ := reflect.TypeFor[T]()
	v.byType[typ] = append(v.byType[typ], func(value any, breaks report) { check(*value.(*T), breaks) })
	v.validator.RegisterStructValidation(func(level validator.StructLevel) {
		check(level.Current().Interface().(T), func(detail string, places ...string) {
			level.ReportError(broken{detail, places}, "", "", "rule", "")
		})
	}, *new(T))
}

// checkRules lists what a resolved scenario breaks, with places in the body.
func (in *Intake) checkRules(s *engine.Scenario, body any) (found []finding) {
	var wrong validator.ValidationErrors
	if !errors.As(in.rules.validator.Struct(s), &wrong) {
		return nil
	}
	for _, w := range wrong {
		b, isRule := w.Value().(broken)
		if !isRule {
			b = broken{outOfBounds(w), []string{""}}
		}
		at := inBody(body, placeOfStruct(w.Namespace()), b.places)
		found = append(found, finding{at, func() string { return b.detail }})
	}
	return found
}

// placeOfStruct reads the validator's name of a place: "Scenario.backend.latency." or
// "Scenario.workload.bursts[0].atMs". Embedded structs keep the name of their type, and
// are no step in JSON.
func placeOfStruct(namespace string) (at path) {
	steps := strings.Split(strings.NewReplacer("[", ".", "]", "").Replace(namespace), ".")
	for _, step := range steps[1:] {
		if step != "" && (step[0] < 'A' || step[0] > 'Z') {
			at = at.with(step)
		}
	}
	return at
}

// inBody gives the first of the places below a place that is in the body, or what the
// body has of the first.
func inBody(body any, below path, places []string) path {
	full := func(place string) path {
		if place == "" {
			return below
		}
		return append(below[:len(below):len(below)], strings.Split(place, "/")...)
	}
	for _, place := range places {
		if at := full(place); find(body, at) != nil {
			return at
		}
	}
	at := full(places[0])
	for find(body, at) == nil && len(at) > 0 {
		at = at[:len(at)-1]
	}
	return at
}

// outOfBounds says what a tag allows. The contract says the same, so this is read only
// where it lags behind the types.
func outOfBounds(w validator.FieldError) string {
	switch w.Tag() {
	case "min":
		return "Must be at least " + limit(w) + "."
	case "max":
		return "Must be at most " + limit(w) + "."
	default:
		return "Must be one of " + list(strings.Fields(w.Param())) + "."
	}
}

// limit spells a bound as JSON does: tags count times and shares in thousandths and
// millionths.
func limit(w validator.FieldError) string {
	switch typ := w.Type(); typ {
	case reflect.TypeFor[fixed.Micros](), reflect.TypeFor[fixed.Percent](), reflect.TypeFor[fixed.Millionths]():
		bound, err := strconv.ParseInt(w.Param(), 10, 64)
		if err != nil {
			panic("the bound of a tag is not a number: " + w.Param())
		}
		return fmt.Sprint(reflect.ValueOf(bound).Convert(typ).Interface())
	}
	if w.Kind() == reflect.Slice {
		return w.Param() + " items"
	}
	return w.Param()
}
