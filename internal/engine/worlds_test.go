package engine_test

import (
	"encoding/json"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// randomWorld draws a scenario over all options at once, but small. Its tables serve
// every backup by their second column, of which a person may have but one.
func randomWorld() *rapid.Generator[*engine.Scenario] {
	return rapid.Custom(func(t *rapid.T) *engine.Scenario {
		s := &newScene().Scenario
		s.Seed = rapid.Int64Range(0, 1<<53-1).Draw(t, "seed")
		randomLoad(t, &s.Workload)
		randomBackend(t, s)
		if rapid.IntRange(0, 5).Draw(t, "none") > 0 {
			h := randomHedge(5).Draw(t, "hedge")
			if rapid.Bool().Draw(t, "by chance") {
				h.ProbabilityPercent = share().Draw(t, "probability")
			}
			h.Cancel = rapid.SampledFrom([]engine.Cancel{engine.CancelOnAnswer, engine.CancelOnStart, engine.CancelNever}).Draw(t, "cancel")
			if h.Cancel == engine.CancelOnStart && rapid.Bool().Draw(t, "at once") {
				h.Delay.Ms = new(fixed.Micros(0))
			}
			h.CancelReach = rapid.SampledFrom([]engine.CancelReach{engine.ReachRunning, engine.ReachQueued}).Draw(t, "reach")
			if rapid.Bool().Draw(t, "message takes time") {
				h.CancelDelayMs = span().Draw(t, "cancel delay")
			}
			s.Policy = engine.Policy{Hedge: h}
		}
		return s
	})
}

func randomLoad(t *rapid.T, w *engine.Workload) {
	w.Requests = rapid.IntRange(1, 12).Draw(t, "requests")
	w.Arrival.Paced.IntervalMs = span().Draw(t, "interval")
	if rapid.IntRange(0, 3).Draw(t, "poisson") == 0 {
		w.Arrival = engine.Arrival{Poisson: &engine.Poisson{RatePerSecond: fixed.Millionths(rapid.IntRange(20_000_000, 2_000_000_000).Draw(t, "rate"))}}
	}
	for range rapid.IntRange(-2, 2).Draw(t, "bursts") {
		w.Bursts = append(w.Bursts, engine.Burst{AtMs: span().Draw(t, "burst at"), Requests: rapid.IntRange(1, 3).Draw(t, "of")})
	}
	if rapid.Bool().Draw(t, "has a shape") {
		randomShape(t, w)
	}
	w.WarmupRequests = rapid.IntRange(0, w.Total()-1).Draw(t, "warm-up")
	w.Operation = rapid.SampledFrom([]engine.Operation{engine.Read, engine.Write, engine.IdempotentWrite}).Draw(t, "operation")
	w.CommitMs = span().Draw(t, "commit")
	w.DurationMs = fixed.Micros(rapid.IntRange(0, 300).Draw(t, "duration")) * fixed.Millisecond
	if rapid.Bool().Draw(t, "expires") {
		w.DeadlineMs = fixed.Micros(rapid.IntRange(1, 24).Draw(t, "deadline")) * 5 * fixed.Millisecond
	}
}

// randomShape draws how a request fans out, in one hop or several, and what is enough.
// Requests are fewer then.
func randomShape(t *rapid.T, w *engine.Workload) {
	w.Requests = min(w.Requests, 6)
	w.Hops = rapid.SampledFrom([]int{1, 1, 1, 2, 3}).Draw(t, "hops")
	w.FanOut.Leaves = rapid.IntRange(1, 4).Draw(t, "leaves")
	w.FanOut.Quorum = rapid.IntRange(0, w.FanOut.Leaves).Draw(t, "quorum")
	if rapid.Bool().Draw(t, "has a clock") {
		w.FanOut.AfterMs = span().Draw(t, "after")
	}
}

func randomBackend(t *rapid.T, s *engine.Scenario) {
	b := &s.Backend
	switch rapid.IntRange(0, 5).Draw(t, "law") {
	default:
		if s.Workload.Leaves() > 1 {
			b.Latency.Mixture = randomMixture(t)
			break
		}
		column := rapid.SliceOfN(span(), s.Workload.Total(), s.Workload.Total())
		b.Latency.Table = &latency.Table{PrimaryMs: column.Draw(t, "primary"), BackupMs: column.Draw(t, "backup")}
	case 1:
		b.Latency.Constant = &latency.Constant{Ms: span().Draw(t, "constant")}
	case 2:
		b.Latency.Exponential = &latency.Exponential{MeanMs: 1 + span().Draw(t, "mean")}
	}
	b.Copies = rapid.SampledFrom([]engine.Copies{engine.Independent, engine.Independent, engine.Identical}).Draw(t, "copies")
	if rapid.IntRange(0, 3).Draw(t, "common cause") == 0 {
		b.CommonCausePercent = share().Draw(t, "common")
	}
	if rapid.IntRange(0, 5).Draw(t, "unlimited") > 0 {
		b.Capacity = engine.Capacity{Cluster: randomCluster(t)}
		if len(b.Capacity.Cluster.Down) > 0 {
			s.Workload.DeadlineMs = max(s.Workload.DeadlineMs, 3*fixed.Millisecond)
		}
	}
}

// randomMixture is a law of a few coarse times.
func randomMixture(t *rapid.T) *latency.Mixture {
	m := &latency.Mixture{}
	for range rapid.IntRange(2, 4).Draw(t, "parts") {
		m.Parts = append(m.Parts, latency.Part{Weight: 1_000_000, Latency: latency.Law{Constant: &latency.Constant{Ms: span().Draw(t, "part")}}})
	}
	return m
}

func randomCluster(t *rapid.T) *engine.Cluster {
	c := newScene().cluster
	c.Servers = rapid.SampledFrom([]int{1, 2, 2, 3, 5}).Draw(t, "servers")
	c.Workers = rapid.SampledFrom([]int{1, 1, 1, 2, 3}).Draw(t, "workers")
	c.Queue = rapid.SampledFrom([]engine.QueueKind{engine.PerServerQueue, engine.PerServerQueue, engine.SharedQueue}).Draw(t, "queue")
	c.QueueLimit = max(0, rapid.IntRange(-3, 3).Draw(t, "limit"))
	c.Order = rapid.SampledFrom([]engine.Order{engine.FIFO, engine.LIFO, engine.HedgesLast}).Draw(t, "order")
	c.Balance = rapid.SampledFrom([]engine.Balance{engine.RandomServer, engine.RoundRobin, engine.LeastOutstanding, engine.PowerOfTwo}).Draw(t, "balance")
	window := func() engine.Window {
		from := span().Draw(t, "from")
		return engine.Window{Server: rapid.IntRange(0, c.Servers).Draw(t, "server"), FromMs: from, ToMs: from + span().Draw(t, "length")}
	}
	for range rapid.IntRange(-2, 3).Draw(t, "slow") {
		c.Slow = append(c.Slow, engine.Slow{Window: window(), Factor: fixed.Millionths(rapid.IntRange(0, 6).Draw(t, "halves") * 500_000)})
	}
	for range rapid.IntRange(-3, 3).Draw(t, "down") {
		c.Down = append(c.Down, engine.Down{Window: window()})
	}
	return &c
}

// written is a scenario that prints as JSON: where a law fails, not before.
type written struct{ *engine.Scenario }

func (w written) String() string {
	text, err := json.Marshal(w.Scenario)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
