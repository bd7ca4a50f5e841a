package lines

// lineWidth is the length of a compact text up to which an object or array is on one
// line.
const lineWidth = 240

// text is what has been written.
//
// Whether an object fits a line is known only when it has been written. So it is first
// tried: written on one line, until it ends or is too long. If it is too long, that is
// taken back, and it is written in lines, of which each is tried again. What is taken
// back is never longer than a line and a part, and everything around what is written in
// lines is too, so an object in lines lies as deep as it is nested.
type text struct {
	out    []byte
	depth  int
	flat   bool // something is being tried, or everything is to be on one line
	tried  int  // where what is tried begins
	blanks int  // since then, which the compact text does not have
}

// try begins to write on one line.
func (t *text) try() {
	t.flat, t.tried, t.blanks = true, len(t.out), 0
}

// fits ends a try. If what was tried is too long, it is taken back.
func (t *text) fits() bool {
	t.flat = false
	if t.tooLong() {
		t.out = t.out[:t.tried]
		return false
	}
	return true
}

// tooLong says whether what is tried is more than a line.
func (t *text) tooLong() bool { return len(t.out)-t.tried-t.blanks > lineWidth }

// spoil has a try fail.
func (t *text) spoil() { t.blanks -= lineWidth + 1 }

func (t *text) line() {
	t.out = append(t.out, '\n')
	for range t.depth {
		t.out = append(t.out, ' ', ' ')
	}
}

// open begins what is written in lines.
func (t *text) open(bracket byte) {
	t.out = append(t.out, bracket)
	t.depth++
	t.line()
}

func (t *text) close(bracket byte) {
	t.depth--
	t.line()
	t.out = append(t.out, bracket)
}

// part begins another part of what is written in lines.
func (t *text) part() {
	t.out = append(t.out, ',')
	t.line()
}
