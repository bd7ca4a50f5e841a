package engine_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// A run needs memory for what is in flight at once, not for its length: here some
// twenty requests of a million.
func TestMemoryDoesNotGrowWithTheRun(t *testing.T) {
	const mostBytes = 64 << 10
	for _, requests := range []string{"1000", "1000000"} {
		s, err := parseScene([]string{"constant=20", "requests=" + requests, "every=1", "delay=10"})
		if err != nil {
			t.Fatal(err)
		}
		events := 0
		var before, after runtime.MemStats
		began := time.Now()
		runtime.ReadMemStats(&before)
		engine.Run(s, func(engine.Event) bool {
			events++
			return true
		})
		runtime.ReadMemStats(&after)
		allocated := after.TotalAlloc - before.TotalAlloc
		t.Logf("%s requests: %d events, %d bytes, %v", requests, events, allocated, time.Since(began))
		if want := 8*s.Workload.Requests + 1; events != want {
			t.Errorf("%d events, not %d", events, want)
		}
		if allocated > mostBytes {
			t.Errorf("%d bytes were allocated, more than %d", allocated, mostBytes)
		}
	}
}
