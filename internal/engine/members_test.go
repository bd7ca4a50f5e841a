package engine_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// members are what an event of a type has besides its time: how many parts of its key,
// of request, hop, leaf and attempt; and other fields, always or sometimes.
type members struct {
	parts             []int
	always, sometimes string
}

var membersOf = map[engine.EventType]members{
	engine.RequestArrived:    {[]int{1}, "", ""},
	engine.AttemptSent:       {[]int{4}, "", "server"},
	engine.AttemptStarted:    {[]int{4}, "", "server took extra"},
	engine.AttemptAnswered:   {[]int{4}, "status:OK state:running", "server took work service won"},
	engine.AttemptCancelled:  {[]int{4}, "", "server state:waiting state:running took work service by:answer by:start by:quorum by:time by:failure by:deadline"},
	engine.AttemptRefused:    {[]int{4}, "status:RESOURCE_EXHAUSTED state:sent", "server service"},
	engine.AttemptLost:       {[]int{4}, "server", "state:sent state:waiting state:running took work service"},
	engine.HedgeSuppressed:   {[]int{4}, "", "reason:budget reason:probability"},
	engine.WriteCommitted:    {[]int{4}, "", "server duplicate"},
	engine.WriteDeduplicated: {[]int{4}, "", "server"},
	engine.LeafAnswered:      {[]int{4}, "", "took"},
	engine.LeafFailed:        {[]int{3}, "", "took"},
	engine.HopEnded:          {[]int{2}, "", "by:quorum by:time by:failure by:deadline took answers"},
	engine.RequestAnswered:   {[]int{1, 4}, "", "took answers partial"},
	engine.RequestFailed:     {[]int{3}, "", "took answers"},
	engine.RequestExpired:    {[]int{1}, "took", "answers"},
	engine.ServerDown:        {[]int{0}, "server", ""},
	engine.ServerUp:          {[]int{0}, "server", ""},
	engine.RunCompleted:      {[]int{0}, "", ""},
}

// partsOf is how many parts a key has, or -1 if they are not the first.
func partsOf(k engine.Key) int {
	set := []bool{k.Request > 0, k.Hop > 0, k.Leaf > 0, k.Attempt > 0, false}
	n := slices.Index(set, false)
	if slices.Contains(set[n:], true) {
		return -1
	}
	return n
}

// fieldsOf are the fields of an event that are not zero.
func fieldsOf(e engine.Event) (all []string) {
	add := func(set bool, name string) {
		if set {
			all = append(all, name)
		}
	}
	add(e.Server != 0, "server")
	add(e.Status != 0, "status:"+e.Status.String())
	add(e.State != 0, "state:"+e.State.String())
	add(e.Took != 0, "took")
	add(e.Extra, "extra")
	add(e.Work != 0, "work")
	add(e.Service != 0, "service")
	add(e.Won, "won")
	add(e.By != 0, "by:"+e.By.String())
	add(e.Answers != 0, "answers")
	add(e.Partial, "partial")
	add(e.Reason != 0, "reason:"+e.Reason.String())
	add(e.Duplicate, "duplicate")
	return all
}

// kindOf is a field without its value: an enumeration has one wherever it belongs.
func kindOf(field string) string {
	kind, _, _ := strings.Cut(field, ":")
	return kind
}

// Events have the fields that belong to their types and no others, and every one of
// these occurs.
func TestEventsHaveTheirMembers(t *testing.T) {
	var need []string
	for typ, m := range membersOf {
		for _, field := range strings.Fields(m.always + " " + m.sometimes) {
			need = append(need, typ.String()+" with "+field)
		}
	}
	need = append(need, "request.answered of 1 part", "request.answered of 4 parts")
	holdsInAll(t, func(t *rapid.T, _ *engine.Scenario, trace []engine.Event, n seen) {
		for _, e := range trace {
			m, fields := membersOf[e.Type], fieldsOf(e)
			always, sometimes := strings.Fields(m.always), strings.Fields(m.sometimes)
			if !slices.Contains(m.parts, partsOf(e.Key)) {
				t.Fatalf("%v: its key is %#v", e, e.Key)
			}
			for _, field := range fields {
				n[e.Type.String()+" with "+field]++
				if !slices.Contains(always, field) && !slices.Contains(sometimes, field) {
					t.Fatalf("%v has %s", e, field)
				}
			}
			for _, field := range slices.Concat(always, sometimes) {
				has := slices.ContainsFunc(fields, func(f string) bool { return kindOf(f) == kindOf(field) })
				if (slices.Contains(always, field) || strings.Contains(field, ":")) && !has {
					t.Fatalf("%v has no %s", e, kindOf(field))
				}
			}
			if e.Type == engine.RequestAnswered {
				n[map[int]string{1: "request.answered of 1 part", 4: "request.answered of 4 parts"}[partsOf(e.Key)]]++
			}
		}
	}, need...)
	if len(membersOf) != int(engine.RunCompleted)+1 {
		t.Errorf("only %d types are known", len(membersOf))
	}
}

// Where queues are shared an attempt has a server once it has started, else from its
// sending on.
func TestAttemptsHaveTheirServers(t *testing.T) {
	holdsInAll(t, func(t *rapid.T, s *engine.Scenario, trace []engine.Event, n seen) {
		c := s.Backend.Capacity.Cluster
		if c == nil {
			return
		}
		at := map[engine.Key]int16{}
		for _, e := range trace {
			if !slices.Contains(strings.Fields(membersOf[e.Type].always+" "+membersOf[e.Type].sometimes), "server") || e.Key.Request == 0 {
				continue
			}
			if e.Type == engine.AttemptSent && c.Queue == engine.PerServerQueue || e.Type == engine.AttemptStarted && c.Queue == engine.SharedQueue {
				if n["servers"]++; e.Server == 0 {
					t.Fatalf("%v: it is at no server", e)
				}
				at[e.Key] = e.Server
			}
			if e.Server != at[e.Key] {
				t.Fatalf("%v: it is at server %d", e, at[e.Key])
			}
		}
	}, "servers")
}
