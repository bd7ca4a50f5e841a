package measure

import "math"

const (
	calmWindows  = 10 // windows before the trouble from which on they alone say what is usual
	watchWindows = 10 // windows after it without which a run is not said to be stuck
	backlogs     = 20 // how often the backlog could have been worked off until then
)

// usual is what a run is held against after its trouble: the attempts that wait, on
// average, and the misses a window, of which more are not noise.
type usual struct {
	waiting float64
	missed  float64
	window  float64
}

// usual takes three standard deviations from the time before the trouble or, if that
// is short, from the later half of the time since. One attempt more is noise, and so
// are misses that are too rare to be seen.
func (r *recovery) usual() usual {
	u := usual{window: float64(r.window)}
	from := r.before
	var mean, deviation, n float64
	if from.length >= calmWindows*r.window {
		n = float64(from.length) / u.window
		mean, deviation = r.batches.spread(n)
	} else {
		all := r.since.sums()
		from = all[2]
		from.join(all[3])
		n = float64(from.length) / u.window
		mean = float64(from.missed) / n
		deviation = math.Sqrt(mean)
	}
	u.waiting = from.mean() + max(1, 3*from.deviation())
	u.missed = mean + float64(3*max(deviation, 1/n))
	return u
}

func (u *usual) waits(p *phase) bool { return p.mean() <= u.waiting }

func (u *usual) misses(p *phase) bool {
	return float64(p.missed) <= float64(u.missed*(float64(p.length)/u.window))
}

// figure judges the run when it is over: it was back at the first return after which
// it was as usual. It is nil where nothing can be said. A saturated run never comes back.
func (r *recovery) figure(saturated bool) *Recovery {
	if !r.closed || r.at-r.end <= r.window {
		return nil
	}
	u := r.usual()
	for i := range r.returns {
		b := &r.returns[i]
		if b.length < r.window || !u.waits(&b.phase) || !u.misses(&b.phase) {
			continue
		}
		after := b.from - r.end
		if i > 0 && u.waits(&r.returns[i-1].phase) { // only misses went on
			after = r.returns[i-1].lastMiss - r.end
		}
		return &Recovery{FromMs: r.end, Recovered: true, AfterMs: &after}
	}
	if hadTime := r.at-r.end >= watchWindows*r.window && r.at-r.end >= 2*r.deadline; !hadTime || !saturated && !r.isStuck(&u) {
		return nil
	}
	return &Recovery{FromMs: r.end}
}

// isStuck says whether a run that has not come back started enough attempts to, and is not
// on its way: in the last quarter of the time since its queue is not a tenth below the longest
// quarter's, or only the misses go on.
func (r *recovery) isStuck(u *usual) bool {
	quarters := r.since.sums()
	if float64(r.started) < float64(backlogs*(quarters[0].mean()-r.level)) {
		return false
	}
	if n := len(r.returns); n > 0 {
		last := &r.returns[n-1]
		if last.length < r.window {
			if n == 1 {
				return false
			}
			last = &r.returns[n-2]
		}
		if u.waits(&last.phase) {
			return true
		}
	}
	longest := 0.0
	for i := range quarters {
		longest = max(longest, quarters[i].mean())
	}
	return quarters[3].mean() >= float64(0.9*longest)
}
