package intake

import (
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/hedgedrill/hedgedrill/api"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// shape is what may stand at a place of a scenario, as the schema of the patch, that of
// the resolved scenario and the type of the place together allow it. It allows nothing
// that one of them does not, and may allow less: what is not known here is left to the
// thorough way.
type shape struct {
	kind        kind
	least, most int64    // of a number, in units of its type; of an array, items
	places      int      // decimals of a number's type
	names       []string // that a name may be
	items       *shape   // of an array
	members     []member // of an object or an alternative, by name
	required    uint64   // members that a whole object has, as bits
	inPatch     uint64   // members that also a patch must have
	mayBeEmpty  bool     // whether a patch may say nothing of an alternative
}

// kind is what a shape is.
type kind uint8

const (
	unknown     kind = iota // left to the thorough way
	number                  // in units of its type
	name                    // one of several
	truth                   // true or false
	array                   // replaced as a whole
	object                  // changed member by member
	alternative             // an object with one of several members
	presetName              // at the root: what the scenario is a difference from
)

// member is one of an object or an alternative. Its place in the type is a field, or a
// field of an embedded struct.
type member struct {
	name     string
	spelled  string // with quotes and colon
	index    []int
	shape    *shape
	standard reflect.Value // its default, if it has one, where its object is chosen anew
}

// mostMembers is how many bits there are.
const mostMembers = 64

// shapes makes the shapes of a contract. A shape that stands within itself, as a law does,
// is made once.
type shapes struct{ made map[place]*shape }

// place is what a shape follows from.
type place struct {
	patch, resolved api.Schema
	typ             reflect.Type
	tag             string // validate
}

func (m *shapes) of(p place) *shape {
	if s, ok := m.made[p]; ok {
		return s
	}
	s := &shape{}
	m.made[p] = s
	if !p.patch.IsPlain() || !p.resolved.IsPlain() || p.patch.Type() != p.resolved.Type() {
		return s
	}
	switch p.resolved.Type() {
	case "integer", "number":
		s.number(p)
	case "string":
		s.name(p)
	case "boolean":
		if p.typ.Kind() == reflect.Bool && p.tag == "" {
			s.kind = truth
		}
	case "array":
		m.array(s, p)
	case "object":
		m.object(s, p)
	}
	return s
}

// units are the decimals of the types whose JSON has decimals.
var units = map[reflect.Type]int{
	reflect.TypeFor[fixed.Micros](): 3, reflect.TypeFor[fixed.Percent](): 3, reflect.TypeFor[fixed.Millionths](): 6,
}

func (s *shape) number(p place) {
	decimal, integer := units[p.typ], p.resolved.Type() == "integer"
	fits := integer && decimal == 0 && p.typ.Kind() >= reflect.Int && p.typ.Kind() <= reflect.Int64
	if !integer {
		fits = decimal > 0 && onGridOf(p.patch, decimal) && onGridOf(p.resolved, decimal)
	}
	s.places, s.least, s.most = decimal, math.MinInt64, math.MaxInt64
	tag, ok := readTag(p.tag)
	if fits && ok && tag.names == nil && tag.items == "" && s.within(p.patch, decimal) && s.within(p.resolved, decimal) {
		s.least, s.most = max(s.least, tag.least), min(s.most, tag.most)
		zero := reflect.Zero(p.typ)
		if !zero.OverflowInt(s.least) && !zero.OverflowInt(s.most) {
			s.kind = number
		}
	}
}

func onGridOf(schema api.Schema, decimal int) bool {
	return schema.Grid() > 0 && places(schema.Grid()) == decimal
}

// within narrows the shape to a schema's bounds, which must be whole units.
func (s *shape) within(schema api.Schema, decimal int) bool {
	least, most := schema.Bounds()
	if least == nil || most == nil {
		return false
	}
	unit := math.Pow10(decimal)
	low, high := math.Round(*least*unit), math.Round(*most*unit)
	s.least, s.most = max(s.least, int64(low)), min(s.most, int64(high))
	return low/unit == *least && high/unit == *most && math.Abs(low) <= 1<<53 && math.Abs(high) <= 1<<53
}

func (s *shape) name(p place) {
	tag, ok := readTag(p.tag)
	if !ok || p.typ.Kind() != reflect.String || tag.items != "" || tag.least != math.MinInt64 || tag.most != math.MaxInt64 {
		return
	}
	for _, n := range p.resolved.Enum() {
		if slices.Contains(p.patch.Enum(), n) && (tag.names == nil || slices.Contains(tag.names, n)) && isLetters(n) {
			s.kind, s.names = name, append(s.names, n)
		}
	}
}

// isLetters says whether a name is spelled as it is in any JSON.
func isLetters(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-'
	})
}

func (m *shapes) array(s *shape, p place) {
	tag, ok := readTag(p.tag)
	if !ok || tag.names != nil || p.typ.Kind() != reflect.Slice {
		return
	}
	s.least, s.most = max(0, tag.least), tag.most
	if !s.within(p.patch, 0) || !s.within(p.resolved, 0) {
		return
	}
	s.kind, s.items = array, m.of(place{p.patch.Items(), p.resolved.Items(), p.typ.Elem(), tag.items})
}
