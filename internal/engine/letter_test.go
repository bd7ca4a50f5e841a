package engine_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// The engine tells what a second, obvious implementation of the model tells, event
// for event, over all options at once.
func TestEngineAgreesWithADumbOne(t *testing.T) {
	need := []string{
		"refused, then answered", "request.failed", "request.expired", "lost while waiting", "lost while running", "lost while sent",
		"withdrawn while waiting", "withdrawn while running", "answers nobody waits for", "suppressed by budget",
		"suppressed by probability", "duplicate writes", "deduplicated writes", "third attempts", "starts after a wait",
		"both tied copies started", "tied copies withdrawn as a worker is free", "hedges not due after a start", "answers of a leaf at its hop's end",
		"partial answers", "partial answers of nothing", "hops of nothing", "quorums out of reach", "deadlines in a later hop",
		"quorums out of reach by some of several leaves", "deadlines when the time is over", "running attempts of closed leaves withdrawn",
		"hops that go on after a failed leaf", "hops that begin with others", "backups in a later hop", "duplicates in a later leaf",
		"server.down", "server.up", "servers that lose several", "withdrawn by answer", "withdrawn by start",
		"withdrawn by quorum", "withdrawn by time", "withdrawn by failure", "withdrawn by deadline",
	}
	for range 2 {
		holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
			want := playDumbly(s)
			if i := firstDifference(trace, want); i >= 0 {
				t.Fatalf("%d events\n%v\nand then\n%v, not\n%v", i, trace[:i], trace[i:], want[i:])
			}
			n["events"] += len(trace)
			countKinds(trace, n)
			countShapes(s, trace, n)
		}, need...)
	}
}

// firstDifference is the place of the first event that is not the same; -1 if all are.
func firstDifference(a, b []engine.Event) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) == len(b) {
		return -1
	}
	return min(len(a), len(b))
}
