package engine_test

import (
	"encoding/json"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// Each type of event as a line of a trace and as JSON: the members that belong to
// it and no others.
func TestEventSpellings(t *testing.T) {
	primary, backup := engine.Key{Request: 6, Attempt: 1}, engine.Key{Request: 6, Attempt: 2}
	leaf := engine.Key{Request: 6, Hop: 1, Leaf: 3, Attempt: 2}
	tests := []struct {
		event      engine.Event
		line, json string
	}{
		{engine.Event{Seq: 1, Type: engine.RequestArrived, Key: engine.Key{Request: 6}},
			`        0      request.arrived     6`,
			`{"seq":1,"atMs":0,"type":"request.arrived","request":6}`},
		{engine.Event{Seq: 2, At: 15_000_000, Type: engine.AttemptSent, Key: primary},
			`    15000      attempt.sent        6#1 primary`,
			`{"seq":2,"atMs":15000,"type":"attempt.sent","request":6,"attempt":1,"role":"primary"}`},
		{engine.Event{Seq: 3, At: 15_130_500, Type: engine.AttemptStarted, Key: backup},
			`    15130.5    attempt.started     6#2 backup`,
			`{"seq":3,"atMs":15130.5,"type":"attempt.started","request":6,"attempt":2,"role":"backup"}`},
		{engine.Event{Seq: 4, At: 12_345, Type: engine.AttemptAnswered, Key: backup, Status: engine.OK},
			`       12.345  attempt.answered    6#2 backup     OK`,
			`{"seq":4,"atMs":12.345,"type":"attempt.answered","request":6,"attempt":2,"role":"backup","status":"OK"}`},
		{engine.Event{Seq: 5, At: 225_000, Type: engine.AttemptCancelled, Key: primary, State: engine.Running, Work: 225_010},
			`      225      attempt.cancelled   6#1 primary    running, 225.01 ms of work`,
			`{"seq":5,"atMs":225,"type":"attempt.cancelled","request":6,"attempt":1,"role":"primary","state":"running","workMs":225.01}`},
		{engine.Event{Seq: 6, At: 225_000, Type: engine.AttemptCancelled, Key: leaf, State: engine.Waiting},
			`      225      attempt.cancelled   6.1.3#2 backup  waiting, 0 ms of work`,
			`{"seq":6,"atMs":225,"type":"attempt.cancelled","request":6,"hop":1,"leaf":3,"attempt":2,"role":"backup","state":"waiting","workMs":0}`},
		{engine.Event{Seq: 7, At: 50_000, Type: engine.HedgeSuppressed, Key: backup, Reason: engine.SuppressedByBudget},
			`       50      hedge.suppressed    6#2 backup     budget`,
			`{"seq":7,"atMs":50,"type":"hedge.suppressed","request":6,"attempt":2,"role":"backup","reason":"budget"}`},
		{engine.Event{Seq: 8, At: 60_000, Type: engine.WriteCommitted, Key: primary},
			`       60      write.committed     6#1 primary`,
			`{"seq":8,"atMs":60,"type":"write.committed","request":6,"attempt":1,"role":"primary","duplicate":false}`},
		{engine.Event{Seq: 9, At: 190_000, Type: engine.WriteCommitted, Key: backup, Duplicate: true},
			`      190      write.committed     6#2 backup     duplicate`,
			`{"seq":9,"atMs":190,"type":"write.committed","request":6,"attempt":2,"role":"backup","duplicate":true}`},
		{engine.Event{Seq: 10, At: 190_000, Type: engine.WriteDeduplicated, Key: backup},
			`      190      write.deduplicated  6#2 backup`,
			`{"seq":10,"atMs":190,"type":"write.deduplicated","request":6,"attempt":2,"role":"backup"}`},
		{engine.Event{Seq: 11, At: 225_000, Type: engine.RequestAnswered, Key: backup},
			`      225      request.answered    6#2 backup`,
			`{"seq":11,"atMs":225,"type":"request.answered","request":6,"attempt":2,"role":"backup"}`},
		{engine.Event{Seq: 17, At: 225_000, Type: engine.LeafAnswered, Key: engine.Key{Request: 6, Hop: 2, Leaf: 3, Attempt: 2}},
			`      225      leaf.answered       6.2.3#2 backup`,
			`{"seq":17,"atMs":225,"type":"leaf.answered","request":6,"hop":2,"leaf":3,"attempt":2,"role":"backup"}`},
		{engine.Event{Seq: 18, At: 225_000, Type: engine.RequestAnswered, Key: engine.Key{Request: 6}}, // with what it has
			`      225      request.answered    6`,
			`{"seq":18,"atMs":225,"type":"request.answered","request":6}`},
		{engine.Event{Seq: 13, At: 1000, Type: engine.AttemptRefused, Key: backup, Server: 3, Status: engine.ResourceExhausted},
			`        1      attempt.refused     6#2 backup @3  RESOURCE_EXHAUSTED`,
			`{"seq":13,"atMs":1,"type":"attempt.refused","request":6,"attempt":2,"role":"backup","server":3,"status":"RESOURCE_EXHAUSTED"}`},
		{engine.Event{Seq: 14, At: 1000, Type: engine.AttemptLost, Key: primary, Server: 12, Work: 500},
			`        1      attempt.lost        6#1 primary @12  0.5 ms of work`,
			`{"seq":14,"atMs":1,"type":"attempt.lost","request":6,"attempt":1,"role":"primary","server":12,"workMs":0.5}`},
		{engine.Event{Seq: 15, At: 1000, Type: engine.RequestFailed, Key: engine.Key{Request: 6}},
			`        1      request.failed      6`,
			`{"seq":15,"atMs":1,"type":"request.failed","request":6}`},
		{engine.Event{Seq: 16, At: 1000, Type: engine.RequestExpired, Key: engine.Key{Request: 6}},
			`        1      request.expired     6`,
			`{"seq":16,"atMs":1,"type":"request.expired","request":6}`},
		{engine.Event{Seq: 12, At: 60_000_000, Type: engine.RunCompleted},
			`    60000      run.completed`,
			`{"seq":12,"atMs":60000,"type":"run.completed"}`},
	}
	types := map[engine.EventType]bool{}
	for _, test := range tests {
		types[test.event.Type] = true
		if got := test.event.String(); got != test.line {
			t.Errorf("the line is\n%s, not\n%s", got, test.line)
		}
		got, err := json.Marshal(test.event)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != test.json {
			t.Errorf("the JSON is\n%s, not\n%s", got, test.json)
		}
	}
	t.Logf("%d events of %d types", len(tests), len(types))
	if want := int(engine.RunCompleted) + 1; len(types) != want {
		t.Errorf("%d types of %d were seen", len(types), want)
	}
}
