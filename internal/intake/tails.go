package intake

// tailAtScale is the paper that most of these lessons come from.
const tailAtScale = `Dean and Barroso, "The Tail at Scale", CACM 2013`

// oneInAHundred is an answer after 10 ms, and once in a hundred times after a second.
const oneInAHundred = `{"mixture": {"parts": [
	{"weight": 99, "latency": {"constant": {"ms": 10}}}, {"weight": 1, "latency": {"constant": {"ms": 1000}}}
]}}`

// tailLessons are of requests that wait for many leaves: the more there are, the
// surer one of them is slow. The seeds are such that shares round as the formula's do,
// or nearly, and that the slowest request in a thousand is about as slow as published.
func tailLessons() []Preset {
	return []Preset{
		{
			Name: "fan-out-100", Title: "One answer made of 100", Source: tailAtScale + ": 63 % of the requests",
			Teaches: "A server answers in 10 ms, but once in 100 times it takes 1 s. A request that needs 100 such answers waits for the slowest: 63 % of the requests take 1 s, and so p50 is 1000 ms.",
			LookAt:  "The leaves of a slow request: mostly it is one that all the others wait for.", CompareWith: "good-enough",
			patch: `{
				"seed": 5,
				"workload": {"requests": 1000, "arrival": {"paced": {"intervalMs": 100}}, "fanOut": {"leaves": 100}, "durationMs": 0},
				"backend": {"latency": ` + oneInAHundred + `},
				"policy": {"none": {}},
				"judge": {"percentile": 50}
			}`,
		},
		{
			Name: "fan-out-2000", Title: "One answer made of 2,000", Source: tailAtScale + ": almost one request in five",
			Teaches: "Only one answer in 10,000 takes 1 s. With 2,000 of them in a request 18 % of the requests do, and p90 is 1000 ms: what is rare at a server is common where many are asked.",
			LookAt:  "p50 beside p90: 10 ms and 1000 ms, and nothing between.", CompareWith: "fan-out-100",
			patch: `{
				"seed": 3,
				"workload": {"requests": 300, "arrival": {"paced": {"intervalMs": 100}}, "fanOut": {"leaves": 2000}, "durationMs": 0},
				"backend": {"latency": {"mixture": {"parts": [
					{"weight": 9999, "latency": {"constant": {"ms": 10}}}, {"weight": 1, "latency": {"constant": {"ms": 1000}}}
				]}}},
				"policy": {"none": {}},
				"judge": {"percentile": 90}
			}`,
		},
		{
			Name: "good-enough", Title: "98 answers of 100 are good enough", Source: tailAtScale + ": good-enough results; the share by the binomial law",
			Teaches: "The same leaves, but a request is answered when 98 of its 100 leaves are: 7.7 % of the requests take 1 s instead of 63 %, p90 is 10 ms, and nothing is sent twice.",
			LookAt:  "p99 is still 1000 ms: with three slow leaves in a request even 98 answers take long.", CompareWith: "fan-out-100",
			patch: `{
				"seed": 5,
				"workload": {"requests": 1000, "arrival": {"paced": {"intervalMs": 100}}, "fanOut": {"leaves": 100, "quorum": 98}, "durationMs": 0},
				"backend": {"latency": ` + oneInAHundred + `},
				"policy": {"none": {}},
				"judge": {"percentile": 90}
			}`,
		},
		{
			Name: "bigtable-2013", Title: "Hedged reads of BigTable (fitted)", Source: tailAtScale + ": 1,800 to 74 ms at p99.9 for 2 % more requests; its leaves' tail is fitted",
			Teaches: "A request reads 100 leaves. A backup after 10 ms cuts p99.9 from 1800 to 74 ms for 2 % more requests.",
			LookAt:  "A tail through three points is fitted to the paper's three figures: that copies are independent agrees with them, but is not proven by them. Another seed shows some ms more or less.", CompareWith: "talk-2012",
			patch: `{
				"seed": 6,
				"workload": {"requests": 10000, "arrival": {"paced": {"intervalMs": 10}}, "fanOut": {"leaves": 100}, "durationMs": 0},
				"backend": {"latency": {"quantiles": {"points": [
					{"percent": 0, "ms": 1}, {"percent": 50, "ms": 4},
					{"percent": 98, "ms": 10}, {"percent": 99.685, "ms": 69}, {"percent": 99.999, "ms": 1800}
				]}}},
				"policy": {"hedge": {"delay": {"ms": 10}}},
				"judge": {"percentile": 99.9}
			}`,
		},
		{
			Name: "talk-2012", Title: "Backup requests, as in a talk (a fit)", Source: "Jeff Dean's Berkeley talk, 2012, from notes of it: p95, p99 and p99.9 of 24, 52 and 994 ms become 20, 23 and 50 ms; the law is fitted",
			Teaches: "For 10 % of the leaves the backup is as slow as the primary, whatever happens: p99.9 falls from 994 to 50 ms, for 5 % more requests, and p99 is 23 ms.",
			LookAt:  "p99.9: with independent copies it would be 25 ms, half of what the talk shows. A common cause of 10 % explains the talk, but its figures are from notes.", CompareWith: "bigtable-2013",
			patch: `{
				"seed": 4,
				"workload": {"requests": 10000, "arrival": {"paced": {"intervalMs": 10}}, "fanOut": {"leaves": 100}, "durationMs": 0},
				"backend": {
					"latency": {"quantiles": {"points": [
						{"percent": 0, "ms": 1}, {"percent": 50, "ms": 4}, {"percent": 95, "ms": 10}, {"percent": 98.97, "ms": 20},
						{"percent": 99.9487, "ms": 24}, {"percent": 99.98995, "ms": 52}, {"percent": 99.999, "ms": 994}
					]}},
					"commonCausePercent": 10
				},
				"policy": {"hedge": {"delay": {"ms": 10}}},
				"judge": {"percentile": 99.9}
			}`,
		},
	}
}
