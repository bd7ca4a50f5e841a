package engine_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// A run needs memory for what is in flight at once, not for its length: here some
// twenty requests of 250,000, or forty of six leaves each. A constant and paced arrivals
// need no tables to draw from, which take 41 kB each.
func TestMemoryDoesNotGrowWithTheRun(t *testing.T) {
	for _, c := range []struct {
		words                       []string
		requests, events, mostBytes int // events of a request
	}{
		{nil, 1000, 8, 18 << 10},
		{nil, 250_000, 8, 18 << 10},
		{[]string{"hops=2", "leaves=3", "quorum=2", "after=25"}, 1000, 44, 80 << 10},
		{[]string{"hops=2", "leaves=3", "quorum=2", "after=25"}, 20_000, 44, 80 << 10},
		{[]string{"servers=30", "balance=roundRobin", "tied", "canceldelay=3"}, 20_000, 5, 22 << 10},
		{[]string{"poisson=1000"}, 20_000, 8, 108 << 10}, // more at once, and a table for the gaps
	} {
		words := append([]string{"constant=20", fmt.Sprintf("requests=%d", c.requests), "every=1", "delay=10"}, c.words...)
		s, err := parseScene(words)
		if err != nil {
			t.Fatal(err)
		}
		events := 0
		var before, after runtime.MemStats
		began := time.Now()
		runtime.ReadMemStats(&before)
		engine.Run(s, func(*engine.Event) bool {
			events++
			return true
		})
		runtime.ReadMemStats(&after)
		allocated := after.TotalAlloc - before.TotalAlloc
		t.Logf("%v: %d events, %d bytes, %v", words, events, allocated, time.Since(began))
		if want := c.events*c.requests + 1; c.events > 0 && events != want {
			t.Errorf("%d events, not %d", events, want)
		}
		if allocated > uint64(c.mostBytes) {
			t.Errorf("%v: %d bytes were allocated, more than %d", words, allocated, c.mostBytes)
		}
	}
}

// What waits or runs takes memory, not what a policy may still send, nor what was lost and
// nobody waits for: here stragglers of requests that have expired.
func TestMemoryIsOfWhatIsLive(t *testing.T) {
	const requests = 20_000
	for _, c := range []struct {
		words           []string
		live, mostBytes int // of a request
	}{
		// Two of sixteen attempts are sent, and run on.
		{[]string{"deadline=15", "delay=10"}, 2, 740},
		// Fifteen are lost, and one waits.
		{strings.Fields("deadline=1 delay=0 servers=16 balance=roundRobin" + downBut(16)), 1, 530},
	} {
		words := append([]string{"constant=1000000", fmt.Sprintf("requests=%d", requests), "every=1", "attempts=16", "never"}, c.words...)
		s, err := parseScene(words)
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		live, most := 0, 0
		engine.Run(s, func(e *engine.Event) bool {
			switch e.Type {
			case engine.AttemptSent:
				live++
			case engine.AttemptAnswered, engine.AttemptLost:
				live--
			}
			most = max(most, live)
			if live < c.live*requests {
				return true
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			return false
		})
		held := int(after.HeapAlloc-before.HeapAlloc) / requests
		t.Logf("%v: %d attempts in flight, %d bytes a request", c.words, most, held)
		if most != c.live*requests {
			t.Errorf("%d attempts were in flight, not %d", most, c.live*requests)
		}
		if held > c.mostBytes {
			t.Errorf("%d bytes a request were held, more than %d", held, c.mostBytes)
		}
	}
}

// downBut has all servers of a scene down for long, but one.
func downBut(server int) string {
	words := ""
	for other := 1; other < server; other++ {
		words += fmt.Sprintf(" down=%d:0:900000", other)
	}
	return words
}
