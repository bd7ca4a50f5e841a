package latency

import "github.com/hedgedrill/hedgedrill/internal/fixed"

// Sampler draws from a law under a seed.
type Sampler struct {
	law  Law
	seed int64
}

// Sampler makes a sampler.
func (l Law) Sampler(seed int64) Sampler { return Sampler{l, seed} }

// Service draws.
func (s *Sampler) Service(request, hop, leaf, attempt int) fixed.Ms {
	return s.law.Service(Key{Seed: s.seed, Request: request, Hop: hop, Leaf: leaf, Attempt: attempt})
}
