package engine

// slot names a place in a pool for as long as one guest lives there.
type slot struct {
	index      int32
	generation uint32 // of guests
}

// pool keeps what is in flight in places that are used again, so that a run of any
// length needs memory only for what is in flight at once.
type pool[T any] struct {
	places []place[T]
	free   []int32
}

type place[T any] struct {
	guest      *T
	generation uint32
}

// at gives the guest that has a slot; nil when it has left.
func (p *pool[T]) at(s slot) *T {
	if place := &p.places[s.index]; place.generation == s.generation {
		return place.guest
	}
	return nil
}

// take gives a slot, and what is to live there: as the guest before has left it.
func (p *pool[T]) take() (slot, *T) {
	if last := len(p.free) - 1; last >= 0 {
		index := p.free[last]
		p.free = p.free[:last]
		return slot{index, p.places[index].generation}, p.places[index].guest
	}
	p.places = append(p.places, place[T]{guest: new(T)})
	last := len(p.places) - 1
	return slot{index: int32(last)}, p.places[last].guest
}

// put gives a slot back.
func (p *pool[T]) put(s slot) {
	p.places[s.index].generation++
	p.free = append(p.free, s.index)
}
