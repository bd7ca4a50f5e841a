package theory

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// Runs of requests with a shape, random ones, as their events: how many of each type,
// and a hash of them all, so that one microsecond of one event shows.
var goldenTraces = []string{
	`{"seed":21,"workload":{"requests":2000,"arrival":{"poisson":{"ratePerSecond":60}},"fanOut":{"leaves":20,"quorum":18,"afterMs":60},"durationMs":0},"backend":{"latency":{"lognormal":{"medianMs":10,"sigma":0.8}},"capacity":{"cluster":{"servers":24}}},"policy":{"hedge":{"delay":{"ms":30},"budget":{"percent":5},"cancelDelayMs":0.5}}}`,
	`{"seed":22,"workload":{"requests":3000,"arrival":{"poisson":{"ratePerSecond":40}},"hops":4,"deadlineMs":400,"durationMs":0},"backend":{"latency":{"pareto":{"minMs":5,"alpha":1.3}},"commonCausePercent":10},"policy":{"hedge":{"delay":{"ms":20},"maxAttempts":4,"probabilityPercent":60}}}`,
	`{"seed":23,"workload":{"requests":5000,"arrival":{"poisson":{"ratePerSecond":1500}},"durationMs":0},"backend":{"latency":{"exponential":{"meanMs":10}},"capacity":{"cluster":{"servers":20,"balance":"random"}}},"policy":{"hedge":{"delay":{"ms":0},"cancel":"onStart","cancelDelayMs":1}}}`,
	`{"seed":24,"workload":{"requests":1000,"arrival":{"poisson":{"ratePerSecond":50}},"bursts":[{"atMs":3000,"requests":100}],"operation":"write","commitMs":3,"hops":2,"fanOut":{"leaves":6,"quorum":4},"deadlineMs":300,"durationMs":0},"backend":{"latency":{"gamma":{"shape":0.8,"meanMs":12}},"capacity":{"cluster":{"servers":6,"workers":2,"queueLimit":40,"order":"hedgesLast","balance":"powerOfTwo","slow":[{"server":2,"fromMs":8000,"toMs":9000,"factor":2.5}],"down":[{"server":1,"fromMs":12000,"toMs":12500}]}}},"policy":{"hedge":{"delay":{"ms":5},"maxAttempts":3,"cancel":"onStart","cancelReach":"queued","cancelDelayMs":2}}}`,
}

func TestGoldenTraces(t *testing.T) {
	const file = "testdata/traces.txt"
	var now bytes.Buffer
	for _, body := range goldenTraces {
		s, hash := scenario(t, body), fnv.New64a()
		counts := map[engine.EventType]int{}
		engine.Run(&s, func(e *engine.Event) bool {
			text, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = hash.Write(append(text, '\n'))
			counts[e.Type]++
			return true
		})
		fmt.Fprintf(&now, "%s\n----\n", body)
		for kind := engine.RequestArrived; kind <= engine.RunCompleted; kind++ {
			if counts[kind] > 0 {
				fmt.Fprintf(&now, "%s %d\n", kind, counts[kind])
			}
		}
		fmt.Fprintf(&now, "%016x\n\n", hash.Sum64())
	}
	if *golden {
		if err := os.WriteFile(file, now.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	was, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(was, now.Bytes()) {
		t.Errorf("the events are other than in %s:\n%s", file, now.String())
	}
	t.Logf("%d runs", len(goldenTraces))
}
