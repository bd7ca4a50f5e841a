package handlers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
)

// longWorld is a run long enough for its reading to be remembered.
const longWorld = `{"workload":{"requests":6000,"arrival":{"poisson":{"ratePerSecond":700}},"durationMs":0},"backend":{"latency":{"exponential":{"meanMs":10}},
	"capacity":{"cluster":{"servers":10}}},"policy":{"hedge":{"delay":{"ms":30}}}}`

// Pages and moments of a long run are the same whether it is read on or played for each of
// them, whatever has been read before.
func TestALongRunIsReadOn(t *testing.T) {
	with, without := newServerWithShelf(t, 64<<20), newServer(t)
	var run struct {
		ID    string
		Trace struct{ Total int }
	}
	if err := json.Unmarshal(with.post(longWorld).is(201).body, &run); err != nil {
		t.Fatal(err)
	}
	path, targets := "/runs/"+run.ID, []string{}
	for i := range 6 {
		targets = append(targets, fmt.Sprintf("/events?at=%d", 1000+1200*i),
			fmt.Sprintf("/events?at=%d.5&fromMs=%d", 1000+1200*i, 1000+1200*i), fmt.Sprintf("/events?at=%d", 7000-1100*i))
	}
	targets = append(targets, "/events?at=0", "/events?at=99999", "/metrics")
	same := 0
	for _, target := range targets {
		target = path + target
		got, want := with.get(target), without.get(target)
		if got.status != want.status || !bytes.Equal(got.body, want.body) {
			t.Errorf("%s: %d, not %d\n%.300s\nnot\n%.300s", target, got.status, want.status, got.body, want.body)
		}
		same++
	}
	for _, list := range []string{"/requests?limit=900", "/events?limit=900", "/events?limit=1000&fromMs=3000"} {
		for target := path + list; target != ""; same++ {
			got, want := with.get(target).is(200), without.get(target).is(200)
			if !bytes.Equal(got.body, want.body) {
				t.Fatalf("%s differs", target)
			}
			var page struct{ Next string }
			if err := json.Unmarshal(got.body, &page); err != nil {
				t.Fatal(err)
			}
			target = page.Next
		}
	}
	var moment struct{ NextMs *json.Number }
	for target, steps := path+"/events?at=2000", 0; steps < 50; steps++ {
		got, want := with.get(target).is(200), without.get(target).is(200)
		if !bytes.Equal(got.body, want.body) {
			t.Fatalf("%s differs", target)
		}
		if err := json.Unmarshal(got.body, &moment); err != nil || moment.NextMs == nil {
			t.Fatal("no next instant", err)
		}
		target = path + "/events?at=" + moment.NextMs.String()
		same++
	}
	if t.Logf("%d answers", same); same < 100 {
		t.Errorf("only %d answers", same)
	}
}
