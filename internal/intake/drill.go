package intake

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

// drillLessons are the drill and its variations.
func drillLessons() []Preset {
	const source = "The twenty-request drill"
	return []Preset{
		{
			Name: DrillName, Title: "Hedge after 50 ms", Source: source,
			Teaches: "Every primary takes more than 50 ms, so every request hedges: p95 falls from 640 to 146 ms, for 100 % extra load.",
			LookAt:  "The backups: all twenty requests send one, and only four of them answer first.", CompareWith: "tail-only",
			patch: `{}`,
		},
		{
			Name: "baseline", Title: "No hedging", Source: source,
			Teaches: "Three slow primaries of twenty decide the tail: p50 is 92 ms, p95 is 640 ms.",
			LookAt:  "Requests 6, 12 and 17, which take 640, 900 and 450 ms.", CompareWith: "drill",
			patch: `{"policy": {"none": {}}}`,
		},
		{
			Name: "tail-only", Title: "Hedge only the tail", Source: source,
			Teaches: "A delay of 130 ms lies above every normal primary: only the three slow requests hedge, and p95 falls from 640 to 226 ms for 15 % extra load.",
			LookAt:  "Requests 6, 12 and 17: their backups answer after 225, 226 and 233 ms. No other request sends one.", CompareWith: "drill",
			patch: `{"policy": {"hedge": {"delay": {"ms": 130}}}}`,
		},
		{
			Name: "too-late", Title: "Hedge too late", Source: source,
			Teaches: "A backup sent after 500 ms saves little: p95 is still 595 ms, and the request that takes 450 ms is not hedged at all.",
			LookAt:  "Request 17: its answer comes before its backup would be sent.", CompareWith: "tail-only",
			patch: `{"policy": {"hedge": {"delay": {"ms": 500}}}}`,
		},
		{
			Name: "hedge-at-once", Title: "Hedge at once", Source: source,
			Teaches: "Without a delay every request is sent twice: the best p95, 96 ms, for 100 % extra load and 1632 ms of work thrown away.",
			LookAt:  "The loser work: all twenty losers are cancelled, and still as much is thrown away as that.", CompareWith: "redundancy-d",
			patch: `{"policy": {"hedge": {"delay": {"ms": 0}}}}`,
		},
		{
			Name: "budget-spent-early", Title: "Budget spent too early", Source: source,
			Teaches: "With a delay of 50 ms and a budget of 10 % the first two requests spend it all, though they need no backup: p95 stays at 640 ms.",
			LookAt:  "The 18 suppressed hedges: those of requests 6, 12 and 17 are among them.", CompareWith: "budget-saves",
			patch: `{"policy": {"hedge": {"budget": {"percent": 10}}}}`,
		},
		{
			Name: "losers-left-running", Title: "Losers left running", Source: source,
			Teaches: "Whoever does not cancel the losers gets the same p95, 226 ms, but pays 1990 ms of work for it instead of 684.",
			LookAt:  "The primaries of requests 6, 12 and 17: they run on after the answer.", CompareWith: "tail-only",
			patch: `{"policy": {"hedge": {"delay": {"ms": 130}, "cancel": "never"}}}`,
		},
		{
			Name: "write-without-key", Title: "Hedge a write without an idempotency key", Source: source,
			Teaches: "A cancellation cannot undo a commit: each of the three hedged writes is committed twice.",
			LookAt:  "The commits of requests 6, 12 and 17: a backup commits although its primary has.", CompareWith: "write-with-key",
			patch: `{"workload": {"operation": "write"}, "policy": {"hedge": {"delay": {"ms": 130}}}}`,
		},
		{
			Name: "write-with-key", Title: "Hedge a write with an idempotency key", Source: source,
			Teaches: "With a key the backend knows the second commit for the first one again: 3 writes are deduplicated, none is duplicated.",
			LookAt:  "The commits of requests 6, 12 and 17: the second of each changes nothing.", CompareWith: "write-without-key",
			patch: `{"workload": {"operation": "idempotentWrite"}, "policy": {"hedge": {"delay": {"ms": 130}}}}`,
		},
	}
}
