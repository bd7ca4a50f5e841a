package engine

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
