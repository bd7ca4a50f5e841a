package engine

// slot is a place in a pool. Its generation is raised when what lives in it leaves,
// so that whoever remembers the slot can tell whether it is still another's.
type slot struct {
	index      int32
	generation uint32
}

// pool keeps what is in flight in slots that are used again, so that a run of any
// length needs memory only for what is in flight at once.
type pool[T any] struct {
	fresh func(slot) *T
	slots []*T
	free  []int32
}

func (p *pool[T]) at(s slot) *T { return p.slots[s.index] }

func (p *pool[T]) take() *T {
	if last := len(p.free) - 1; last >= 0 {
		index := p.free[last]
		p.free = p.free[:last]
		return p.slots[index]
	}
	x := p.fresh(slot{index: int32(len(p.slots))})
	p.slots = append(p.slots, x)
	return x
}

// put gives a slot back, and says what it is for the next.
func (p *pool[T]) put(s slot) slot {
	p.free = append(p.free, s.index)
	s.generation++
	return s
}
