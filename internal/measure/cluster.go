package measure

import "github.com/hedgedrill/hedgedrill/internal/engine"

// clusterFigures are those of queues and workers.
type clusterFigures struct {
	waits, services *sample // of counted requests' attempts that started
	meter           meter
	load            *load
	recovery        *recovery // where there is trouble
}

func newClusterFigures(s *engine.Scenario, leaves int) *clusterFigures {
	return &clusterFigures{waits: newSample(leaves), services: newSample(leaves), load: newLoad(s), recovery: newRecovery(s)}
}

// add folds the next event: whether its request counts, and whether every request has
// arrived.
func (c *clusterFigures) add(e *engine.Event, counts, last bool) {
	c.meter.pass(e.At)
	if c.load.arrived {
		c.load.leave(e.At, c.meter.waiting)
	}
	if c.recovery != nil {
		c.recovery.add(e, counts, last, c.meter.waiting)
	}
	switch e.Type {
	case engine.AttemptSent:
		c.meter.waiting++
	case engine.AttemptStarted:
		c.meter.waiting--
		c.meter.running++
		if counts {
			c.waits.add(e.Took)
		}
	case engine.AttemptAnswered, engine.AttemptCancelled, engine.AttemptRefused, engine.AttemptLost:
		c.load.offer(e)
		c.end(e, counts)
	case engine.RequestArrived:
		c.meter.arrive(counts, last)
		c.load.arrive(e.At, last)
	case engine.RequestAnswered, engine.RequestFailed, engine.RequestExpired:
		c.load.open--
	default:
		c.load.add(e, c.meter.waiting)
	}
}

// end folds the end of an attempt.
func (c *clusterFigures) end(e *engine.Event, counts bool) {
	if e.State != engine.Running {
		c.meter.waiting--
		return
	}
	c.meter.running--
	if counts {
		c.services.add(e.Work)
	}
}
