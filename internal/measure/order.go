package measure

import "slices"

// order numbers the counted requests as they arrive. They arrive by number, but for
// bursts: a few stretches of numbers tell the rest.
type order struct {
	warmup    int32
	n         int // that have arrived
	stretches []stretch
}

// stretch is requests that arrived one after the other, by number.
type stretch struct {
	first, last int32
	order       int // of the first, from 0
}

func (o *order) arrive(request int32) {
	if last := len(o.stretches) - 1; last >= 0 && o.stretches[last].last == request-1 {
		o.stretches[last].last = request
	} else {
		o.stretches = append(o.stretches, stretch{request, request, o.n})
	}
	o.n++
}

// number is the place of a request where they arrive by number, from 0; below 0 in the
// warm-up.
func (o *order) number(request int) int { return request - int(o.warmup) - 1 }

// of is the place of a request that has arrived and counts, from 0.
func (o *order) of(request int32) int {
	i := 0
	if len(o.stretches) > 1 {
		i = slices.IndexFunc(o.stretches, func(s stretch) bool { return s.first <= request && request <= s.last })
	}
	return o.stretches[i].order + int(request-o.stretches[i].first)
}
