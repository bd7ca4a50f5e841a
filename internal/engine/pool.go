package engine

// pool keeps what is in flight in places that are used again, so that a run of any
// length needs memory only for what is in flight at once. A guest stays where it is.
type pool[T any] struct {
	guests []*T // by place
	free   []int32
}

// take gives a place, and what is to live there, as the guest before has left it.
func (p *pool[T]) take() (place int32, guest *T) {
	if len(p.free) == 0 {
		p.grow()
	}
	last := len(p.free) - 1
	place = p.free[last]
	p.free = p.free[:last]
	return place, p.guests[place]
}

// grow makes room for half as many guests again.
func (p *pool[T]) grow() {
	room := make([]T, max(16, len(p.guests)/2))
	first := len(p.guests)
	for i := range room {
		p.guests = append(p.guests, &room[i])
	}
	for place := len(p.guests) - 1; place >= first; place-- {
		p.free = append(p.free, int32(place))
	}
}

// put gives a place back.
func (p *pool[T]) put(place int32) { p.free = append(p.free, place) }
