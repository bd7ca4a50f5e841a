package engine

import "math/bits"

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
