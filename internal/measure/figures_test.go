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

// latency is what a request counts as: failures are slow, never fast.
func (h *history) latency(r past) fixed.Micros {
	deadline := h.s.Workload.DeadlineMs
	switch r.how {
	case engine.RequestExpired:
		return deadline
	case engine.RequestFailed:
		if deadline > 0 {
			return max(deadline, r.end-r.arrival)
		}
		return max(h.slowest, r.end-r.arrival)
	default:
		return r.end - r.arrival
	}
}

func (h *history) latencies(requests []past) (all []fixed.Micros) {
	for _, r := range requests {
		all = append(all, h.latency(r))
	}
	return all
}

// nearest is the value at position ⌈p·n/100⌉ of the sorted; 0 of none.
func nearest(values []fixed.Micros, p fixed.Percent) fixed.Micros {
	if len(values) == 0 {
		return 0
	}
	position := int(math.Ceil(float64(int(p)*len(values)) / 100_000))
	return slices.Sorted(slices.Values(values))[position-1]
}

func summary(values []fixed.Micros) measure.Latencies {
	sum := fixed.Micros(0)
	for _, v := range values {
		sum += v
	}
	return measure.Latencies{
		Mean: rounded(big.NewRat(int64(sum), int64(max(1, len(values))))),
		Percentiles: measure.Percentiles{
			P50: nearest(values, 50_000), P90: nearest(values, 90_000), P95: nearest(values, 95_000),
			P99: nearest(values, 99_000), P999: nearest(values, 99_900),
		},
		Max: nearest(values, 100_000), Exact: true,
	}
}

// rounded is a number that is not negative, rounded half up.
func rounded(x *big.Rat) fixed.Micros {
	x = new(big.Rat).Add(x, big.NewRat(1, 2))
	return fixed.Micros(new(big.Int).Quo(x.Num(), x.Denom()).Int64())
}

// within is how much of a stretch lies in the window.
func (h *history) within(from, to fixed.Micros) fixed.Micros {
	return max(0, min(to, h.to)-max(from, h.from))
}

// difference is that of a percentile, with the 95 % interval from twenty batches.
func difference(run, baseline *history, p fixed.Percent) *measure.Difference {
	a, b := run.counted(), baseline.counted()
	n := len(a)
	if !run.s.Traits().Has(engine.Random) || n < 20 {
		return nil
	}
	var d []float64
	estimate := nearest(run.latencies(a), p) - nearest(baseline.latencies(b), p)
	for i := range 20 {
		size := n / 20
		if i < n%20 {
			size++
		}
		d = append(d, float64(nearest(run.latencies(a[:size]), p)-nearest(baseline.latencies(b[:size]), p)))
		a, b = a[size:], b[size:]
	}
	sum, squares := 0.0, 0.0
	for _, x := range d {
		sum += x
		squares += x * x
	}
	variance := max(0, squares-sum*sum/20) / 19
	half := fixed.Micros(math.Round(2.093 * math.Sqrt(variance/20)))
	return &measure.Difference{Estimate: estimate, Low: estimate - half, High: estimate + half}
}

// open is how many requests have arrived and not ended when the k-th in time has
// arrived and all of that instant is played.
func (h *history) open(k int) (n int) {
	if k == 0 {
		return 0
	}
	at := h.requests[k-1].arrival
	for _, r := range h.requests {
		if r.arrival <= at && r.end > at {
			n++
		}
	}
	return n
}

// grows says whether the backlog is a collapse's.
func (h *history) grows() bool {
	n := len(h.requests)
	late := h.open(n)
	return late >= 100 && 100*late >= 2*n && late > h.open(3*n/4)
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
