package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// No worker runs two attempts, and none is idle while work waits for it when all of an
// instant has been played.
func TestWorkersAreBusyWhileWorkWaits(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		c := s.Backend.Capacity.Cluster
		if c == nil {
			return
		}
		v := newServers(c)
		for i, e := range trace[:len(trace)-1] {
			v.add(e)
			if server := int(e.Server); e.Type == engine.AttemptStarted {
				n["starts"]++
				if on := at(v.running, server); on > c.Workers || v.isDown(server, e.At) {
					t.Fatalf("%v: %d attempts on %d workers, which are down: %v", e, on, c.Workers, v.isDown(server, e.At))
				}
			}
			if trace[i+1].At == e.At {
				continue
			}
			n["instants"]++
			if len(v.waiting) > 0 {
				n["instants with waiting"]++
			}
			if server := v.idle(e.At); server > 0 {
				t.Fatalf("after %v server %d has nothing to do for %v", e, server, v.waiting)
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
				if waiting := at(v.waiting, int(e.Server)); waiting != c.QueueLimit || waiting == 0 {
					t.Fatalf("%v: %d wait, and %d may", e, waiting, c.QueueLimit)
				}
			case engine.AttemptLost:
				n["losses"]++
				if !v.isDown(int(e.Server), e.At) {
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
				if len(free) > 0 && !slices.Contains(free, int(e.Server)) {
					t.Fatalf("%v: servers %v hold nothing of its leaf", e, free)
				}
				if e.Key.Attempt > 1 {
					n["backups"]++
					if len(free) == 0 {
						n["backups without choice"]++
					}
				}
				for _, server := range free {
					if c.Balance == engine.LeastOutstanding && v.outstanding(server) < v.outstanding(int(e.Server)) {
						t.Fatalf("%v: server %d has less to do", e, server)
					}
				}
			}
			v.add(e)
		}
	}, "backups", "backups without choice")
}
