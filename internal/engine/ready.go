package engine

import "math/bits"

// ready are the queues of which an attempt may start now, as a heap in the order in
// which they start: by the key of the attempt that each would start next. A queue
// knows its place in it.
type ready []*queue

func (r ready) Len() int           { return len(r) }
func (r ready) Less(i, j int) bool { return r[i].peek().key().before(r[j].peek().key()) }

func (r ready) Swap(i, j int) {
	r[i], r[j] = r[j], r[i]
	r[i].place, r[j].place = i, j
}

// Push and Pop are container/heap's, at the end of the slice.
func (r *ready) Push(x any) {
	q := x.(*queue)
	q.place = len(*r)
	*r = append(*r, q)
}

func (r *ready) Pop() any {
	last := len(*r) - 1
	q := (*r)[last]
	q.place = notReady
	*r = (*r)[:last]
	return q
}

// notReady is the place of a queue of which nothing may start.
const notReady = -1

// numbers is a set of small numbers, of which it finds the least at once.
type numbers []uint64

func newNumbers(most int) numbers { return make(numbers, most/64+1) }

func (s numbers) set(n int, in bool) {
	if in {
		s[n/64] |= 1 << (n % 64)
	} else {
		s[n/64] &^= 1 << (n % 64)
	}
}

func (s numbers) least() (n int, ok bool) {
	for i, word := range s {
		if word != 0 {
			return 64*i + bits.TrailingZeros64(word), true
		}
	}
	return 0, false
}
