package intake

import "github.com/hedgedrill/hedgedrill/internal/engine"

// DrillName is the preset that a body starts from when it names no other, and
// that ids are differences from.
const DrillName = "drill"

// Preset is a scenario to start from, and what it teaches.
type Preset struct {
	Name     string          `json:"name"`
	Title    string          `json:"title"`
	Teaches  string          `json:"teaches"`
	Source   string          `json:"source"`
	ID       string          `json:"id"`
	Scenario engine.Scenario `json:"scenario"`

	patch string // of the drill
}

// Presets are all presets, in the order of a course.
func (in *Intake) Presets() []Preset { return in.presets }

// addPreset resolves a preset and adds it to those that can be named.
func (in *Intake) addPreset(p Preset) error {
	patch, rejection := scan([]byte(p.patch))
	if rejection != nil {
		return rejection
	}
	tree := merge(in.resolved, in.drill, patch)
	run, rejection := in.accept(patch, tree)
	if rejection != nil {
		return rejection
	}
	p.ID, p.Scenario = run.ID, run.Scenario
	in.presets = append(in.presets, p)
	in.trees[p.Name] = tree
	return nil
}

// drillScenario is the drill, every field given: twenty requests, three of which
// have a slow primary (6, 12 and 17).
const drillScenario = `{
  "seed": 1,
  "workload": {
    "requests": 20, "arrival": {"paced": {"intervalMs": 3000}}, "bursts": [], "warmupRequests": 0,
    "operation": "read", "commitMs": 60, "hops": 1, "fanOut": {"leaves": 1, "quorum": 0, "afterMs": 0},
    "deadlineMs": 0, "durationMs": 60000
  },
  "backend": {
    "latency": {"table": {
      "primaryMs": [84, 92, 71, 105,  88, 640, 97,  76, 113, 90, 68, 900, 101,  82, 120, 94, 450, 79, 108, 86],
      "backupMs":  [78, 99, 85,  74, 380,  95, 88, 102,  62, 91, 83,  96,  70, 109,  81, 87, 103, 93,  66, 90]
    }},
    "copies": "independent", "commonCausePercent": 0,
    "capacity": {"unlimited": {}}
  },
  "policy": {
    "hedge": {
      "delay": {"ms": 50}, "maxAttempts": 2, "probabilityPercent": 100, "budget": {"percent": 100},
      "cancel": "onAnswer", "cancelReach": "running", "cancelDelayMs": 0
    }
  },
  "judge": {"percentile": 95, "extraLoadLimitPercent": 25}
}`

// presetList is every preset, in the order of a course. Figures in a text are
// checked by a test against the preset's run.
func presetList() []Preset {
	const source = "The twenty-request drill"
	return []Preset{
		{
			Name: DrillName, Title: "Hedge after 50 ms", Source: source,
			Teaches: "Every primary takes more than 50 ms, so every request hedges: p95 falls from 640 to 146 ms, for 100 % extra load.",
			patch:   `{}`,
		},
		{
			Name: "baseline", Title: "No hedging", Source: source,
			Teaches: "Three slow primaries of twenty decide the tail: p50 is 92 ms, p95 is 640 ms.",
			patch:   `{"policy": {"none": {}}}`,
		},
		{
			Name: "tail-only", Title: "Hedge only the tail", Source: source,
			Teaches: "A delay of 130 ms lies above every normal primary: only the three slow requests hedge, and p95 falls from 640 to 226 ms for 15 % extra load.",
			patch:   `{"policy": {"hedge": {"delay": {"ms": 130}}}}`,
		},
		{
			Name: "too-late", Title: "Hedge too late", Source: source,
			Teaches: "A backup sent after 500 ms saves little: p95 is still 595 ms, and the request that takes 450 ms is not hedged at all.",
			patch:   `{"policy": {"hedge": {"delay": {"ms": 500}}}}`,
		},
		{
			Name: "hedge-at-once", Title: "Hedge at once", Source: source,
			Teaches: "Without a delay every request is sent twice: the best p95, 96 ms, for 100 % extra load and 1632 ms of work thrown away.",
			patch:   `{"policy": {"hedge": {"delay": {"ms": 0}}}}`,
		},
		{
			Name: "budget-spent-early", Title: "Budget spent too early", Source: source,
			Teaches: "With a delay of 50 ms and a budget of 10 % the first two requests spend it all, though they need no backup: p95 stays at 640 ms.",
			patch:   `{"policy": {"hedge": {"budget": {"percent": 10}}}}`,
		},
		{
			Name: "losers-left-running", Title: "Losers left running", Source: source,
			Teaches: "Whoever does not cancel the losers gets the same p95, 226 ms, but pays 1990 ms of work for it instead of 684.",
			patch:   `{"policy": {"hedge": {"delay": {"ms": 130}, "cancel": "never"}}}`,
		},
		{
			Name: "write-without-key", Title: "Hedge a write without an idempotency key", Source: source,
			Teaches: "A cancellation cannot undo a commit: each of the three hedged writes is committed twice.",
			patch:   `{"workload": {"operation": "write"}, "policy": {"hedge": {"delay": {"ms": 130}}}}`,
		},
		{
			Name: "write-with-key", Title: "Hedge a write with an idempotency key", Source: source,
			Teaches: "With a key the backend knows the second commit for the first one again: 3 writes are deduplicated, none is duplicated.",
			patch:   `{"workload": {"operation": "idempotentWrite"}, "policy": {"hedge": {"delay": {"ms": 130}}}}`,
		},
	}
}
