package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// No worker runs two attempts, and none is idle while work waits for it: not when all
// of an instant has been played, nor when a server comes back between two events.
func TestWorkersAreBusyWhileWorkWaits(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		c := s.Backend.Capacity.Cluster
		if c == nil {
			return
		}
		v := newServers(c)
		for i, e := range trace[:len(trace)-1] {
			v.add(e)
			if e.Type == engine.AttemptStarted {
				n["starts"]++
				if on := at(v.running, e.Server); on > c.Workers || v.isDown(e.Server, e.At) {
					t.Fatalf("%v: %d attempts on %d workers, which are down: %v", e, on, c.Workers, v.isDown(e.Server, e.At))
				}
			}
			next := trace[i+1].At
			if next == e.At {
				continue
			}
			instants := []fixed.Micros{e.At}
			for _, d := range c.Down {
				if d.ToMs > e.At && d.ToMs < next {
					instants = append(instants, d.ToMs)
				}
			}
			for _, now := range instants {
				n["instants"]++
				if len(v.waiting) > 0 {
					n["instants with waiting"]++
				}
				if server := v.idle(now); server > 0 {
					t.Fatalf("after %v, at %v, server %d has nothing to do for %v", e, now, server, v.waiting)
				}
			}
		}
		if len(v.waiting)+len(v.running) > 0 {
			t.Fatalf("at the end %v wait and %v run", v.waiting, v.running)
		}
	}, "starts", "instants", "instants with waiting")
}

// As many wait as the limit when an attempt is refused, and never more. Servers lose
// what they hold only while they are down, and then all of it.
func TestQueuesKeepTheirLimitAndDownServersNothing(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		c := s.Backend.Capacity.Cluster
		if c == nil {
			return
		}
		v := newServers(c)
		for i, e := range trace {
			v.add(e)
			settled := i+1 == len(trace) || trace[i+1].At > e.At
			switch e.Type {
			case engine.AttemptRefused:
				n["refusals"]++
				if at(v.waiting, e.Server) != c.QueueLimit || c.QueueLimit == 0 {
					t.Fatalf("%v: %d wait, and %d may", e, at(v.waiting, e.Server), c.QueueLimit)
				}
			case engine.AttemptLost:
				n["losses"]++
				if !v.isDown(e.Server, e.At) {
					t.Fatalf("%v: the server is up", e)
				}
			}
			for server := range c.Servers + 1 {
				if most := at(v.waiting, server); settled && c.QueueLimit > 0 && most > c.QueueLimit {
					t.Fatalf("after %v %d wait at server %d, and %d may", e, most, server, c.QueueLimit)
				}
				if settled && server > 0 && v.isDown(server, e.At) && at(v.waiting, server)+at(v.running, server) > 0 {
					t.Fatalf("after %v server %d is down and holds %v %v", e, server, v.waiting, v.running)
				}
			}
		}
	}, "refusals", "losses")
}

// A backup goes where nothing of its leaf waits, runs or was lost, if there is such a
// server; with least outstanding, to one of the least loaded of those.
func TestBackupsAvoidTheirSiblings(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		c := s.Backend.Capacity.Cluster
		if c == nil || c.Queue == engine.SharedQueue {
			return
		}
		v := newServers(c)
		for _, e := range trace {
			if e.Type == engine.AttemptSent {
				var free []int
				for server := 1; server <= c.Servers; server++ {
					if !v.holds(leafKey(e.Key), server) {
						free = append(free, server)
					}
				}
				if len(free) > 0 && !slices.Contains(free, e.Server) {
					t.Fatalf("%v: servers %v hold nothing of its leaf", e, free)
				}
				if e.Key.Attempt > 1 {
					n["backups"]++
					if len(free) == 0 {
						n["backups without choice"]++
					}
				}
				for _, server := range free {
					if c.Balance == engine.LeastOutstanding && v.outstanding(server) < v.outstanding(e.Server) {
						t.Fatalf("%v: server %d has less to do", e, server)
					}
				}
			}
			v.add(e)
		}
	}, "backups", "backups without choice")
}

// Work is conserved: busy workers over time are the work of answers and of those that
// were cut short; and the queue's length over time is the sum of all waits.
func TestWorkAndWaitsAreConserved(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		v := newServers(&engine.Cluster{})
		sent, started := map[engine.Key]fixed.Micros{}, map[engine.Key]fixed.Micros{}
		var busy, queued, work, waits, now fixed.Micros
		for _, e := range trace {
			busy += fixed.Micros(len(v.running)) * (e.At - now)
			queued += fixed.Micros(len(v.waiting)) * (e.At - now)
			now = e.At
			_, waited := v.waiting[e.Key]
			switch e.Type {
			case engine.AttemptSent:
				sent[e.Key] = e.At
			case engine.AttemptStarted:
				started[e.Key] = e.At
				waits += e.At - sent[e.Key]
			case engine.AttemptAnswered:
				work += e.At - started[e.Key]
			case engine.AttemptCancelled, engine.AttemptLost:
				work += e.Work
				if waited {
					waits += e.At - sent[e.Key]
				} else if e.Work != e.At-started[e.Key] {
					t.Fatalf("%v: it started at %v", e, started[e.Key])
				}
			}
			v.add(e)
		}
		if busy != work || queued != waits {
			t.Fatalf("workers were busy for %v with work of %v; attempts queued for %v and waited %v", busy, work, queued, waits)
		}
		n["work"] += int(work / fixed.Millisecond)
		n["waits"] += int(waits / fixed.Millisecond)
	}, "work", "waits")
}
