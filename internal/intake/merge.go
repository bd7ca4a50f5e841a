package intake

import (
	"fmt"
	"reflect"

	"github.com/hedgedrill/hedgedrill/api"
)

// defaultsOf gives what an alternative has for its members where a patch chooses it anew,
// by the contract's x-default. Members without one have to be given.
func defaultsOf(alternative api.Schema) map[string]any {
	defaults := map[string]any{}
	for _, name := range alternative.Properties() {
		member, _ := alternative.Property(name)
		if text := member.Default(); text != nil {
			value, rejection := scan(text)
			if rejection != nil {
				panic(fmt.Sprintf("the contract's default of %s: %v", name, rejection))
			}
			defaults[name] = value
		}
	}
	return defaults
}

// merge lays a patch over a value (RFC 7396), by the schema of the merged value:
// objects member by member; arrays and everything else whole; an alternative that
// the value does not have over its own defaults. An empty alternative changes
// nothing. Neither argument is changed.
func merge(schema api.Schema, value, patch any) any {
	changes, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	old, _ := value.(map[string]any)
	merged := make(map[string]any, len(old)+1)
	if schema.IsAlternative() && len(changes) > 0 {
		for name, change := range changes { // exactly one
			chosen, _ := schema.Property(name)
			before, same := old[name]
			if !same {
				before = defaultsOf(chosen)
			}
			merged[name] = merge(chosen, before, change)
		}
		return merged
	}
	for name, v := range old {
		merged[name] = v
	}
	for name, change := range changes {
		member, _ := schema.Property(name)
		merged[name] = merge(member, old[name], change)
	}
	return merged
}

// difference gives the smallest patch that merge lays over base to get value, and
// whether there is a difference at all.
func difference(schema api.Schema, value, base any) (any, bool) {
	members, ok := value.(map[string]any)
	if !ok {
		return value, !reflect.DeepEqual(value, base)
	}
	old, _ := base.(map[string]any)
	patch := map[string]any{}
	other := false // another alternative stands, even if it says nothing
	for name, v := range members {
		member, _ := schema.Property(name)
		before, same := old[name]
		if schema.IsAlternative() && !same {
			other = true
			before = defaultsOf(member)
		}
		if change, differs := difference(member, v, before); differs || other {
			patch[name] = change
		}
	}
	return patch, other || len(patch) > 0
}
