package measure

import (
	"fmt"
	"math"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// recovered says when the run was back from its trouble, and when without hedging.
func (c *comparison) recovered(m *Metrics) []Finding {
	with, without := m.Recovery, m.Baseline.Recovery
	if with == nil {
		return nil
	}
	f := Finding{"RECOVERED", with.when(), c.effectOfRecovery(with, without)}
	if !with.Recovered {
		f.Code, f.Detail = "NOT_RECOVERED", with.when()+": "+c.run.cluster.recovery.rest()
	}
	if without != nil && c.run != c.baseline {
		f.Detail += "; without hedging " + without.when()
	}
	return []Finding{f}
}

// when says how long after its trouble a run was back.
func (r *Recovery) when() string {
	switch {
	case !r.Recovered:
		return "never"
	case *r.AfterMs == 0:
		return "at once"
	case *r.AfterMs < 1000*fixed.Millisecond:
		return "after " + ms(*r.AfterMs) + " ms"
	default:
		return "after " + short(int64(*r.AfterMs/fixed.Millisecond), 3) + " s"
	}
}

// rest says what a run that has not come back still has at its last arrival.
func (r *recovery) rest() string {
	if u := r.usual(); float64(r.waiting) <= u.waiting {
		return "requests are missed as they were not before"
	}
	before := short(int64(math.Round(1000*r.level)), 3)
	if r.waiting == 1 {
		return "1 attempt waits at the last arrival, on average " + before + " before the trouble"
	}
	return fmt.Sprintf("%s attempts wait at the last arrival, on average %s before the trouble", grouped(int(r.waiting)), before)
}

// effectOfRecovery says whether hedging made a recovery shorter, by more than a fifth
// of the longer one, and by more than a window.
func (c *comparison) effectOfRecovery(with, without *Recovery) Effect {
	switch {
	case c.run == c.baseline || without == nil || !with.Recovered && !without.Recovered:
		return Neutral
	case !with.Recovered:
		return Worse
	case !without.Recovered:
		return Better
	}
	a, b := *with.AfterMs, *without.AfterMs
	if max(a-b, b-a) <= max(c.run.cluster.recovery.window, max(a, b)/5) {
		return Neutral
	}
	return effectOf(sign(a - b))
}
