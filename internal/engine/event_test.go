package engine_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// spelling is an event as a line of a trace and as JSON.
type spelling struct {
	event      engine.Event
	line, json string
}

var (
	aRequest = engine.Key{Request: 6}
	aHop     = engine.Key{Request: 6, Hop: 2}
	aLeaf    = engine.Key{Request: 6, Hop: 2, Leaf: 3}
	aPrimary = engine.Key{Request: 6, Hop: 2, Leaf: 3, Attempt: 1}
	aBackup  = engine.Key{Request: 6, Hop: 2, Leaf: 3, Attempt: 2}
)

// spellings are of runs whose requests have several leaves each.
var spellings = []spelling{
	{engine.Event{Seq: 1, Type: engine.RequestArrived, Key: aRequest},
		`        0      request.arrived     6`,
		`{"seq":1,"atMs":0,"type":"request.arrived","request":6}`},
	{engine.Event{Seq: 2, At: 15_000_000, Type: engine.AttemptSent, Key: aPrimary},
		`    15000      attempt.sent        6.2.3#1 primary`,
		`{"seq":2,"atMs":15000,"type":"attempt.sent","request":6,"hop":2,"leaf":3,"attempt":1,"role":"primary"}`},
	{engine.Event{Seq: 3, At: 1000, Type: engine.AttemptSent, Key: aBackup, Server: 12},
		`        1      attempt.sent        6.2.3#2 backup @12`,
		`{"seq":3,"atMs":1,"type":"attempt.sent","request":6,"hop":2,"leaf":3,"attempt":2,"role":"backup","server":12}`},
	{engine.Event{Seq: 4, At: 15_130_500, Type: engine.AttemptStarted, Key: aBackup},
		`    15130.5    attempt.started     6.2.3#2 backup`,
		`{"seq":4,"atMs":15130.5,"type":"attempt.started","request":6,"hop":2,"leaf":3,"attempt":2,"role":"backup","waitedMs":0,"extra":false}`},
	{engine.Event{Seq: 5, At: 20_000, Type: engine.AttemptStarted, Key: aBackup, Server: 3, Took: 12_500, Extra: true},
		`       20      attempt.started     6.2.3#2 backup @3  waited 12.5 ms, extra`,
		`{"seq":5,"atMs":20,"type":"attempt.started","request":6,"hop":2,"leaf":3,"attempt":2,"role":"backup","server":3,"waitedMs":12.5,"extra":true}`},
	{engine.Event{Seq: 6, At: 12_345, Type: engine.AttemptAnswered, Key: aBackup, Status: engine.OK, State: engine.Running, Work: 5000, Service: 5000, Took: 17_500, Won: true},
		`       12.345  attempt.answered    6.2.3#2 backup  OK, won, 5 ms of work`,
		`{"seq":6,"atMs":12.345,"type":"attempt.answered","request":6,"hop":2,"leaf":3,"attempt":2,"role":"backup","status":"OK","state":"running","workMs":5,"serviceMs":5,"won":true,"latencyMs":17.5}`},
	{engine.Event{Seq: 7, At: 12_345, Type: engine.AttemptAnswered, Key: aPrimary, Status: engine.OK, State: engine.Running},
		`       12.345  attempt.answered    6.2.3#1 primary  OK, 0 ms of work`,
		`{"seq":7,"atMs":12.345,"type":"attempt.answered","request":6,"hop":2,"leaf":3,"attempt":1,"role":"primary","status":"OK","state":"running","workMs":0,"serviceMs":0,"won":false,"latencyMs":0}`},
	{engine.Event{Seq: 8, At: 225_000, Type: engine.AttemptCancelled, Key: aPrimary, State: engine.Running, Work: 225_010, Service: 640_000, Took: 225_010, By: engine.ByAnswer},
		`      225      attempt.cancelled   6.2.3#1 primary  225.01 ms of work, by answer`,
		`{"seq":8,"atMs":225,"type":"attempt.cancelled","request":6,"hop":2,"leaf":3,"attempt":1,"role":"primary","state":"running","workMs":225.01,"serviceMs":640,"by":"answer","latencyMs":225.01}`},
	{engine.Event{Seq: 9, At: 225_000, Type: engine.AttemptCancelled, Key: aBackup, Server: 1, State: engine.Waiting, Service: 78_000, Took: 95_000, By: engine.ByStart},
		`      225      attempt.cancelled   6.2.3#2 backup @1  waiting, by start`,
		`{"seq":9,"atMs":225,"type":"attempt.cancelled","request":6,"hop":2,"leaf":3,"attempt":2,"role":"backup","server":1,"state":"waiting","workMs":0,"serviceMs":78,"by":"start","latencyMs":95}`},
	{engine.Event{Seq: 10, At: 1000, Type: engine.AttemptRefused, Key: aBackup, Server: 3, Status: engine.ResourceExhausted, State: engine.Sent, Service: 78_000},
		`        1      attempt.refused     6.2.3#2 backup @3  RESOURCE_EXHAUSTED`,
		`{"seq":10,"atMs":1,"type":"attempt.refused","request":6,"hop":2,"leaf":3,"attempt":2,"role":"backup","server":3,"status":"RESOURCE_EXHAUSTED","state":"sent","workMs":0,"serviceMs":78,"latencyMs":0}`},
	{engine.Event{Seq: 11, At: 1000, Type: engine.AttemptLost, Key: aPrimary, Server: 12, State: engine.Running, Work: 500, Service: 84_000, Took: 750},
		`        1      attempt.lost        6.2.3#1 primary @12  0.5 ms of work`,
		`{"seq":11,"atMs":1,"type":"attempt.lost","request":6,"hop":2,"leaf":3,"attempt":1,"role":"primary","server":12,"state":"running","workMs":0.5,"serviceMs":84,"latencyMs":0.75}`},
	{engine.Event{Seq: 12, At: 1000, Type: engine.AttemptLost, Key: aPrimary, Server: 12, State: engine.Sent},
		`        1      attempt.lost        6.2.3#1 primary @12  sent`,
		`{"seq":12,"atMs":1,"type":"attempt.lost","request":6,"hop":2,"leaf":3,"attempt":1,"role":"primary","server":12,"state":"sent","workMs":0,"serviceMs":0,"latencyMs":0}`},
	{engine.Event{Seq: 13, At: 50_000, Type: engine.HedgeSuppressed, Key: aBackup, Reason: engine.SuppressedByBudget},
		`       50      hedge.suppressed    6.2.3#2 backup  budget`,
		`{"seq":13,"atMs":50,"type":"hedge.suppressed","request":6,"hop":2,"leaf":3,"attempt":2,"role":"backup","reason":"budget"}`},
	{engine.Event{Seq: 14, At: 50_000, Type: engine.HedgeSuppressed, Key: aBackup, Reason: engine.SuppressedByProbability},
		`       50      hedge.suppressed    6.2.3#2 backup  probability`,
		`{"seq":14,"atMs":50,"type":"hedge.suppressed","request":6,"hop":2,"leaf":3,"attempt":2,"role":"backup","reason":"probability"}`},
	{engine.Event{Seq: 15, At: 60_000, Type: engine.WriteCommitted, Key: aPrimary},
		`       60      write.committed     6.2.3#1 primary`,
		`{"seq":15,"atMs":60,"type":"write.committed","request":6,"hop":2,"leaf":3,"attempt":1,"role":"primary","duplicate":false}`},
	{engine.Event{Seq: 16, At: 190_000, Type: engine.WriteCommitted, Key: aBackup, Server: 2, Duplicate: true},
		`      190      write.committed     6.2.3#2 backup @2  duplicate`,
		`{"seq":16,"atMs":190,"type":"write.committed","request":6,"hop":2,"leaf":3,"attempt":2,"role":"backup","server":2,"duplicate":true}`},
	{engine.Event{Seq: 17, At: 190_000, Type: engine.WriteDeduplicated, Key: aBackup},
		`      190      write.deduplicated  6.2.3#2 backup`,
		`{"seq":17,"atMs":190,"type":"write.deduplicated","request":6,"hop":2,"leaf":3,"attempt":2,"role":"backup"}`},
	{engine.Event{Seq: 18, At: 225_000, Type: engine.LeafAnswered, Key: aBackup, Took: 25_000},
		`      225      leaf.answered       6.2.3#2 backup  after 25 ms`,
		`{"seq":18,"atMs":225,"type":"leaf.answered","request":6,"hop":2,"leaf":3,"attempt":2,"role":"backup","latencyMs":25}`},
	{engine.Event{Seq: 19, At: 225_000, Type: engine.LeafFailed, Key: aLeaf},
		`      225      leaf.failed         6.2.3          after 0 ms`,
		`{"seq":19,"atMs":225,"type":"leaf.failed","request":6,"hop":2,"leaf":3,"latencyMs":0}`},
	{engine.Event{Seq: 20, At: 225_000, Type: engine.HopEnded, Key: aHop, By: engine.ByQuorum, Took: 25_000, Answers: 2},
		`      225      hop.ended           6.2            by quorum, after 25 ms, 2 answered`,
		`{"seq":20,"atMs":225,"type":"hop.ended","request":6,"hop":2,"by":"quorum","latencyMs":25,"leavesAnswered":2}`},
	{engine.Event{Seq: 21, At: 225_000, Type: engine.HopEnded, Key: aHop, By: engine.ByTime, Took: 25_000},
		`      225      hop.ended           6.2            by time, after 25 ms, 0 answered`,
		`{"seq":21,"atMs":225,"type":"hop.ended","request":6,"hop":2,"by":"time","latencyMs":25,"leavesAnswered":0}`},
	{engine.Event{Seq: 22, At: 225_000, Type: engine.HopEnded, Key: aHop, By: engine.ByFailure},
		`      225      hop.ended           6.2            by failure, after 0 ms, 0 answered`,
		`{"seq":22,"atMs":225,"type":"hop.ended","request":6,"hop":2,"by":"failure","latencyMs":0,"leavesAnswered":0}`},
	{engine.Event{Seq: 23, At: 225_000, Type: engine.HopEnded, Key: aHop, By: engine.ByDeadline, Answers: 1},
		`      225      hop.ended           6.2            by deadline, after 0 ms, 1 answered`,
		`{"seq":23,"atMs":225,"type":"hop.ended","request":6,"hop":2,"by":"deadline","latencyMs":0,"leavesAnswered":1}`},
	{engine.Event{Seq: 24, At: 225_000, Type: engine.RequestAnswered, Key: aBackup, Took: 50_000, Answers: 5},
		`      225      request.answered    6.2.3#2 backup  after 50 ms, 5 answered`,
		`{"seq":24,"atMs":225,"type":"request.answered","request":6,"hop":2,"leaf":3,"attempt":2,"role":"backup","latencyMs":50,"leavesAnswered":5,"partial":false}`},
	{engine.Event{Seq: 25, At: 225_000, Type: engine.RequestAnswered, Key: aRequest, Took: 50_000, Answers: 1, Partial: true},
		`      225      request.answered    6              after 50 ms, 1 answered, partial`,
		`{"seq":25,"atMs":225,"type":"request.answered","request":6,"latencyMs":50,"leavesAnswered":1,"partial":true}`},
	{engine.Event{Seq: 26, At: 1000, Type: engine.RequestFailed, Key: aLeaf, Took: 1000, Answers: 3},
		`        1      request.failed      6.2.3          after 1 ms, 3 answered`,
		`{"seq":26,"atMs":1,"type":"request.failed","request":6,"hop":2,"leaf":3,"latencyMs":1,"leavesAnswered":3}`},
	{engine.Event{Seq: 27, At: 200_000, Type: engine.RequestExpired, Key: aRequest, Took: 200_000},
		`      200      request.expired     6              after 200 ms, 0 answered`,
		`{"seq":27,"atMs":200,"type":"request.expired","request":6,"latencyMs":200,"leavesAnswered":0}`},
	{engine.Event{Seq: 28, At: 10_000, Type: engine.ServerDown, Server: 12},
		`       10      server.down         @12`,
		`{"seq":28,"atMs":10,"type":"server.down","server":12}`},
	{engine.Event{Seq: 29, At: 20_000, Type: engine.ServerUp, Server: 1},
		`       20      server.up           @1`,
		`{"seq":29,"atMs":20,"type":"server.up","server":1}`},
	{engine.Event{Seq: 30, At: 60_000_000, Type: engine.RunCompleted},
		`    60000      run.completed`,
		`{"seq":30,"atMs":60000,"type":"run.completed"}`},
}

// ofOneLeaf are of runs whose requests have one leaf each, which is not spelled.
var ofOneLeaf = []spelling{
	{engine.Event{Seq: 1, Type: engine.RequestArrived, Key: aRequest},
		`        0      request.arrived     6`,
		`{"seq":1,"atMs":0,"type":"request.arrived","request":6}`},
	{engine.Event{Seq: 2, Type: engine.AttemptSent, Key: aPrimary, Server: 3},
		`        0      attempt.sent        6#1 primary @3`,
		`{"seq":2,"atMs":0,"type":"attempt.sent","request":6,"attempt":1,"role":"primary","server":3}`},
	{engine.Event{Seq: 3, At: 225_500, Type: engine.AttemptCancelled, Key: aPrimary, Server: 3, State: engine.Running, Work: 225_500, Service: 640_000, Took: 230_000, By: engine.ByDeadline},
		`      225.5    attempt.cancelled   6#1 primary @3  225.5 ms of work, by deadline`,
		`{"seq":3,"atMs":225.5,"type":"attempt.cancelled","request":6,"attempt":1,"role":"primary","server":3,"state":"running","workMs":225.5,"serviceMs":640,"by":"deadline","latencyMs":230}`},
	{engine.Event{Seq: 4, At: 50_000, Type: engine.HedgeSuppressed, Key: aBackup, Reason: engine.SuppressedByBudget},
		`       50      hedge.suppressed    6#2 backup     budget`,
		`{"seq":4,"atMs":50,"type":"hedge.suppressed","request":6,"attempt":2,"role":"backup","reason":"budget"}`},
	{engine.Event{Seq: 5, At: 225_000, Type: engine.RequestAnswered, Key: aBackup, Took: 225_000, Answers: 1},
		`      225      request.answered    6#2 backup     after 225 ms`,
		`{"seq":5,"atMs":225,"type":"request.answered","request":6,"attempt":2,"role":"backup","latencyMs":225,"partial":false}`},
	{engine.Event{Seq: 6, At: 225_000, Type: engine.RequestAnswered, Key: aRequest, Took: 225_000, Partial: true},
		`      225      request.answered    6              after 225 ms, partial`,
		`{"seq":6,"atMs":225,"type":"request.answered","request":6,"latencyMs":225,"partial":true}`},
	{engine.Event{Seq: 7, Type: engine.RequestFailed, Key: aLeaf},
		`        0      request.failed      6              after 0 ms`,
		`{"seq":7,"atMs":0,"type":"request.failed","request":6,"latencyMs":0}`},
}

// Each type of event as a line of a trace and as JSON: the members that belong to it and
// no others, in one order.
func TestEventSpellings(t *testing.T) {
	types := map[engine.EventType]bool{}
	check := func(s spelling) {
		types[s.event.Type] = true
		if got := s.event.String(); got != s.line {
			t.Errorf("the line is\n%s, not\n%s", got, s.line)
		}
		got, err := json.Marshal(s.event)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != s.json {
			t.Errorf("the JSON is\n%s, not\n%s", got, s.json)
		}
	}
	spelled := ""
	for _, s := range spellings {
		check(s)
		spelled += s.json
	}
	for _, s := range ofOneLeaf {
		s.event.OneLeaf = true
		check(s)
	}
	t.Logf("%d events of %d types", len(spellings)+len(ofOneLeaf), len(types))
	if want := int(engine.RunCompleted) + 1; len(types) != want {
		t.Errorf("%d types of %d were seen", len(types), want)
	}
	for _, member := range strings.Fields(`seq atMs type request hop leaf attempt role server status state waitedMs
		extra workMs serviceMs won by latencyMs leavesAnswered partial reason duplicate`) {
		if !strings.Contains(spelled, `"`+member+`":`) {
			t.Errorf("no event has %s", member)
		}
	}
}
