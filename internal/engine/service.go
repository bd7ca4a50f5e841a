package engine

import (
	"github.com/hedgedrill/hedgedrill/internal/draw"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// services says how long attempts are worked on if nothing slows or stops them.
type services struct {
	law       latency.Sampler
	identical bool          // a backup repeats the primary's work
	common    fixed.Percent // of leaves, whose backups do so too
	cause     draw.Source
}

func newServices(s *Scenario) services {
	return services{
		law: s.Backend.Latency.Sampler(s.Seed), identical: s.Backend.Copies == Identical,
		common: s.Backend.CommonCausePercent, cause: draw.New(s.Seed, draw.CommonCause),
	}
}

// of gives the service of an attempt, a pure function of its id.
func (s *services) of(d id) fixed.Micros {
	if (s.identical || s.common > 0) && d.attempt() > 1 && (s.identical || s.haveCause(d)) {
		d = d.ofLeaf().withAttempt(1)
	}
	return s.law.Service(d.place())
}

// haveCause says whether the attempts of a leaf are slow for a common cause.
func (s *services) haveCause(d id) bool { return happens(s.common, d.ofLeaf().word(s.cause, 0)) }

// Services gives the service of any attempt of the first leaf of a request, before any
// slow window, whether the run sends the attempt or not.
func Services(s *Scenario) func(request, attempt int) fixed.Micros {
	all := newServices(s)
	return func(request, attempt int) fixed.Micros {
		return all.of(Key{Request: int32(request), Hop: 1, Leaf: 1, Attempt: int8(attempt)}.id())
	}
}
