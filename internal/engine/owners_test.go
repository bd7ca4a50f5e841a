package engine

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// owners ask each union of a scenario for the member that is set. No other code takes the
// absence of one member for the presence of another. Laws are asked by the tests of
// package latency.
var owners = map[reflect.Type]func(union any){
	reflect.TypeFor[Arrival]():  func(u any) { u.(Arrival).kind() },
	reflect.TypeFor[Capacity](): func(u any) { u.(Capacity).Servers() },
	reflect.TypeFor[Policy]():   func(u any) { u.(Policy).Hedging() },
	reflect.TypeFor[Delay]():    func(u any) { u.(Delay).kind() },
	reflect.TypeFor[Budget]():   func(u any) { u.(Budget).kind() },
}

// Every union has an owner, which knows each of its members, and none of them in a union
// of which no member is set.
func TestOwnersKnowTheirMembers(t *testing.T) {
	unions, members := unionsOf(reflect.TypeFor[Scenario](), nil), 0
	for _, union := range unions {
		ask, ok := owners[union]
		if !ok {
			t.Errorf("%v is a union without an owner: give it one, and a line in owners", union)
			continue
		}
		if fault := panics(ask, reflect.Zero(union)); fault == nil {
			t.Errorf("%v: its owner takes a union without a member for one with a member", union)
		}
		for i := range union.NumField() {
			u := reflect.New(union).Elem()
			u.Field(i).Set(reflect.New(u.Field(i).Type().Elem()))
			if fault := panics(ask, u); fault != nil {
				t.Errorf("%v: its owner does not know %s, it panics: %v. Give it a case", union, union.Field(i).Name, fault)
			}
			members++
		}
	}
	t.Logf("%d unions, %d members", len(unions), members)
	if len(unions) != len(owners) || members < 8 {
		t.Errorf("%d owners", len(owners))
	}
}

// panics gives what a call panics with.
func panics(ask func(any), union reflect.Value) (fault any) {
	defer func() { fault = recover() }()
	ask(union.Interface())
	return nil
}

// unionsOf adds the unions in a type to those that were found.
func unionsOf(t reflect.Type, found []reflect.Type) []reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[latency.Law]() || slices.Contains(found, t) {
		return found
	}
	if t.NumField() > 0 && strings.HasSuffix(t.Field(0).Tag.Get("json"), ",omitempty") {
		found = append(found, t)
	}
	for i := range t.NumField() {
		found = unionsOf(t.Field(i).Type, found)
	}
	return found
}
