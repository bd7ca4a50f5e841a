package theory

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// world is a world of which it is known what hedging does to it, and what its outcome
// has to say of that: one of some verdicts, and a finding or a warning if one is named.
type world struct {
	name     string
	body     string // with a place for the seed
	verdicts []string
	also     string
	never    []string // verdicts, findings and warnings that must not come up
}

// The service of most worlds, whose mean is 15.1 ms: sixteen servers do 1,059 a second.
const heavyTail = `{"mixture":{"parts":[{"weight":98,"latency":{"lognormal":{"medianMs":10,"sigma":0.5}}},{"weight":2,"latency":{"uniform":{"minMs":100,"maxMs":300}}}]}}`

// shared is sixteen servers with one queue, and requests at a rate, with more of the
// workload; own is ten servers with a queue each and exponential services of 10 ms.
func shared(rate int, workload, cluster, policy string) string {
	return fmt.Sprintf(`{"seed":%%d,"workload":{"requests":40000,"durationMs":0,"arrival":{"poisson":{"ratePerSecond":%d}}%s},
		"backend":{"latency":%s,"capacity":{"cluster":{"servers":16,"queue":"shared"%s}}},"policy":%s,"judge":{"percentile":99,"extraLoadLimitPercent":100}}`,
		rate, workload, heavyTail, cluster, policy)
}

func own(rate int, workload, cluster, policy string) string {
	return fmt.Sprintf(`{"seed":%%d,"workload":{"requests":60000,"durationMs":0,"arrival":{"poisson":{"ratePerSecond":%d}}%s},
		"backend":{"latency":{"exponential":{"meanMs":10}},"capacity":{"cluster":{"servers":10%s}}},"policy":%s,"judge":{"percentile":99,"extraLoadLimitPercent":100}}`,
		rate, workload, cluster, policy)
}

const (
	noHedge     = `{"none":{}}`
	losersRunOn = `{"hedge":{"delay":{"ms":30},"cancel":"never"}}`
	cancelled   = `{"hedge":{"delay":{"ms":30}}}`
	deadline    = `,"deadlineMs":1000`
)

var overload = []string{"COLLAPSE", "OVERLOADED", "BASELINE_OVERLOADED"}

var worldsKnown = []world{
	{"stable, shared queue", shared(530, "", "", losersRunOn), []string{"TAIL_CUT"}, "", overload},
	{"stable, shared queue, deadline", shared(530, deadline, "", losersRunOn), []string{"TAIL_CUT"}, "", overload},
	{"stable, shared queue, limit", shared(530, "", `,"queueLimit":160`, losersRunOn), []string{"TAIL_CUT", "MORE_FAILURES", "FEWER_FAILURES"}, "", overload},
	{"stable, own queues, cancelled", own(700, "", "", cancelled), []string{"TAIL_CUT"}, "", overload},
	{"stable at 0.9, own queues, no hedging", own(900, "", "", noHedge), []string{"BASELINE"}, "", overload},
	{"overloaded at 1.1, no hedging", own(1100, "", "", noHedge), []string{"BASELINE"}, "OVERLOADED", nil},
	{"overloaded at 1.1, no hedging, deadline", own(1100, deadline, "", noHedge), []string{"BASELINE"}, "OVERLOADED", nil},
	{"overloaded at 1.1, no hedging, limit", own(1100, "", `,"queueLimit":10`, noHedge), []string{"BASELINE"}, "OVERLOADED", nil},
	{"overloaded at 1.15, hedged", own(1150, "", "", losersRunOn), []string{"OVERLOADED"}, "", nil},
	{"overloaded at 1.15, hedged, deadline", own(1150, deadline, "", losersRunOn), []string{"OVERLOADED"}, "", nil},
	{"collapse, shared queue", shared(740, "", "", losersRunOn), []string{"COLLAPSE"}, "", nil},
	{"collapse, shared queue, deadline", shared(740, deadline, "", losersRunOn), []string{"COLLAPSE"}, "", nil},
	{"collapse, shared queue, limit", shared(740, "", `,"queueLimit":1000`, losersRunOn), []string{"COLLAPSE"}, "", nil},
	{"metastable: tipped over by a burst", shared(600, `,"bursts":[{"atMs":20000,"requests":400}]`, "", losersRunOn), []string{"COLLAPSE"}, "", nil},
	{"the same burst without hedging", shared(600, `,"bursts":[{"atMs":20000,"requests":400}]`, "", noHedge), []string{"BASELINE"}, "", overload},
	{"a burst near the end is being worked off", shared(450, `,"bursts":[{"atMs":86000,"requests":3000}]`, "", noHedge), []string{"BASELINE"}, "DRAINING", overload},
	{"one bad server of ten", own(600, "", `,"slow":[{"server":1,"fromMs":0,"toMs":1000000000,"factor":2.2}]`, noHedge), []string{"BASELINE"}, "OVERLOADED", nil},
	{"one slow server, at its own load of 0.8", own(400, "", `,"slow":[{"server":1,"fromMs":0,"toMs":1000000000,"factor":2}]`, noHedge), []string{"BASELINE"}, "", overload},
	{"nothing can queue", `{"seed":%d,"workload":{"requests":40000,"durationMs":0,"arrival":{"poisson":{"ratePerSecond":10000}}},"backend":{"latency":` + heavyTail + `},"policy":` + losersRunOn + `,"judge":{"percentile":99}}`, []string{"TAIL_CUT"}, "", append([]string{"DRAINING"}, overload...)},
}

// The words of outcomes against worlds whose truth is known. With -long each is played
// with 400 seeds, which docs/measured.md has; else with a few.
func TestWordsOfKnownWorlds(t *testing.T) {
	seeds := 2
	if *long {
		seeds = 400
	}
	runs := 0
	for _, w := range worldsKnown {
		t.Run(w.name, func(t *testing.T) {
			right, said := 0, map[string]int{}
			for seed := range seeds {
				r := play(t, w.body, seed+1)
				runs++
				if w.holds(r) {
					right++
				}
				said[r.Outcome.Verdict]++
			}
			var verdicts []string
			for _, v := range slices.Sorted(maps.Keys(said)) {
				verdicts = append(verdicts, fmt.Sprintf("%s %d", v, said[v]))
			}
			t.Logf("| %s | %s | %d of %d |", w.name, strings.Join(verdicts, ", "), right, seeds)
			if right*100 < seeds*97 {
				t.Errorf("right in %d of %d", right, seeds)
			}
		})
	}
	t.Logf("%d worlds, %d runs", len(worldsKnown), runs)
	if runs == 0 {
		t.Error("nothing was played")
	}
}

func (w *world) holds(r measure.Report) bool {
	said := []string{}
	for _, f := range r.Outcome.Findings {
		said = append(said, f.Code)
	}
	for _, warning := range r.Metrics.Warnings {
		said = append(said, warning.Code)
	}
	for _, code := range w.never {
		if slices.Contains(said, code) || r.Outcome.Verdict == code {
			return false
		}
	}
	return slices.Contains(w.verdicts, r.Outcome.Verdict) && (w.also == "" || slices.Contains(said, w.also))
}
