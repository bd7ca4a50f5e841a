package engine

// line is items in order, first in, first out, in a ring.
type line struct {
	ring  []item // as long as a power of two
	first int
	n     int
}

// add adds an item at the end, unless it comes before the last.
func (l *line) add(x item) bool {
	if l.n > 0 && x.before(l.at(l.n-1)) {
		return false
	}
	if l.n == len(l.ring) {
		l.grow()
	}
	l.n++
	*l.at(l.n - 1) = x
	return true
}

func (l *line) at(i int) *item { return &l.ring[(l.first+i)&(len(l.ring)-1)] }
func (l *line) head() *item    { return &l.ring[l.first&(len(l.ring)-1)] }

func (l *line) drop() { l.first, l.n = l.first+1, l.n-1 }

func (l *line) grow() {
	ring := make([]item, max(16, 2*len(l.ring)))
	for i := range l.n {
		ring[i] = *l.at(i)
	}
	l.ring, l.first = ring, 0
}

// heap is items as a 4-ary heap of values, the first at 0: the children of i are
// 4i+1 … 4i+4.
type heap []item

func (h *heap) add(x item) {
	*h = append(*h, x)
	g := *h
	i := len(g) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !x.before(&g[parent]) {
			break
		}
		g[i], i = g[parent], parent
	}
	g[i] = x
}

// drop takes the first item away: the last takes its place, and sinks as far as it
// belongs.
func (h *heap) drop() {
	last := len(*h) - 1
	x := (*h)[last]
	g := (*h)[:last]
	*h = g
	i := 0
	for {
		least := 4*i + 1
		if least >= last {
			break
		}
		for c := least + 1; c < min(4*i+5, last); c++ {
			if g[c].before(&g[least]) {
				least = c
			}
		}
		if !g[least].before(&x) {
			break
		}
		g[i], i = g[least], least
	}
	if last > 0 {
		g[i] = x
	}
}
