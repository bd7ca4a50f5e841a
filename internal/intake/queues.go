package intake

// heavyTail is the service of most lessons of queues, and of one of copies: its mean is 15.1 ms, of which
// the slow one in fifty makes a quarter. Sixteen servers do 1,059 a second.
const heavyTail = `{"mixture": {"parts": [
	{"weight": 98, "latency": {"lognormal": {"medianMs": 10, "sigma": 0.5}}},
	{"weight": 2, "latency": {"uniform": {"minMs": 100, "maxMs": 300}}}
]}}`

// sharedQueue is sixteen such servers with one queue.
const sharedQueue = `{"latency": ` + heavyTail + `, "capacity": {"cluster": {"servers": 16, "queue": "shared"}}}`

// ownQueues is where these lessons come from.
const ownQueues = "Hedgedrill's reference runs: 16 servers, lognormal service, one in fifty from 100 to 300 ms"

// queueLessons are of servers that requests share: a backup there is work for all.
func queueLessons() []Preset {
	return []Preset{
		{
			Name: "shared-queue-calm", Title: "A shared queue at half its load", Source: ownQueues,
			Teaches: "16 servers, half of them busy, share a queue. 3.3 % of the requests send a backup after 30 ms, and p99 falls from 189 to 41 ms, though losers run on.",
			LookAt:  "The wait: its p99 is 1 ms. Where nothing queues, a backup is in nobody's way.", CompareWith: "shared-queue-collapse",
			patch: `{
				"workload": {"requests": 40000, "arrival": {"poisson": {"ratePerSecond": 530}}, "durationMs": 0},
				"backend": ` + sharedQueue + `,
				"policy": {"hedge": {"delay": {"ms": 30}, "cancel": "never"}},
				"judge": {"percentile": 99}
			}`,
		},
		{
			Name: "shared-queue-collapse", Title: "The same queue with a fifth more requests", Source: ownQueues,
			Teaches: "636 requests a second instead of 530. Backups make the queue longer, and a longer queue makes more requests hedge: 84 % do, and 5,308 are open at the end. Without hedging p99 is 189 ms.",
			LookAt:  "Open requests over time: they only grow. The servers are 94 % busy with work of which more than half is thrown away.", CompareWith: "shared-queue-calm",
			patch: `{
				"workload": {"requests": 40000, "arrival": {"poisson": {"ratePerSecond": 636}}, "durationMs": 0},
				"backend": ` + sharedQueue + `,
				"policy": {"hedge": {"delay": {"ms": 30}, "cancel": "never"}},
				"judge": {"percentile": 99}
			}`,
		},
		{
			Name: "burst-trap", Title: "Perfect until a burst", Source: ownQueues,
			Teaches: "Hedging cuts p99 from 189 to 41 ms, until 100 extra requests arrive at once. They wait, so they hedge, and those that come after them too: the queue never empties again. p99 is 2416 ms, and 1,317 requests are open at the end.",
			LookAt:  "The queue before and after 30 s. Without hedging the same burst is worked off, and p99 is 189 ms.", CompareWith: "budget-saves",
			patch: `{
				"workload": {"requests": 40000, "arrival": {"poisson": {"ratePerSecond": 560}}, "bursts": [{"atMs": 30000, "requests": 100}], "durationMs": 0},
				"backend": ` + sharedQueue + `,
				"policy": {"hedge": {"delay": {"ms": 30}, "cancel": "never"}},
				"judge": {"percentile": 99}
			}`,
		},
		{
			Name: "budget-saves", Title: "A budget saves it", Source: ownQueues,
			Teaches: "The same burst, but only 5 % of the requests may hedge. The burst spends what is left of the budget, and is over: p99 is 198 ms instead of 2416.",
			LookAt:  "The 914 suppressed hedges. The price: p99 is no better than the 189 ms without hedging.", CompareWith: "burst-trap",
			patch: `{
				"workload": {"requests": 40000, "arrival": {"poisson": {"ratePerSecond": 560}}, "bursts": [{"atMs": 30000, "requests": 100}], "durationMs": 0},
				"backend": ` + sharedQueue + `,
				"policy": {"hedge": {"delay": {"ms": 30}, "cancel": "never", "budget": {"percent": 5}}},
				"judge": {"percentile": 99}
			}`,
		},
		{
			Name: "heavy-requests", Title: "Heavy requests", Source: ownQueues,
			Teaches: "The slow requests are not unlucky, they are heavy, and a backup repeats the work. Not one backup answers first: p99 rises from 189 to 299 ms, for 41 % extra load.",
			LookAt:  "The utilization: 77 % instead of 51 %. Only the copies differ from shared-queue-calm.", CompareWith: "shared-queue-calm",
			patch: `{
				"workload": {"requests": 40000, "arrival": {"poisson": {"ratePerSecond": 530}}, "durationMs": 0},
				"backend": {"latency": ` + heavyTail + `, "copies": "identical", "capacity": {"cluster": {"servers": 16, "queue": "shared"}}},
				"policy": {"hedge": {"delay": {"ms": 30}, "cancel": "never"}},
				"judge": {"percentile": 99}
			}`,
		},
		{
			Name: "redundancy-d", Title: "Every request at two servers", Source: "Redundancy-d: Gardner et al., Queueing Systems 2016; identical copies: Anton et al. 2019",
			Teaches: "10 servers, 70 % busy. Each request goes to two, and the slower copy is cancelled: the mean falls from 33 to 11 ms and p99 from 159 to 38 ms.",
			LookAt:  "The utilization: still 70 %, though all is sent twice, since exponential service has no memory and copies are independent. With identical copies p99 is 98 ms, and the servers are 92 % busy.", CompareWith: "hedge-at-once",
			patch: `{
				"workload": {"requests": 50000, "arrival": {"poisson": {"ratePerSecond": 700}}, "durationMs": 0},
				"backend": {"latency": {"exponential": {"meanMs": 10}}, "capacity": {"cluster": {"servers": 10}}},
				"policy": {"hedge": {"delay": {"ms": 0}}},
				"judge": {"percentile": 99, "extraLoadLimitPercent": 100}
			}`,
		},
		{
			Name: "tied-2013", Title: "Tied requests at busy disks (fitted)", Source: tailAtScale + ": table 2, beside a terasort 21, 32, 38 and 32 % less; load and law are fitted",
			Teaches: "A read goes to one of 20 disks and, if it still waits there after 1 ms, to a second. The copy that starts first withdraws the other: p50 falls by 19 %, p90 by 34 %, p99 by 37 % and p99.9 by 34 %.",
			LookAt:  "The loser work, 0.8 % of all: copies that both started while the message was on its way. The paper measured less than 1 %.", CompareWith: "tied-or-hedged",
			patch: `{
				"workload": {"requests": 50000, "arrival": {"poisson": {"ratePerSecond": 418}}, "durationMs": 0},
				"backend": {"latency": {"lognormal": {"medianMs": 16, "sigma": 0.6}}, "capacity": {"cluster": {"servers": 20}}},
				"policy": {"hedge": {"delay": {"ms": 1}, "cancel": "onStart", "cancelDelayMs": 0.5}},
				"judge": {"percentile": 99.9, "extraLoadLimitPercent": 100}
			}`,
		},
		{
			Name: "tied-or-hedged", Title: "Tied or hedged", Source: ownQueues + ", a queue each; tied requests: Dean and Barroso, CACM 2013",
			Teaches: "16 servers with a queue each, 80 % busy. Tied copies, the second after 1 ms if the first still waits, cut p99 from 770 to 227 ms and add no work at all. Hedged after 30 ms, with losers that run on, the same servers collapse.",
			LookAt:  "The loser work, 0 ms, beside 79 % extra load. p99 stays above 200 ms: tying takes away the wait, not the slow service.", CompareWith: "tied-2013",
			patch: `{
				"workload": {"requests": 100000, "arrival": {"poisson": {"ratePerSecond": 847}}, "durationMs": 0},
				"backend": {"latency": ` + heavyTail + `, "capacity": {"cluster": {"servers": 16}}},
				"policy": {"hedge": {"delay": {"ms": 1}, "cancel": "onStart"}},
				"judge": {"percentile": 99, "extraLoadLimitPercent": 100}
			}`,
		},
	}
}
