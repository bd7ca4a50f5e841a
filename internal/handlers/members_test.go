package handlers

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// members are those of events by type, after seq, atMs and type, in their order, in a
// run whose requests have more than one leaf, of a cluster with a queue per server.
var members = map[string]string{
	"request.arrived":    "request",
	"attempt.sent":       "request hop leaf attempt role server",
	"attempt.started":    "request hop leaf attempt role server waitedMs extra",
	"attempt.answered":   "request hop leaf attempt role server status state workMs serviceMs won latencyMs",
	"attempt.cancelled":  "request hop leaf attempt role server state workMs serviceMs by latencyMs",
	"attempt.refused":    "request hop leaf attempt role server status state workMs serviceMs latencyMs",
	"attempt.lost":       "request hop leaf attempt role server state workMs serviceMs latencyMs",
	"hedge.suppressed":   "request hop leaf attempt role reason",
	"write.committed":    "request hop leaf attempt role server duplicate",
	"write.deduplicated": "request hop leaf attempt role server",
	"leaf.answered":      "request hop leaf attempt role latencyMs",
	"leaf.failed":        "request hop leaf latencyMs",
	"hop.ended":          "request hop by latencyMs leavesAnswered",
	"request.answered":   "request hop leaf attempt role latencyMs leavesAnswered partial",
	"request.failed":     "request hop leaf latencyMs leavesAnswered",
	"request.expired":    "request latencyMs leavesAnswered",
	"server.down":        "server",
	"server.up":          "server",
	"run.completed":      "",
}

// eventRuns are runs in which every type of event occurs, and what their events leave out.
var eventRuns = []struct {
	without  []string
	unplaced bool // an attempt has no server before it starts
	body     string
}{
	{nil, false, `{"workload":{"requests":20,"arrival":{"paced":{"intervalMs":4}},"durationMs":0,"operation":"write","commitMs":2,"hops":2,"deadlineMs":40,"fanOut":{"leaves":3,"quorum":2,"afterMs":18}},"backend":{"latency":{"exponential":{"meanMs":8}},"capacity":{"cluster":{"servers":4,"queueLimit":2,"down":[{"server":2,"fromMs":20,"toMs":60}]}}},"policy":{"hedge":{"delay":{"ms":5},"budget":{"percent":30}}}}`},
	{[]string{"server"}, false, `{"workload":{"requests":20,"durationMs":0,"operation":"idempotentWrite","commitMs":2,"hops":2,"fanOut":{"leaves":3}},"backend":{"latency":{"exponential":{"meanMs":8}}},"policy":{"hedge":{"delay":{"ms":5},"cancel":"never"}}}`},
	{[]string{"hop", "leaf", "leavesAnswered"}, false, `{"workload":{"requests":60,"arrival":{"paced":{"intervalMs":2}},"durationMs":0,"deadlineMs":40},"backend":{"latency":{"exponential":{"meanMs":8}},"capacity":{"cluster":{"servers":3,"queueLimit":2,"down":[{"server":2,"fromMs":20,"toMs":60}]}}},"policy":{"hedge":{"delay":{"ms":5},"budget":{"percent":30}}}}`},
	{[]string{"hop", "leaf", "leavesAnswered"}, true, `{"workload":{"requests":60,"arrival":{"paced":{"intervalMs":2}},"durationMs":0,"deadlineMs":40,"operation":"write"},"backend":{"latency":{"exponential":{"meanMs":8}},"capacity":{"cluster":{"servers":3,"queue":"shared","queueLimit":4,"down":[{"server":2,"fromMs":20,"toMs":60}]}}},"policy":{"hedge":{"delay":{"ms":5}}}}`},
	{[]string{"hop", "leaf", "leavesAnswered", "server"}, false, `{"workload":{"requests":20,"durationMs":0,"fanOut":{"leaves":1,"afterMs":9}},"backend":{"latency":{"exponential":{"meanMs":8}}},"policy":{"hedge":{"delay":{"ms":5},"probabilityPercent":50}}}`},
}

// A member that belongs to an event's type is always there, in its place, and no other;
// and each that the contract has is a member of some event.
func TestEventsHaveTheMembersOfTheirType(t *testing.T) {
	s := newServer(t)
	types, seen, events := map[string]int{}, map[string]bool{}, 0
	for _, run := range eventRuns {
		var r struct {
			Trace struct{ Items []json.RawMessage }
		}
		s.post(run.body).is(201).into(&r)
		for _, text := range r.Trace.Items {
			var e eventAnswer
			if err := json.Unmarshal(text, &e); err != nil {
				t.Fatal(err)
			}
			want := strings.Fields("seq atMs type " + members[e.Type])
			want = slices.DeleteFunc(want, func(name string) bool {
				byTime := e.Type == "request.answered" && e.Attempt == 0
				unplaced := run.unplaced && (e.Type == "attempt.sent" || e.State == "sent" || e.State == "waiting")
				return slices.Contains(run.without, name) || unplaced && name == "server" ||
					byTime && slices.Contains([]string{"hop", "leaf", "attempt", "role"}, name)
			})
			got := membersOf(t, text)
			if !slices.Equal(got, want) {
				t.Errorf("%s has the members %v, not %v", text, got, want)
			}
			for _, name := range got {
				seen[name] = true
			}
			types[e.Type]++
			if e.Type == "request.answered" && e.Attempt == 0 {
				types["an answer by time"]++
			}
			events++
		}
	}
	contract, _ := contracts()
	for _, name := range contract.Schema("Event").Properties() {
		if !seen[name] {
			t.Errorf("no event has a member %s", name)
		}
	}
	t.Logf("%d events: %v", events, types)
	if len(types) != len(members)+1 {
		t.Errorf("only %d types of events were seen", len(types))
	}
}

// membersOf are the names of an object's members, in their order.
func membersOf(t *testing.T, text []byte) (all []string) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	for n := 0; ; n++ {
		token, err := decoder.Token()
		if err != nil {
			return all
		}
		if name, ok := token.(string); ok && n%2 == 1 {
			all = append(all, name)
		}
	}
}
