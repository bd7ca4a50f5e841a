package engine

// Traits are what a scenario makes possible, as a set.
type Traits uint8

// The traits.
const (
	Random     Traits = 1 << iota // a run depends on its seed
	MayFail                       // a request may end without an answer, or with one that is not whole
	MayLack                       // a request may be answered by fewer than all its leaves
	ManyLeaves                    // a request has more than one leaf
	Queues                        // attempts may wait for each other
	NoTheory                      // no closed form gives the latencies
)

// Has says whether all of some traits are in the set.
func (t Traits) Has(some Traits) bool { return t&some == some }

// Traits are those of all fields of the scenario.
func (s *Scenario) Traits() (all Traits) {
	for _, row := range traits {
		if row.when != nil && row.when(s) {
			all |= row.give
		}
	}
	return all
}

// trait says which traits a field gives, and when.
type trait struct {
	field string // its path in the JSON of a scenario
	give  Traits
	when  func(*Scenario) bool // nil: never
}

// ifHedge asks only scenarios that hedge, and ifCluster only those of a cluster.
func ifHedge(when func(*Hedge) bool) func(*Scenario) bool {
	return func(s *Scenario) bool {
		h := s.Policy.Hedging()
		return h != nil && when(h)
	}
}

func ifCluster(when func(*Cluster) bool) func(*Scenario) bool {
	return func(s *Scenario) bool {
		c := s.Backend.Capacity.Servers()
		return c != nil && when(c)
	}
}

// traits has a row for each field of a scenario; a field may have several. A union
// whose members answer questions themselves is one field.
var traits = []trait{
	{field: "seed"},
	{field: "workload.requests"},
	{"workload.arrival", Random, func(s *Scenario) bool { return s.Workload.Arrival.kind().random() }},
	{field: "workload.bursts.atMs"},
	{field: "workload.bursts.requests"},
	{field: "workload.warmupRequests"},
	{field: "workload.operation"},
	{field: "workload.commitMs"},
	{"workload.hops", ManyLeaves | NoTheory, func(s *Scenario) bool { return s.Workload.Hops > 1 }},
	{"workload.fanOut.leaves", ManyLeaves, func(s *Scenario) bool { return s.Workload.FanOut.Leaves > 1 }},
	{"workload.fanOut.quorum", MayLack | NoTheory, func(s *Scenario) bool { return s.Workload.FanOut.Needed() < s.Workload.FanOut.Leaves }},
	{"workload.fanOut.afterMs", MayFail | MayLack | NoTheory, func(s *Scenario) bool { return s.Workload.FanOut.AfterMs > 0 }},
	{"workload.deadlineMs", MayFail | NoTheory, func(s *Scenario) bool { return s.Workload.DeadlineMs > 0 }},
	{field: "workload.durationMs"},
	{"backend.latency", Random, func(s *Scenario) bool { return s.Backend.Latency.Constant == nil && s.Backend.Latency.Table == nil }},
	{"backend.latency", NoTheory, func(s *Scenario) bool { return s.Backend.Latency.Table != nil }},
	{field: "backend.copies"},
	{field: "backend.commonCausePercent"},
	{field: "backend.capacity.unlimited"},
	{"backend.capacity.cluster.servers", Queues | NoTheory, ifCluster(func(*Cluster) bool { return true })},
	{field: "backend.capacity.cluster.workers"},
	{field: "backend.capacity.cluster.queue"},
	{"backend.capacity.cluster.queueLimit", MayFail, ifCluster(func(c *Cluster) bool { return c.QueueLimit > 0 })},
	{field: "backend.capacity.cluster.order"},
	{"backend.capacity.cluster.balance", Random, ifCluster(func(c *Cluster) bool {
		return c.Servers > 1 && c.Queue == PerServerQueue && (c.Balance == RandomServer || c.Balance == PowerOfTwo)
	})},
	{field: "backend.capacity.cluster.slow.server"},
	{field: "backend.capacity.cluster.slow.fromMs"},
	{field: "backend.capacity.cluster.slow.toMs"},
	{field: "backend.capacity.cluster.slow.factor"},
	{field: "backend.capacity.cluster.down.server"}, // calls to it end at the deadline, which there must be
	{field: "backend.capacity.cluster.down.fromMs"},
	{field: "backend.capacity.cluster.down.toMs"},
	{field: "policy.none.cancel"},
	{field: "policy.none.cancelReach"},
	{field: "policy.none.cancelDelayMs"},
	{"policy.hedge.delay", NoTheory, ifHedge(func(h *Hedge) bool {
		_, isFixed := h.Delay.Fixed()
		return !isFixed
	})},
	{field: "policy.hedge.maxAttempts"},
	{"policy.hedge.probabilityPercent", Random, ifHedge(func(h *Hedge) bool { return 0 < h.ProbabilityPercent && h.ProbabilityPercent < 100_000 })},
	{"policy.hedge.budget", NoTheory, ifHedge(func(h *Hedge) bool { return h.Budget.Binds() })},
	{field: "policy.hedge.cancel"},
	{field: "policy.hedge.cancelReach"},
	{field: "policy.hedge.cancelDelayMs"},
	{field: "judge.percentile"},
	{field: "judge.extraLoadLimitPercent"},
}
