package intake

import (
	"encoding/base64"
	"reflect"

	"github.com/hedgedrill/hedgedrill/api"
	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// quick is the way of a body or an id that has nothing unusual: it reads the text over a
// copy of the preset, holds the result against the rules between fields, and spells its id,
// in one pass each. What it takes, the thorough way takes too, with the same result; of all
// else it says nothing, and the thorough way judges it. So everything that is wrong is told
// in one place.
//
// It follows from the contract and the types. A new field is known without a change here; a
// keyword that it does not know makes a part of a scenario one that is always judged
// thoroughly. A fuzz test holds both ways against each other.
type quick struct {
	root    *shape
	judge   *judge
	drill   reflect.Value
	presets map[string]*engine.Scenario
}

// newQuick makes the quick way; nil if a type has rules that it may not find.
func newQuick(patch, resolved api.Schema, rules map[reflect.Type][]func(any, report), presets []Preset) *quick {
	typ := reflect.TypeFor[engine.Scenario]()
	m := judges{rules: rules, made: map[reflect.Type]*judge{}, ok: true}
	q := &quick{judge: m.of(typ), presets: map[string]*engine.Scenario{}}
	m.prune()
	s := shapes{map[place]*shape{}}
	q.root = s.of(place{patch, resolved, typ, ""})
	named, ok := patch.Property("preset")
	if !m.ok || !ok {
		return nil
	}
	for i := range presets {
		if len(named.Violations(presets[i].Name)) == 0 {
			q.presets[presets[i].Name] = &presets[i].Scenario
		}
	}
	q.drill = reflect.ValueOf(q.presets[DrillName]).Elem()
	return q
}

// run gives the run of a text, or false if it does not know.
func (q *quick) run(text []byte) (run Run, ok bool) {
	if !q.scenario(text, &run.Scenario) {
		return Run{}, false
	}
	v := reflect.ValueOf(&run.Scenario).Elem()
	kept := true
	q.judge.hold(v, func(string, ...string) { kept = false })
	p := spelling{out: make([]byte, 0, 128)}
	p.difference(q.root, v, base{q.drill, q.root.all()})
	run.ID = encodeID(p.out)
	if !kept || p.bad || len(run.ID) > maxID {
		return Run{}, false
	}
	return run, true
}

// scenario reads a text over the preset that it names. If its name does not come first, the
// text is read again.
func (q *quick) scenario(text []byte, into *engine.Scenario) bool {
	from, named := q.presets[DrillName], ""
	for range 2 {
		*into = *from
		r := reading{text: text}
		if !r.value(q.root, reflect.ValueOf(into).Elem(), over) || !r.ends() {
			return false
		}
		if string(r.preset) == named {
			return true
		}
		named = string(r.preset)
		if from = q.presets[named]; from == nil {
			return false
		}
	}
	return false
}

// encodeID spells an id: the version, and base64url of the canonical JSON (RFC 8785) of the
// smallest difference from the drill.
func encodeID(difference []byte) string {
	id := make([]byte, 0, len(idPrefix)+base64.RawURLEncoding.EncodedLen(len(difference)))
	return string(base64.RawURLEncoding.AppendEncode(append(id, idPrefix...), difference))
}
