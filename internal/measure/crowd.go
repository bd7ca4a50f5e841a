package measure

import (
	"errors"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// ErrCrowded says that more was in flight at once than MaxInFlight.
var ErrCrowded = errors.New("too much is in flight at once")

// MaxInFlight is the most leaves that open requests may have at once in a run of at
// most two attempts, and the most attempts that may be live: it bounds a run's memory.
// Where a leaf may have more attempts, fewer may be open. A request counts as the
// leaves of a hop.
const MaxInFlight = 1_000_000

// crowd is how much is in flight at once.
type crowd struct {
	width      int // leaves of a hop
	room       int // leaves that may be open
	open, live int // leaves, attempts
}

func newCrowd(s *engine.Scenario) crowd {
	return crowd{width: s.Workload.FanOut.Leaves, room: 2 * MaxInFlight / max(2, s.Policy.MaxAttempts())}
}

func (c *crowd) add(e *engine.Event) {
	switch e.Type {
	case engine.RequestArrived:
		c.open += c.width
	case engine.RequestAnswered, engine.RequestFailed, engine.RequestExpired:
		c.open -= c.width
	case engine.AttemptSent:
		c.live++
	case engine.AttemptAnswered, engine.AttemptCancelled, engine.AttemptRefused, engine.AttemptLost:
		c.live--
	}
}

func (c *crowd) isTooLarge() bool { return c.open > c.room || c.live > MaxInFlight }
