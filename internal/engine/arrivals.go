package engine

import (
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// arrivals tells when requests arrive, one after the other: the base process and
// the bursts, merged by time, at one instant by number.
type arrivals struct {
	requests int
	gaps     gaps         // of the base process
	at       fixed.Micros // of the base process's next request
	number   int          // of that request; above requests when there is none
	bursts   []burst      // the rest, in the order in which they come
}

// burst is requests at one instant, from a number on.
type burst struct {
	at       fixed.Micros
	first, n int
}

func newArrivals(s *Scenario) arrivals {
	w := &s.Workload
	a := arrivals{requests: w.Requests, gaps: w.Arrival.kind().open(s.Seed)}
	first := w.Requests + 1
	for _, b := range w.Bursts {
		a.bursts = append(a.bursts, burst{b.AtMs, first, b.Requests})
		first += b.Requests
	}
	slices.SortStableFunc(a.bursts, func(x, y burst) int { return int(min(1, max(-1, x.at-y.at))) })
	a.at, a.number = a.gaps.Before(1), 1
	return a
}

// next gives the next arrival and its request's number, while there is one.
func (a *arrivals) next() (at fixed.Micros, request int, ok bool) {
	if len(a.bursts) > 0 {
		b := &a.bursts[0]
		if a.number > a.requests || b.at < a.at {
			at, request = b.at, b.first
			if b.first, b.n = b.first+1, b.n-1; b.n == 0 {
				a.bursts = a.bursts[1:]
			}
			return at, request, true
		}
	}
	if a.number > a.requests {
		return 0, 0, false
	}
	at, request = a.at, a.number
	a.number++
	if a.number <= a.requests {
		a.at += a.gaps.Before(a.number)
	}
	return at, request, true
}
