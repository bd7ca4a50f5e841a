package engine

// pool keeps what is in flight in places that are used again, so that a run of any
// length needs memory only for what is in flight at once. Guests are values: one may
// move when another is taken in, so nobody keeps a pointer to one across a take.
type pool[T any] struct {
	guests []T // by place
	free   []int32
}

// none is the place of nobody.
const none int32 = -1

// take gives a place. Its guest is as the one before has left it.
func (p *pool[T]) take() int32 {
	if last := len(p.free) - 1; last >= 0 {
		place := p.free[last]
		p.free = p.free[:last]
		return place
	}
	var guest T
	p.guests = append(p.guests, guest)
	return int32(len(p.guests) - 1)
}

// put gives a place back.
func (p *pool[T]) put(place int32) { p.free = append(p.free, place) }
