package theory

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// history is all of a run that the model's section "Recovery" speaks of.
type history struct {
	times          []fixed.Micros // at which the number of waiting attempts may change
	waiting        []int          // from each of them on
	misses, starts []fixed.Micros
	opened, last   fixed.Micros
}

func historyOf(s *engine.Scenario) (h history) {
	h.opened, h.last = -1, -1
	arrived, waiting := 0, 0
	engine.Run(s, func(e *engine.Event) bool {
		switch {
		case e.Type == engine.RequestArrived:
			if arrived++; h.opened < 0 && int(e.Key.Request) > s.Workload.WarmupRequests {
				h.opened = e.At
			}
			h.last = e.At
		case e.Type == engine.AttemptSent:
			waiting++
		case e.Type == engine.AttemptStarted:
			waiting--
			h.starts = append(h.starts, e.At)
		case e.Type.EndsAttempt() && e.State != engine.Running:
			waiting--
		case e.Type == engine.RequestFailed || e.Type == engine.RequestExpired:
			h.misses = append(h.misses, e.At)
		}
		if n := len(h.times); n > 0 && h.times[n-1] == e.At {
			h.waiting[n-1] = waiting
		} else {
			h.times, h.waiting = append(h.times, e.At), append(h.waiting, waiting)
		}
		return true
	})
	return h
}

// moments are mean and standard deviation of what waits from one instant to another.
func (h *history) moments(from, to fixed.Micros) (mean, deviation float64) {
	for power := range 2 {
		sum := 0.0
		for i, at := range h.times {
			end := to
			if i+1 < len(h.times) {
				end = min(to, h.times[i+1])
			}
			if length := end - max(from, at); length > 0 {
				sum += math.Pow(float64(h.waiting[i])-mean, float64(power+1)) * float64(length)
			}
		}
		if power == 0 {
			mean = sum / float64(to-from)
		} else {
			deviation = math.Sqrt(sum / float64(to-from))
		}
	}
	return mean, deviation
}

// between counts the instants after from up to to.
func between(all []fixed.Micros, from, to fixed.Micros) (n int, last fixed.Micros) {
	for _, at := range all {
		if from < at && at <= to {
			n, last = n+1, at
		}
	}
	return n, last
}

// returnAt is the first instant from one on, before the last arrival, from which no more
// wait than a level.
func (h *history) returnAt(from fixed.Micros, level float64) (fixed.Micros, bool) {
	for i, at := range h.times {
		if float64(h.waiting[i]) <= level && max(at, from) < h.last && (i+1 == len(h.times) || h.times[i+1] > from) {
			return max(at, from), true
		}
	}
	return 0, false
}

// quarters are the instants that cut the time since the trouble.
func quarters(end, last, window fixed.Micros) []fixed.Micros {
	width := window
	for 16*width < last-end {
		width *= 2
	}
	n := int((last - end + width - 1) / width)
	cuts := []fixed.Micros{end}
	for i := 1; i < n; i++ {
		if 4*i/n != 4*(i-1)/n {
			cuts = append(cuts, end+fixed.Micros(i)*width)
		}
	}
	return append(cuts, last)
}

// recoveryOf reads the model's section word by word.
func recoveryOf(h *history, begin, end, window, deadline fixed.Micros, saturated bool) *measure.Recovery {
	if h.last-end <= window {
		return nil
	}
	level, n := 0.0, 0.0
	if h.opened < begin {
		n = float64(begin-h.opened) / float64(window)
	}
	if n >= 1 {
		level, _ = h.moments(h.opened, begin)
	}
	most, rate := h.usual(begin, end, window, n)
	asUsual := func(from, to fixed.Micros) (waits, misses bool) {
		mean, _ := h.moments(from, to)
		missed, _ := between(h.misses, from, to)
		return mean <= most, float64(missed) <= rate*float64(to-from)/float64(window)
	}
	var returns []fixed.Micros
	for from := end; ; {
		r, ok := h.returnAt(from, level)
		if !ok {
			break
		}
		returns = append(returns, r)
		from = r + max(window, (r-end)/4)
	}
	returns = append(returns, h.last)
	var onlyMisses, longBefore bool
	for i := range len(returns) - 1 {
		if returns[i+1]-returns[i] < window {
			break
		}
		waits, misses := asUsual(returns[i], returns[i+1])
		if waits && misses {
			after := returns[i] - end
			if onlyMisses {
				_, last := between(h.misses, returns[i-1], returns[i])
				after = last - end
			}
			return &measure.Recovery{FromMs: end, Recovered: true, AfterMs: &after}
		}
		onlyMisses, longBefore = waits, true
	}
	if h.last-end < 10*window || h.last-end < 2*deadline {
		return nil
	}
	if saturated {
		return &measure.Recovery{FromMs: end}
	}
	if len(returns) > 1 && !longBefore {
		return nil
	}
	var means []float64
	for cuts := quarters(end, h.last, window); len(cuts) > 1; cuts = cuts[1:] {
		mean, _ := h.moments(cuts[0], cuts[1])
		means = append(means, mean)
	}
	started := 0
	for _, at := range h.starts {
		if end <= at && at <= h.last {
			started++
		}
	}
	if float64(started) < 20*(means[0]-level) || !onlyMisses && means[3] < 0.9*max(means[0], means[1], means[2]) {
		return nil
	}
	return &measure.Recovery{FromMs: end}
}

// usual is how many wait, and how many are missed a window, of which more are not noise.
func (h *history) usual(begin, end, window fixed.Micros, n float64) (waiting, missed float64) {
	if n < 10 {
		cuts := quarters(end, h.last, window)
		middle := cuts[len(cuts)/2] // of three cuts, four or five
		m, s := h.moments(middle, h.last)
		n = float64(h.last-middle) / float64(window)
		count, _ := between(h.misses, middle, h.last)
		a := float64(count) / n
		return m + max(1, 3*s), a + 3*max(math.Sqrt(a), 1/n)
	}
	m, s := h.moments(h.opened, begin)
	counts, sum, squares := make(map[fixed.Micros]float64), 0.0, 0.0
	for _, at := range h.misses {
		if h.opened <= at && at < begin {
			counts[(at-h.opened)/window]++
		}
	}
	for _, c := range counts {
		sum, squares = sum+c, squares+c*c
	}
	a := sum / n
	return m + max(1, 3*s), a + 3*max(math.Sqrt(max(0, squares/n-a*a)), 1/n)
}

func TestRecoveryEqualsADumbReading(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 11))
	words := map[string]int{}
	for range 200 {
		s, begin, end, window := troubled(t, rnd)
		m := playScenario(t, &s).Metrics
		none := s.Baseline()
		for i, played := range []*engine.Scenario{&s, &none} {
			h := historyOf(played)
			f := []*measure.Figures{&m.Figures, &m.Baseline}[i]
			want, got := recoveryOf(&h, begin, end, window, s.Workload.DeadlineMs, f.Saturated), f.Recovery
			if spell(want) != spell(got) {
				t.Errorf("%s, the model says %s: %+v", spell(got), spell(want), s)
			}
			switch {
			case got == nil:
				words["nothing"]++
			case !got.Recovered:
				words["never"]++
			case *got.AfterMs == 0:
				words["at once"]++
			default:
				words["later"]++
			}
		}
	}
	t.Log(words)
	if min(words["nothing"], 4*words["never"], words["at once"], words["later"]) < 20 {
		t.Fatalf("saw too little: %v", words)
	}
}

// troubled draws a scenario, and says when its trouble begins and ends, and how long a
// window is.
func troubled(t *testing.T, rnd *rand.Rand) (s engine.Scenario, begin, end, window fixed.Micros) {
	t.Helper()
	rate, delay, cancel, from, deadline := 20+rnd.IntN(75), 20+rnd.IntN(100), "onAnswer", rnd.IntN(20_000), []int{100, 1000, 30_000}[rnd.IntN(3)]
	requests, limit := 500+rnd.IntN(5000), rnd.IntN(2)*20
	trouble, bursts, length := fmt.Sprintf(`"down":[{"server":%d,"fromMs":%d,"toMs":%d}]`, rnd.IntN(3), from, from+3000), "", 3000
	switch rnd.IntN(4) {
	case 0:
		trouble, length = fmt.Sprintf(`"slow":[{"server":0,"fromMs":%d,"toMs":%d,"factor":%d}]`, from, from+2000, 2+rnd.IntN(6)), 2000
	case 1: // fast is no trouble
		trouble, length = `"slow":[{"server":2,"fromMs":0,"toMs":90000,"factor":0.9}]`, 0
		bursts = fmt.Sprintf(`{"atMs":%d,"requests":%d}`, from, 1+rnd.IntN(200))
	case 2: // hedging has it tip over
		rate, delay, cancel, deadline, requests, limit = 58+rnd.IntN(10), 200, "never", 30_000, 6000, 0
		trouble, length, bursts = `"slow":[]`, 0, fmt.Sprintf(`{"atMs":%d,"requests":100}`, from)
	}
	s = scenario(t, fmt.Sprintf(`{"seed":%d,"workload":{"requests":%d,"warmupRequests":%d,"deadlineMs":%d,"durationMs":0,"arrival":{"poisson":{"ratePerSecond":%d}},"bursts":[%s]},
		"backend":{"latency":{"exponential":{"meanMs":20}},"capacity":{"cluster":{"servers":2,"queue":"%s","queueLimit":%d,%s}}},
		"policy":{"hedge":{"delay":{"ms":%d},"cancel":"%s"}}}`, rnd.IntN(1000), requests, rnd.IntN(300), deadline, rate, bursts,
		[]string{"shared", "perServer"}[rnd.IntN(2)], limit, trouble, delay, cancel))
	begin = fixed.Micros(from) * fixed.Millisecond
	return s, begin, begin + fixed.Micros(length)*fixed.Millisecond, fixed.Micros(100 * 1_000_000 / rate)
}

func spell(r *measure.Recovery) string {
	switch {
	case r == nil:
		return "nothing"
	case r.AfterMs == nil:
		return fmt.Sprintf("%v from %v", r.Recovered, r.FromMs)
	default:
		return fmt.Sprintf("%v from %v after %v", r.Recovered, r.FromMs, *r.AfterMs)
	}
}
