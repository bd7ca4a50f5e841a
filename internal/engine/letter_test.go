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
		"refused, then answered", "failed", "expired", "lost while waiting", "lost while running", "lost when sent",
		"withdrawn while waiting", "withdrawn while running", "answers nobody waits for", "suppressed by budget",
		"suppressed by probability", "duplicate writes", "deduplicated writes", "third attempts", "starts after a wait",
	}
	for range 2 {
		holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
			want := playDumbly(s)
			if i := firstDifference(trace, want); i >= 0 {
				t.Fatalf("%d events\n%v\nand then\n%v, not\n%v", i, trace[:i], trace[i:], want[i:])
			}
			n["events"] += len(trace)
			countKinds(trace, n)
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

// countKinds counts what is remarkable in a trace.
func countKinds(trace []engine.Event, n seen) {
	refused, over := map[int]bool{}, map[int]bool{}
	running := map[engine.Key]bool{}
	for i, e := range trace {
		switch e.Type {
		case engine.AttemptSent:
			if e.Key.Attempt == 3 {
				n["third attempts"]++
			}
		case engine.AttemptStarted:
			running[e.Key] = true
			if trace[i-1].Type != engine.AttemptSent || trace[i-1].Key != e.Key {
				n["starts after a wait"]++
			}
		case engine.AttemptRefused:
			refused[e.Key.Request] = true
		case engine.AttemptAnswered:
			if over[e.Key.Request] {
				n["answers nobody waits for"]++
			}
		case engine.AttemptCancelled:
			n["withdrawn while "+string(e.State)]++
		case engine.AttemptLost:
			switch {
			case running[e.Key]:
				n["lost while running"]++
			case trace[i-1].Type == engine.AttemptSent && trace[i-1].Key == e.Key:
				n["lost when sent"]++
			default:
				n["lost while waiting"]++
			}
		case engine.HedgeSuppressed:
			n["suppressed by "+string(e.Reason)]++
		case engine.WriteCommitted:
			if e.Duplicate {
				n["duplicate writes"]++
			}
		case engine.WriteDeduplicated:
			n["deduplicated writes"]++
		case engine.RequestAnswered, engine.RequestFailed, engine.RequestExpired:
			over[e.Key.Request] = true
			if e.Type == engine.RequestAnswered && refused[e.Key.Request] {
				n["refused, then answered"]++
			}
			if e.Type != engine.RequestAnswered {
				n[e.Type.String()[len("request."):]]++
			}
		}
	}
}
