package intake

// copyLessons are of copies: what hedging gains depends on how much of its primary's
// trouble a backup shares.
func copyLessons() []Preset {
	return []Preset{
		{
			Name: "grpc-example", Title: "The hedging example of grpc-java",
			Source:  "grpc-java's hedging example, as its code draws: 2,000 calls, three attempts, 1 s apart",
			Teaches: "One call in ten takes 2, 5 or 10 s. With up to three attempts 1 s apart p95 falls from 5000 to 1000 ms and p99 from 10000 to 2000 ms, for 10 % extra load.",
			LookAt:  "The exact figures beside the run's: p95 and p99 lie on the very edge of a step, so another seed may show the step beside it.", CompareWith: "tail-only",
			patch: `{
				"seed": 5,
				"workload": {"requests": 2000, "arrival": {"paced": {"intervalMs": 100}}, "durationMs": 0},
				"backend": {"latency": {"mixture": {"parts": [
					{"weight": 90, "latency": {"constant": {"ms": 0}}}, {"weight": 5, "latency": {"constant": {"ms": 2000}}},
					{"weight": 4, "latency": {"constant": {"ms": 5000}}}, {"weight": 1, "latency": {"constant": {"ms": 10000}}}
				]}}},
				"policy": {"hedge": {"delay": {"ms": 1000}, "maxAttempts": 3}},
				"judge": {"percentile": 99}
			}`,
		},
		{
			Name: "common-cause", Title: "A common cause", Source: "Hedgedrill's closed form; that hedging helps only where copies do not share what is slow: Dean and Barroso, CACM 2013",
			Teaches: "2 % of the requests are slow, and for 10 % of all requests the backup shares what the primary meets. Hedging cuts p99 from 193 to 41 ms, but p99.9 only from 289 to 202 ms.",
			LookAt:  "p99.9 beside p99. Without the common cause (commonCausePercent 0) it would be 56 ms.", CompareWith: "one-down-server",
			patch: `{
				"workload": {"requests": 50000, "arrival": {"paced": {"intervalMs": 1}}, "durationMs": 0},
				"backend": {
					"latency": ` + heavyTail + `,
					"commonCausePercent": 10
				},
				"policy": {"hedge": {"delay": {"ms": 30}}},
				"judge": {"percentile": 99.9}
			}`,
		},
		{
			Name: "one-down-server", Title: "One server is down", Source: "Hedgedrill's own run",
			Teaches: "One of 10 servers is down for 20 s. A request that it loses waits for its deadline, so p99 is 1000 ms without hedging. Its backup goes to another server: p99 is 74 ms, and no request expires.",
			LookAt:  "The requests between 20 and 40 s that go to server 1: 50 ms later another server has them.", CompareWith: "common-cause",
			patch: `{
				"workload": {"requests": 20000, "arrival": {"poisson": {"ratePerSecond": 400}}, "deadlineMs": 1000, "durationMs": 0},
				"backend": {
					"latency": {"lognormal": {"medianMs": 10, "sigma": 0.5}},
					"capacity": {"cluster": {"servers": 10, "down": [{"server": 1, "fromMs": 20000, "toMs": 40000}]}}
				},
				"policy": {"hedge": {"delay": {"ms": 50}}},
				"judge": {"percentile": 99}
			}`,
		},
	}
}
