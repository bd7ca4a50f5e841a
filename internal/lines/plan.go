package lines

import (
	"bytes"
	"encoding"
	"encoding/json"
	"reflect"
	"strconv"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// plan is how values of a type are written.
type plan struct {
	least int // the length of the shortest text
	write func(*text, reflect.Value)
	plain func(reflect.Value) bool // whether its text has no bracket, also not in a string
}

// liner is a type that writes itself as an object on one line, with a blank after each
// comma and colon, and no other blanks, also not in strings.
type liner interface{ AppendLine(to []byte) []byte }

func always(reflect.Value) bool { return true }
func never(reflect.Value) bool  { return false }

// plan gives the plan of a type. A type that stands within itself, as a law does, is
// planned once. What is not known here is left to encoding/json.
func (e *Encoder) plan(of reflect.Type) *plan {
	if p, ok := e.plans[of]; ok {
		return p
	}
	p := &plan{write: writeRaw, plain: isPlainRaw}
	e.plans[of] = p
	switch of {
	case reflect.TypeFor[fixed.Micros](), reflect.TypeFor[fixed.Percent]():
		p.write, p.plain = writeThousandths, always
		return p
	case reflect.TypeFor[fixed.Millionths]():
		p.write, p.plain = writeMillionths, always
		return p
	}
	switch pointer := reflect.PointerTo(of); {
	case pointer.Implements(reflect.TypeFor[liner]()):
		p.write, p.plain = writeLiner, never
	case pointer.Implements(reflect.TypeFor[json.Marshaler]()):
	case of.Implements(reflect.TypeFor[encoding.TextMarshaler]()) && of.Kind() != reflect.Pointer:
		p.write = writeTextMarshaler
	case pointer.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
	default:
		e.byKind(p, of)
	}
	return p
}

func (e *Encoder) byKind(p *plan, of reflect.Type) {
	switch of.Kind() {
	case reflect.Bool:
		p.write, p.plain = func(t *text, v reflect.Value) { t.out = strconv.AppendBool(t.out, v.Bool()) }, always
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.write, p.plain = func(t *text, v reflect.Value) { t.out = fixed.AppendWhole(t.out, v.Int()) }, always
	case reflect.Uint, reflect.Uint16, reflect.Uint32, reflect.Uint64: // bytes are text in JSON
		p.write, p.plain = func(t *text, v reflect.Value) { t.out = strconv.AppendUint(t.out, v.Uint(), 10) }, always
	case reflect.String:
		p.write, p.plain = func(t *text, v reflect.Value) { t.out = appendString(t.out, v.String()) }, hasNoBracket
	case reflect.Pointer:
		p.write = writePointer(e.plan(of.Elem()))
	case reflect.Slice:
		if of.Elem().Kind() != reflect.Uint8 {
			p.write = array{e.plan(of.Elem())}.write
		}
	case reflect.Struct:
		if o, ok := e.object(of); ok {
			p.write, p.plain, p.least = o.write, never, o.least()
		}
	}
}

func writeThousandths(t *text, v reflect.Value) { t.out = fixed.Append(t.out, v.Int()) }
func writeMillionths(t *text, v reflect.Value)  { t.out = fixed.AppendMillionths(t.out, v.Int()) }

func writePointer(to *plan) func(*text, reflect.Value) {
	return func(t *text, v reflect.Value) {
		if v.IsNil() {
			t.out = append(t.out, "null"...)
			return
		}
		to.write(t, v.Elem())
	}
}

// writeLiner has a value write itself, and lays it out in lines if that is too long.
func writeLiner(t *text, v reflect.Value) {
	from := len(t.out)
	t.out = v.Addr().Interface().(liner).AppendLine(t.out)
	if !t.flat && len(t.out)-from <= lineWidth { // as nearly always
		return
	}
	blanks := bytes.Count(t.out[from:], []byte{' '})
	t.blanks += blanks
	if !t.flat && len(t.out)-from-blanks > lineWidth {
		t.out = t.out[:from]
		writeRaw(t, v)
	}
}

func writeTextMarshaler(t *text, v reflect.Value) {
	name, err := v.Interface().(encoding.TextMarshaler).MarshalText()
	if err != nil {
		panic("a name does not encode: " + err.Error()) // the types hold only values that do
	}
	t.out = appendString(t.out, string(name))
}
