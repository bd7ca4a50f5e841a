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

// least is the least of them, 0 if there is none: they count from 1.
func (s numbers) least() int {
	for i, word := range s {
		if word != 0 {
			return 64*i + bits.TrailingZeros64(word)
		}
	}
	return 0
}
