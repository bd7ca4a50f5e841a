package lines

import "reflect"

// array is how a list is written.
type array struct{ items *plan }

func (a array) write(t *text, v reflect.Value) {
	switch {
	case v.IsNil():
		t.out = append(t.out, "null"...)
	case t.flat:
		a.onLine(t, v, true)
	case a.isPlain(v):
		a.onLine(t, v, false)
	default:
		t.try()
		if a.onLine(t, v, true); !t.fits() {
			a.inLines(t, v)
		}
	}
}

// isPlain says whether a list is on one line however long it is.
func (a array) isPlain(v reflect.Value) bool {
	for i := range v.Len() {
		if !a.items.plain(v.Index(i)) {
			return false
		}
	}
	return true
}

// onLine writes a list on one line, or as much of it as is tried.
func (a array) onLine(t *text, v reflect.Value, tried bool) {
	t.out = append(t.out, '[')
	for i := range v.Len() {
		if i > 0 {
			t.out = append(t.out, ',', ' ')
			t.blanks++
		}
		if a.items.write(t, v.Index(i)); tried && t.tooLong() {
			return
		}
	}
	t.out = append(t.out, ']')
}

func (a array) inLines(t *text, v reflect.Value) {
	for i := range v.Len() {
		if i == 0 {
			t.open('[')
		} else {
			t.part()
		}
		a.items.write(t, v.Index(i))
	}
	t.close(']')
}
