package theory

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"
)

var golden = flag.Bool("golden", false, "rewrite the golden metrics, and the page of the lessons")

// Random runs, and what their metrics were when they were last looked at: the
// same on every machine, and until a change says that results change.
var goldenRuns = []string{
	`{}`,
	`{"workload":{"requests":20000,"arrival":{"poisson":{"ratePerSecond":700}},"durationMs":0},"backend":{"latency":{"exponential":{"meanMs":10}},"capacity":{"cluster":{"servers":10}}},"policy":{"hedge":{"delay":{"ms":30}}}}`,
	`{"seed":2,"workload":{"requests":20000,"warmupRequests":1000,"arrival":{"poisson":{"ratePerSecond":600}},"bursts":[{"atMs":5000,"requests":200}],"deadlineMs":200,"durationMs":0},"backend":{"latency":{"lognormal":{"medianMs":10,"sigma":0.5}},"commonCausePercent":5,"capacity":{"cluster":{"servers":4,"workers":3,"queueLimit":50,"order":"hedgesLast","balance":"powerOfTwo","slow":[{"server":2,"fromMs":8000,"toMs":9000,"factor":2.5}],"down":[{"server":1,"fromMs":12000,"toMs":12500}]}}},"policy":{"hedge":{"delay":{"ms":25},"maxAttempts":3,"probabilityPercent":70,"budget":{"percent":20},"cancelReach":"queued","cancelDelayMs":1.5}},"judge":{"percentile":99}}`,
	`{"seed":3,"workload":{"requests":5000,"arrival":{"paced":{"intervalMs":2}},"operation":"write","durationMs":0},"backend":{"latency":{"gamma":{"shape":0.7,"meanMs":20}}},"policy":{"hedge":{"delay":{"ms":15},"cancel":"never","maxAttempts":4}}}`,
	`{"seed":4,"workload":{"requests":5000,"arrival":{"poisson":{"ratePerSecond":100}}},"backend":{"latency":{"mixture":{"parts":[{"weight":3,"latency":{"pareto":{"minMs":2,"alpha":1.5}}},{"weight":1,"latency":{"weibull":{"scaleMs":9,"shape":0.6}}},{"weight":0.5,"latency":{"shifted":{"byMs":40,"latency":{"uniform":{"minMs":0,"maxMs":60}}}}}]}},"copies":"identical","capacity":{"cluster":{"servers":3,"queue":"shared","order":"lifo"}}}}`,
	`{"seed":5,"workload":{"requests":5000,"arrival":{"poisson":{"ratePerSecond":50}}},"backend":{"latency":{"quantiles":{"points":[{"percent":0,"ms":1},{"percent":50,"ms":8},{"percent":99,"ms":90},{"percent":99.9,"ms":700}]}},"capacity":{"cluster":{"servers":5,"balance":"leastOutstanding"}}},"policy":{"none":{}}}`,
}

func TestGoldenRuns(t *testing.T) {
	const file = "testdata/golden.txt"
	var now bytes.Buffer
	for _, body := range goldenRuns {
		r := play(t, "%s", body)
		text, err := json.Marshal(r.Metrics)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&now, "%s\n----\n%s\n%s\n\n", body, r.Outcome.Headline, text)
	}
	agree(t, file, now.Bytes())
	t.Logf("%d runs", len(goldenRuns))
}

// TestGoldenLessons holds the page of the lessons against the presets.
func TestGoldenLessons(t *testing.T) {
	var page bytes.Buffer
	page.WriteString(`# Lessons

The presets, in the order of a course. What their texts say holds in at least 95 of 100 seeds: [Measured](measured.md#presets) has the counts. Numbers after "here" are those of the preset's own seed, which is 1. "About" is within a tenth, "by theory" is what the formula gives. GET /presets lists them with what to look at and their scenarios; a body starts from one by its name, as in ` + "`" + `{"preset": "burst-trap"}` + "`" + `. (This page is written by ` + "`make golden`" + `.)

| preset | what it teaches | to compare with | source |
|---|---|---|---|
`)
	for _, p := range corridor().Presets() {
		fmt.Fprintf(&page, "| `%s` | **%s.** %s | `%s` | %s |\n", p.Name, p.Title, p.Teaches, p.CompareWith, p.Source)
	}
	agree(t, "../../docs/lessons.md", page.Bytes())
	t.Logf("%d lessons", len(corridor().Presets()))
}

// agree fails the test if a file holds another text, or writes it.
func agree(t *testing.T, file string, now []byte) {
	t.Helper()
	if *golden {
		if err := os.WriteFile(file, now, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	was, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(was, now) {
		t.Errorf("it is other than in %s:\n%s", file, now)
	}
}
