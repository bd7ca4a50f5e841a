package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// ended are the lives that have ended, by their keys: a request's has no hop, and so on.
type ended map[engine.Key]bool

func (v ended) add(e engine.Event) {
	for _, e := range withLeaves([]engine.Event{e}) {
		request := engine.Key{Request: e.Key.Request}
		switch {
		case e.Type.EndsAttempt():
			v[e.Key] = true
		case e.Type == engine.LeafAnswered || e.Type == engine.LeafFailed:
			v[leafKey(e.Key)] = true
		case e.Type == engine.HopEnded:
			v[e.Key] = true
		case e.Type.EndsRequest():
			v[request] = true
		}
	}
}

// has says whether a life has ended, or one around it has.
func (v ended) has(k engine.Key) bool {
	return v[k] || v[leafKey(k)] || v[hopKey(k)] || v[engine.Key{Request: k.Request}]
}

// An attempt, a leaf, a hop or a request that has ended makes every item about it stale,
// also when its place has another guest. What has not ended keeps its time-out, its
// deadline and, while it runs, its answer.
func TestItemsAboutWhatHasEndedAreStale(t *testing.T) {
	kinds := []string{"hedge", "timeout", "deadline", "finish", "commit", "cancel", "withdraw", "start"}
	need := []string{"timeout kept", "deadline kept", "finish kept", "hop kept"}
	for _, kind := range kinds {
		need = append(need, kind+" stale")
		if !slices.Contains([]string{"start", "withdraw"}, kind) {
			need = append(need, kind+" stale, its place reused")
		}
	}
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, _ []engine.Event, n seen) {
		over, running := ended{}, map[engine.Key]bool{}
		tell := func(e *engine.Event) bool {
			over.add(*e)
			switch {
			case e.Type == engine.AttemptStarted:
				running[e.Key] = true
			case e.Type.EndsAttempt():
				delete(running, e.Key)
			}
			return true
		}
		engine.RunWatched(s, tell, func(x engine.Due) {
			var gone, kept bool
			switch x.Kind {
			case "hedge": // a leaf's next, which is no attempt yet
				gone = over.has(leafKey(x.Key))
			case "hop":
				gone, kept = over.has(x.Key), !over.has(x.Key)
			case "timeout", "deadline":
				gone, kept = over.has(x.Key), !over.has(x.Key)
			case "finish":
				gone, kept = over[x.Key], running[x.Key]
			default:
				gone = over[x.Key]
			}
			if gone && !x.Stale || kept && x.Stale {
				t.Fatalf("%+v: it has ended: %v", x, gone)
			}
			switch {
			case gone && x.Reused:
				n[x.Kind+" stale, its place reused"]++
				fallthrough
			case gone:
				n[x.Kind+" stale"]++
			case kept:
				n[x.Kind+" kept"]++
			}
		})
	}, need...)
}

// A cleaning after every step, or after a few, changes nothing in a run, and leaves no
// stale item.
func TestCleaningChangesNothing(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		untouched, _ := engine.RunRoomy(s, 1<<30, nil)
		for _, room := range []int{0, 5} {
			var got []engine.Event
			items, left := engine.RunRoomy(s, room, func(e *engine.Event) bool {
				got = append(got, *e)
				return true
			})
			if i := firstDifference(got, trace); i >= 0 {
				t.Fatalf("with room for %d, after %d events\n%v\nwith room for all\n%v", room, i, got[i:], trace[i:])
			}
			if left > 0 {
				t.Fatalf("%d stale items were left", left)
			}
			n["items dropped"] += untouched - items
		}
	}, "items dropped")
}
