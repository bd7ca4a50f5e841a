package measure_test

import (
	"encoding/json"
	"math"
	"math/big"
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// latencies are those of requests, failures as slow as a number.
func (h *history) latencies(requests []past, failure fixed.Micros) (all []fixed.Micros) {
	for _, r := range requests {
		if r.how == engine.RequestAnswered {
			all = append(all, r.end-r.arrival)
		} else {
			all = append(all, failure)
		}
	}
	return all
}

// failureOf is how slow a failure is, of a run as of its baseline.
func failureOf(run, baseline *history) fixed.Micros {
	if deadline := run.s.Workload.DeadlineMs; deadline > 0 {
		return deadline
	}
	return max(run.slowest, baseline.slowest)
}

// nearest is the value at position ⌈p·n/100⌉ of the sorted; 0 of none.
func nearest(values []fixed.Micros, p fixed.Percent) fixed.Micros {
	if len(values) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(values))[rank(len(values), p)-1]
}

func rank(n int, p fixed.Percent) int { return int(math.Ceil(float64(int(p)*n) / 100_000)) }

func mean(values []fixed.Micros) fixed.Micros {
	sum := fixed.Micros(0)
	for _, v := range values {
		sum += v
	}
	return rounded(big.NewRat(int64(sum), int64(max(1, len(values)))))
}

func summary(values []fixed.Micros) measure.Latencies {
	return measure.Latencies{
		Mean: mean(values),
		Percentiles: measure.Percentiles{
			P50: nearest(values, 50_000), P90: nearest(values, 90_000), P95: nearest(values, 95_000),
			P99: nearest(values, 99_000), P999: nearest(values, 99_900),
		},
		Max: nearest(values, 100_000), Exact: true,
	}
}

// ofSome is the summary of some values, and nothing of none.
func ofSome(values []fixed.Micros) *measure.Latencies {
	if len(values) == 0 {
		return nil
	}
	return new(summary(values))
}

// rounded is a number, rounded half away from zero.
func rounded(x *big.Rat) fixed.Micros {
	if x.Sign() < 0 {
		return -rounded(new(big.Rat).Neg(x))
	}
	x = new(big.Rat).Add(x, big.NewRat(1, 2))
	return fixed.Micros(new(big.Int).Quo(x.Num(), x.Denom()).Int64())
}

// figures are those of a run whose failures are as slow as a number.
func (h *history) figures(failure fixed.Micros) measure.Figures {
	counted := h.counted()
	waits, services, useful, loser := h.worked()
	f := measure.Figures{
		Requests: len(counted), LatencyMs: summary(h.latencies(counted, failure)), Saturated: h.saturated(),
		SuccessPercent: per(fixed.Micros(100*h.successes()), fixed.Micros(len(counted))),
		Hedges:         h.number(isHedge), SuppressedHedges: h.of(engine.HedgeSuppressed),
		WinsByAttempt: make([]int, h.s.Policy.MaxAttempts()),
		LoserWorkMs:   loser, WorkMs: measure.Work{Useful: useful, Loser: loser},
		DuplicateWrites: h.number(func(e engine.Event) bool { return e.Duplicate }), DeduplicatedWrites: h.of(engine.WriteDeduplicated),
	}
	for _, r := range counted {
		if r.winner > 0 && r.how == engine.RequestAnswered {
			f.WinsByAttempt[r.winner-1]++
		}
		if r.winner > 1 && r.how == engine.RequestAnswered {
			f.BackupWins++
		}
	}
	if h.s.Policy.Hedge != nil {
		because := func(why engine.Reason) int { return h.number(func(e engine.Event) bool { return e.Reason == why }) }
		f.SuppressedByReason = &measure.Suppressed{Budget: because(engine.SuppressedByBudget), Probability: because(engine.SuppressedByProbability)}
	}
	h.endsOf(&f, counted)
	if h.s.Workload.Leaves() > 1 {
		f.LeafLatencyMs, f.LeafWinsByAttempt = ofSome(h.leafTimes), make([]int, h.s.Policy.MaxAttempts())
		for _, a := range h.attempts {
			if a.won && h.counts(a.key.Request) {
				f.LeafWinsByAttempt[a.key.Attempt-1]++
			}
		}
	}
	if h.s.Backend.Capacity.Cluster != nil {
		f.WaitMs, f.ServiceMs = ofSome(waits), ofSome(services)
		f.UtilizationPercent, f.MeanQueueLength = new(h.busy()), new(h.queued())
	}
	return f
}

// endsOf adds how the requests ended, where they may end otherwise than answered whole.
func (h *history) endsOf(f *measure.Figures, counted []past) {
	var answered []past
	leaves := 0
	for _, r := range counted {
		if r.how == engine.RequestAnswered {
			answered = append(answered, r)
			leaves += r.leaves
		}
	}
	shape := h.s.Workload.FanOut
	if shape.AfterMs > 0 || shape.Needed() < shape.Leaves {
		f.Partial = new(h.partial())
		if len(answered) > 0 {
			f.CompletenessPercent = new(per(fixed.Micros(100*leaves), fixed.Micros(len(answered)*h.s.Workload.Leaves())))
		}
	}
	if h.mayFail() {
		f.Answered, f.Failed, f.Expired = new(len(answered)), new(h.of(engine.RequestFailed)), new(h.of(engine.RequestExpired))
		f.AnsweredLatencyMs = ofSome(h.latencies(answered, 0))
	}
}

func (h *history) mayFail() bool {
	c := h.s.Backend.Capacity.Cluster
	return h.s.Workload.DeadlineMs > 0 || h.s.Workload.FanOut.AfterMs > 0 || c != nil && c.QueueLimit > 0
}

// missed, partial and successes count the requests after the warm-up.
func (h *history) missed() int { return h.of(engine.RequestFailed) + h.of(engine.RequestExpired) }

func (h *history) partial() (n int) {
	for _, r := range h.counted() {
		if r.partial {
			n++
		}
	}
	return n
}

func (h *history) successes() int { return len(h.counted()) - h.missed() - h.partial() }

// extra is how many attempts of the counted leaves started when another had.
func (h *history) extra() (n int) {
	starts := map[engine.Key]int{}
	for _, a := range h.attempts {
		if a.started != measure.None && h.counts(a.key.Request) {
			starts[leafOf(a.key)]++
		}
	}
	for _, times := range starts {
		n += times - 1
	}
	return n
}

// within is how much of a stretch lies in the window.
func (h *history) within(from, to fixed.Micros) fixed.Micros {
	return max(0, min(to, h.to)-max(from, h.from))
}

// open is how many requests have arrived and not ended when all of the instant of the
// last arrival is played; waiting is how many attempts wait then.
func (h *history) open() (n int) {
	for _, r := range h.requests {
		if r.end > h.to {
			n++
		}
	}
	return n
}

func (h *history) waiting() (n int) {
	for _, a := range h.attempts {
		started := a.started != measure.None && a.started <= h.to
		if a.sent <= h.to && !started && a.ended > h.to {
			n++
		}
	}
	return n
}

// number counts the events of the counted requests for which something is true.
func (h *history) number(is func(engine.Event) bool) (n int) {
	for _, e := range h.trace {
		if h.counts(e.Key.Request) && is(e) {
			n++
		}
	}
	return n
}

func (h *history) of(kind engine.EventType) int {
	return h.number(func(e engine.Event) bool { return e.Type == kind })
}

func isHedge(e engine.Event) bool { return e.Type == engine.AttemptSent && e.Key.Attempt > 1 }

// worked gives, of the counted attempts that ran, the waits and the services, and the
// sums of the work that won and of that which did not.
func (h *history) worked() (waits, services []fixed.Micros, useful, loser fixed.Micros) {
	for _, a := range h.attempts {
		if !h.counts(a.key.Request) || a.started == measure.None {
			continue
		}
		waits, services = append(waits, a.started-a.sent), append(services, a.ended-a.started)
		if a.won {
			useful += a.ended - a.started
		} else {
			loser += a.ended - a.started
		}
	}
	return waits, services, useful, loser
}

// busy and queued are the utilization and the mean queue length, in thousandths.
func (h *history) busy() fixed.Percent {
	c := h.s.Backend.Capacity.Cluster
	total := fixed.Micros(0)
	for _, a := range h.attempts {
		if a.started != measure.None {
			total += h.within(a.started, a.ended)
		}
	}
	return per(100*total, (h.to-h.from)*fixed.Micros(c.Servers*c.Workers))
}

func (h *history) queued() fixed.Millionths {
	total := fixed.Micros(0)
	for _, a := range h.attempts {
		if a.started != measure.None {
			total += h.within(a.sent, a.started)
		} else {
			total += h.within(a.sent, a.ended)
		}
	}
	return 1000 * fixed.Millionths(per(total, h.to-h.from))
}

func per(a, b fixed.Micros) fixed.Percent {
	if b == 0 {
		return 0
	}
	return fixed.Percent(rounded(big.NewRat(1000*int64(a), int64(b))))
}

// text is a value as JSON, to be read.
func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}
