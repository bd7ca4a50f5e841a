package engine_test

import (
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// servers is who waits and who runs where, read off a trace.
type servers struct {
	cluster *engine.Cluster
	waiting map[engine.Key]int16 // at which server; 0 in a shared queue
	running map[engine.Key]int16
	lost    map[engine.Key]int16 // until their call ends
}

func newServers(c *engine.Cluster) *servers {
	return &servers{c, map[engine.Key]int16{}, map[engine.Key]int16{}, map[engine.Key]int16{}}
}

func (v *servers) add(e engine.Event) {
	switch e.Type {
	case engine.AttemptSent:
		v.waiting[e.Key] = e.Server
	case engine.AttemptStarted:
		delete(v.waiting, e.Key)
		v.running[e.Key] = e.Server
	case engine.AttemptLost:
		v.lost[e.Key] = e.Server
	}
	if e.Type.EndsAttempt() {
		delete(v.waiting, e.Key)
		delete(v.running, e.Key)
	}
}

func at(all map[engine.Key]int16, server int) (n int) {
	for _, where := range all {
		if int(where) == server {
			n++
		}
	}
	return n
}

func (v *servers) isDown(server int, now fixed.Micros) bool {
	return slices.ContainsFunc(v.cluster.Down, func(d engine.Down) bool { return in(d.Window, server, now) })
}

// idle is a server that is up and has a worker without work while an attempt waits for
// it; 0 if there is none.
func (v *servers) idle(now fixed.Micros) int {
	for server := 1; server <= v.cluster.Servers; server++ {
		queue := server
		if v.cluster.Queue == engine.SharedQueue {
			queue = 0
		}
		if !v.isDown(server, now) && at(v.running, server) < v.cluster.Workers && at(v.waiting, queue) > 0 {
			return server
		}
	}
	return 0
}

func (v *servers) outstanding(server int) int { return at(v.waiting, server) + at(v.running, server) }

func (v *servers) holds(leaf engine.Key, server int) bool {
	for _, all := range []map[engine.Key]int16{v.waiting, v.running, v.lost} {
		for key, where := range all {
			if leafKey(key) == leaf && int(where) == server {
				return true
			}
		}
	}
	return false
}
