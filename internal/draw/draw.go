// Package draw gives random words by key, without a shared generator. A word is a pure
// function of (seed, purpose, request, hop, leaf, attempt, n), so no draw depends on
// the order of the draws, and two policies on one seed get the same draws (common
// random numbers).
//
//	key   = mix(mix(seed + γ) + purpose·γ)
//	state = mix(key + request·γ)
//	word  = mix(state + fold((hop, leaf, attempt, n)·γ))   the four packed into 64 bits
//
// mix is the finalizer and γ the odd increment of SplitMix64 (Steele, Lea, Flood:
// Fast Splittable Pseudorandom Number Generators, OOPSLA 2014): each step is one
// word of a SplitMix64 that is seeded by the step before.
package draw

import "math/bits"

// Purpose is what words are drawn for. Words of different purposes are independent.
type Purpose uint64

// The purposes. Their order is part of every result: a new one joins at the end.
const (
	Service     Purpose = iota + 1 // the time that an attempt is worked on
	Arrival                        // the gaps between requests
	Balance                        // the choice of a server
	CommonCause                    // whether a leaf's backups are as slow as its primary
	Probability                    // whether a due hedge is really sent
	Trouble                        // when a server is in trouble, and for how long
)

const golden = 0x9e3779b97f4a7c15 // 2⁶⁴/φ, odd

// Source gives the words of one seed and purpose.
type Source struct{ key uint64 }

// New gives the source of a seed's words for a purpose.
func New(seed int64, purpose Purpose) Source {
	return Source{mix(mix(uint64(seed)+golden) + uint64(purpose)*golden)}
}

// Word gives the n-th word, from 0, of an attempt. Hops fit 16 bits, leaves 24,
// attempts 8, n 16: no two keys of a request are mixed from the same number.
func (s Source) Word(request, hop, leaf, attempt, n int) uint64 {
	return s.Request(request).Word(hop, leaf, attempt, n)
}

// Request gives the source of a request's words. It and its Word are inlined, which
// Source.Word is too large for.
func (s Source) Request(request int) Request {
	return Request{mix(s.key + uint64(request)*golden)}
}

// Request gives the words of one request.
type Request struct{ state uint64 }

// Word gives the n-th word of an attempt, as Source.Word.
func (r Request) Word(hop, leaf, attempt, n int) uint64 {
	place := uint64(hop)<<48 | uint64(leaf)<<24 | uint64(attempt)<<16 | uint64(n)
	return mix(r.state + fold(place*golden))
}

// Occurrence gives the n-th word, from 0, of the occurrence-th trouble of a server.
func (s Source) Occurrence(server, occurrence, n int) uint64 {
	return mix(mix(mix(s.key+uint64(server)*golden)+uint64(occurrence)*golden) + uint64(n)*golden)
}

// fold lets the upper half of a product reach the lower: what is packed into the
// highest bits is multiplied into no others. It is a bijection.
func fold(x uint64) uint64 { return x ^ x>>32 }

// mix is Stafford's thirteenth variant of MurmurHash3's finalizer: a bijection in
// which each bit of the input changes each bit of the output with probability ½.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Uniform makes a number of the open interval (0, 1) of a word: (k + ½)/2⁵² with
// k the word's upper 52 bits. It is exact, and so is 1 − Uniform(word).
func Uniform(word uint64) float64 {
	return float64((float64(int64(word>>12)) + 0.5) * (1.0 / (1 << 52)))
}

// Below makes a number of 0, …, n−1 of a word, by its share of 2⁶⁴ (Lemire 2019,
// without rejection): none is more likely than another by more than n/2⁶⁴.
func Below(word uint64, n int) int {
	high, _ := bits.Mul64(word, uint64(n))
	return int(high)
}
