// Package draw gives random words by key, without a shared generator. A word is a pure
// function of (seed, purpose, request, hop, leaf, attempt, n), so no draw depends on
// the order of the draws, and two policies on one seed get the same draws (common
// random numbers).
//
//	key  = mix(seed + purpose·γ)
//	word = mix(key + (place + 1)·γ)    place: hop, leaf, attempt, n and request in 64 bits
//
// mix is the finalizer and γ the odd increment of SplitMix64 (Steele, Lea, Flood:
// Fast Splittable Pseudorandom Number Generators, OOPSLA 2014): the keys are the first
// words of one that is seeded by the seed, and a word is the place-th, from 0, of one
// that is seeded by the key. The words of consecutive requests follow each other in it;
// the other fields leap 2³² words and more.
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
	return Source{mix(uint64(seed) + uint64(purpose)*golden)}
}

// Place is an attempt's place among the words of a source. Its zeros from the right name a
// leaf, a hop, a request.
type Place uint64

// The bits of a place, from the right: request 32, n 5, attempt 6, leaf 14, hop 7.
const (
	wordAt    = 32
	attemptAt = wordAt + 5
	leafAt    = attemptAt + 6
	hopAt     = leafAt + 14
)

// At is the place of an attempt: hop up to 127, leaf up to 16,383, attempt up to 63. No
// two keys have one place.
func At(request, hop, leaf, attempt int) Place {
	return Place(hop)<<hopAt | Place(leaf)<<leafAt | Place(attempt)<<attemptAt | Place(request)
}

// Request is that of the place.
func (p Place) Request() int { return int(uint32(p)) }

// Attempt is that of the place.
func (p Place) Attempt() int { return int(p >> attemptAt & (1<<(leafAt-attemptAt) - 1)) }

// Word gives the n-th word, from 0 to 31, at a place.
func (s Source) Word(p Place, n int) uint64 {
	return mix(s.key + (uint64(p|Place(n)<<wordAt)+1)*golden)
}

// Occurrence gives the n-th word, from 0, of the occurrence-th trouble of a server.
func (s Source) Occurrence(server, occurrence, n int) uint64 {
	return mix(mix(mix(s.key+uint64(server)*golden)+uint64(occurrence)*golden) + uint64(n)*golden)
}

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
