package measure_test

import (
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// naive is the drill a second time, straight from its description: no events and
// nothing that is due, only arithmetic with whole milliseconds, request by request.
type naive struct {
	rows     []naiveRow
	hedges   int
	refused  int
	wins     int // of backups
	work     int // of losers
	useful   int // work of winners
	unhedged int // work without hedging
	twice    int // duplicate writes
	again    int // deduplicated writes
	latency  figures
	baseline figures
	verdicts []string // every one that applies, in the table's order
}

// figures are percentiles by nearest rank, and the mean in thousandths.
type figures struct {
	mean, p50, p90, p95, p99, p999, max int
}

type naiveRow struct {
	arrival, attempts, winner, latency, work, commits int
	refused                                           bool
}

func playNaively(set settings, table [][2]int) naive {
	var n naive
	var latencies, unhedged []int
	allowed := len(table) * set.budget / 100
	for i, row := range table {
		primary, backup := row[0], row[1]
		r := naiveRow{arrival: i * 3000, attempts: 1, winner: 1, latency: primary}
		if !set.off && primary > set.delay {
			if allowed == 0 {
				r.refused = true
				n.refused++
			} else {
				allowed--
				n.hedges++
				r.attempts = 2
				if set.delay+backup < primary {
					r.winner, r.latency = 2, set.delay+backup
					n.wins++
				}
			}
		}
		if r.attempts == 2 {
			r.work = loserWork(set, r, primary, backup)
			n.work += r.work
		}
		if set.operation != engine.Read {
			r.commits = committed(set, r, primary, backup)
			if set.operation == engine.Write {
				n.twice += r.commits - 1
			} else {
				n.again += r.commits - 1
			}
		}
		n.useful += r.latency
		n.unhedged += primary
		if r.winner == 2 {
			n.useful -= set.delay
		}
		n.rows = append(n.rows, r)
		latencies, unhedged = append(latencies, r.latency), append(unhedged, primary)
	}
	n.latency, n.baseline = figuresOf(latencies), figuresOf(unhedged)
	n.verdicts = n.allVerdicts(set, len(table))
	return n
}

// loserWork is how long the attempt that lost ran, from its own start.
func loserWork(set settings, r naiveRow, primary, backup int) int {
	full, sent := primary, 0
	if r.winner == 1 {
		full, sent = backup, set.delay
	}
	if set.keep {
		return full
	}
	return min(full, r.latency-sent)
}

// committed counts the attempts that come to their commit before they are stopped.
func committed(set settings, r naiveRow, primary, backup int) int {
	commits := 0
	for attempt := 1; attempt <= r.attempts; attempt++ {
		sent, service := 0, primary
		if attempt == 2 {
			sent, service = set.delay, backup
		}
		at := sent + min(60, service)
		if set.keep || at <= r.latency {
			commits++
		}
	}
	return commits
}

func figuresOf(latencies []int) figures {
	slices.Sort(latencies)
	n := len(latencies)
	sum := 0
	for _, l := range latencies {
		sum += l
	}
	rank := func(tenths int) int { // of a percent
		position := tenths * n / 1000
		if tenths*n%1000 > 0 {
			position++
		}
		return latencies[position-1]
	}
	return figures{
		mean: (sum*1000*2 + n) / (2 * n),
		p50:  rank(500), p90: rank(900), p95: rank(950), p99: rank(990), p999: rank(999), max: latencies[n-1],
	}
}

func (n *naive) allVerdicts(set settings, requests int) []string {
	if set.off {
		return []string{"BASELINE"}
	}
	var apply []string
	if n.twice > 0 {
		apply = append(apply, "DUPLICATE_WRITES")
	}
	if 100*n.hedges > 25*requests {
		apply = append(apply, "EXCESS_LOAD")
	}
	if n.latency.p95 < n.baseline.p95 {
		return append(apply, "TAIL_CUT")
	}
	return append(apply, "NO_TAIL_GAIN")
}
