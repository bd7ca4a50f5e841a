// Package lines writes values as JSON that a person can read. It knows no value of its
// own: how a type is written is learned once, by reflection, and then kept.
//
// An object or array whose compact text has at most 240 characters is on one line, and so
// is a list of plain values. Everything larger has a line for each member or item. The
// text differs from that of encoding/json only in its blanks and line ends.
package lines

import (
	"reflect"
	"sync"
)

// Encoder writes values. It is safe for concurrent use; its zero value is ready.
type Encoder struct {
	mu    sync.Mutex
	plans map[reflect.Type]*plan // of every type met, by way of others too
	roots sync.Map               // the same, but only those that Append was given
}

// Append appends a value's text, with a line end. A pointer stands for what it points to,
// and saves a copy.
func (e *Encoder) Append(to []byte, value any) []byte {
	v := reflect.ValueOf(value)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		at := reflect.New(v.Type())
		at.Elem().Set(v)
		v = at
	}
	t := text{out: to}
	e.planOf(v.Type().Elem()).write(&t, v.Elem())
	return append(t.out, '\n')
}

func (e *Encoder) planOf(of reflect.Type) *plan {
	if p, ok := e.roots.Load(of); ok {
		return p.(*plan)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.plans == nil {
		e.plans = map[reflect.Type]*plan{}
	}
	p := e.plan(of)
	e.roots.Store(of, p)
	return p
}
