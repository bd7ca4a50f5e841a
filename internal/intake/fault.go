package intake

import (
	"strconv"
	"strings"
)

// Fault is one thing that is wrong with an input: where, what is allowed there,
// what kind of value came, and what to write instead. Values are repeated only where
// they are numbers that their own fields allow.
type Fault struct {
	Pointer   *string `json:"pointer,omitempty"`   // RFC 6901, of the body as sent
	Parameter string  `json:"parameter,omitempty"` // in its place, of a query parameter
	Detail    string  `json:"detail"`
}

// Kind says which kind of refusal a Rejection is.
type Kind string

// The kinds of refusal, each a stage of the corridor.
const (
	MalformedJSON   Kind = "malformed-json"   // it is not one JSON value, spelled strictly
	OverLimit       Kind = "over-limit"       // it is JSON, but too much of it
	InvalidScenario Kind = "invalid-scenario" // it is JSON, but no scenario that can be played
	UnknownRun      Kind = "unknown-run"      // the id names no run
	OldRunID        Kind = "old-run-id"       // the id is of a version that is played no longer
)

// Rejection is why an input was refused: the faults of the first stage that found
// any, in the order of their places; of very many only the first, and their number.
type Rejection struct {
	Kind   Kind
	Detail string
	Faults []Fault
	Total  int
}

// Error is the rejection's detail with that of its first fault, so that a
// Rejection is an error.
func (r *Rejection) Error() string {
	if len(r.Faults) == 0 {
		return r.Detail
	}
	return r.Detail + " " + r.Faults[0].Detail
}

// path is a place in a JSON value: names of members and indexes of items.
type path []string

// with gives the place of a member or item; it never shares memory with p.
func (p path) with(step string) path { return append(p[:len(p):len(p)], step) }

var escape = strings.NewReplacer("~", "~0", "/", "~1")

// pointer is the RFC 6901 form of the place.
func (p path) pointer() string {
	var b strings.Builder
	for _, step := range p {
		b.WriteByte('/')
		b.WriteString(escape.Replace(step))
	}
	return b.String()
}

func (p path) fault(detail string) Fault {
	pointer := p.pointer()
	return Fault{Pointer: &pointer, Detail: detail}
}

// nameShown is the length up to which a member's name is repeated.
const nameShown = 64

// isShowable says whether a member's name may stand in an answer.
func isShowable(name string) bool {
	return len(name) <= nameShown && strings.IndexFunc(name, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

// Shown is a member's name as it may stand in a pointer.
func Shown(name string) string {
	if isShowable(name) {
		return name
	}
	return "…"
}

// kindOf describes a value without repeating it: its type, and its size.
func kindOf(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string of " + count(len([]rune(v)), "character")
	case []any:
		return "an array of " + count(len(v), "item")
	case map[string]any:
		return "an object of " + count(len(v), "member")
	default:
		return "a number"
	}
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
