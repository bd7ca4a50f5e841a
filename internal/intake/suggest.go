package intake

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hedgedrill/hedgedrill/api"
)

// nearest gives the name that a wrong one most likely stands for: with at most a
// third of its letters other, regardless of case.
func nearest(wrong string, names []string) (string, bool) {
	best, distance := "", len(wrong)/3+1
	for _, name := range names {
		if d := edits(strings.ToLower(wrong), strings.ToLower(name)); d < distance {
			best, distance = name, d
		}
	}
	return best, best != ""
}

// suggestion says what to write in the place of a value that names no alternative: a
// number is most likely that of the alternative that is a number, a string the name of
// one whose fields all have defaults. It repeats nothing that would be refused.
func suggestion(schema api.Schema, value any) string {
	if !schema.IsAlternative() {
		return ""
	}
	for _, name := range schema.Properties() {
		member, _ := schema.Property(name)
		switch v := value.(type) {
		case json.Number:
			number := toGrid(member, v)
			if _, faults := checkFields(member, number); member.Type() == "number" && faults == 0 {
				return fmt.Sprintf(" Write `{%q: %v}`.", name, number)
			}
		case string:
			if v == name && member.Type() == "object" && len(defaultsOf(member)) == len(member.Properties()) {
				return fmt.Sprintf(" Write `{%q: {}}`.", name)
			}
		}
	}
	return ""
}

// edits is the optimal string alignment distance: the number of letters to
// insert, delete, replace, or swap with their neighbor (Damerau 1964).
func edits(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := last[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			row[j] = min(replace, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// placeOf finds a member of exactly that name anywhere under the schema, level by
// level, so that the place nearest the root is found. A schema that stands within
// itself, as laws do, is looked into once.
func placeOf(root api.Schema, name string) (path, bool) {
	type place struct {
		at     path
		schema api.Schema
	}
	level := []place{{nil, root}}
	seen := map[api.Schema]bool{}
	for len(level) > 0 {
		var next []place
		for _, p := range level {
			if p.schema.Type() != "object" || seen[p.schema] {
				continue
			}
			seen[p.schema] = true
			for _, member := range p.schema.Properties() {
				if member == name {
					return p.at.with(name), true
				}
				schema, _ := p.schema.Property(member)
				next = append(next, place{p.at.with(member), schema})
			}
		}
		level = next
	}
	return nil, false
}
