package engine_test

import "github.com/hedgedrill/hedgedrill/internal/engine"

// countKinds counts what is remarkable in a trace.
func countKinds(trace []engine.Event, n seen) {
	refused, over := map[int32]bool{}, map[int32]bool{}
	for _, e := range trace {
		switch e.Type {
		case engine.AttemptSent:
			if e.Key.Attempt == 3 {
				n["third attempts"]++
			}
		case engine.AttemptStarted:
			if e.Took > 0 {
				n["starts after a wait"]++
			}
		case engine.AttemptRefused:
			refused[e.Key.Request] = true
		case engine.AttemptAnswered:
			if over[e.Key.Request] {
				n["answers nobody waits for"]++
			}
		case engine.AttemptCancelled:
			n["withdrawn while "+e.State.String()]++
			n["withdrawn by "+e.By.String()]++
		case engine.AttemptLost:
			n["lost while "+e.State.String()]++
		case engine.HedgeSuppressed:
			n["suppressed by "+e.Reason.String()]++
		case engine.WriteCommitted:
			if e.Duplicate {
				n["duplicate writes"]++
			}
		case engine.WriteDeduplicated:
			n["deduplicated writes"]++
		case engine.RequestAnswered:
			if refused[e.Key.Request] {
				n["refused, then answered"]++
			}
			if e.Partial {
				n["partial answers"]++
			}
		case engine.RequestFailed, engine.RequestExpired, engine.ServerDown, engine.ServerUp:
			n[e.Type.String()]++
		}
		if e.Type.EndsRequest() {
			over[e.Key.Request] = true
		}
	}
}

// countShapes counts what is remarkable in the shapes of requests, and in tied copies.
func countShapes(s *engine.Scenario, trace []engine.Event, n seen) {
	for _, of := range hopsOf(trace) {
		answers := 0
		for i, h := range of {
			answers += len(h.answers)
			switch {
			case h.end == engine.ByTime && len(h.answers) == 0:
				n["hops of nothing"]++
			case h.end == engine.ByFailure && h.to > h.from:
				n["quorums out of reach"]++
			case h.end == engine.ByFailure && len(h.failures) > 1 && len(h.failures) < s.Workload.FanOut.Leaves:
				n["quorums out of reach by some of several leaves"]++
			case h.end == engine.ByDeadline && i > 0:
				n["deadlines in a later hop"]++
			}
			if h.end == engine.ByDeadline && h.to == h.from+s.Workload.FanOut.AfterMs && s.Workload.FanOut.AfterMs > 0 {
				n["deadlines when the time is over"]++
			}
		}
		if of[len(of)-1].end == engine.ByTime && answers == 0 {
			n["partial answers of nothing"]++
		}
	}
	for _, l := range leavesOf(trace) {
		countLeaf(s, l, n)
	}
	countInstants(trace, n)
}

func countLeaf(s *engine.Scenario, l *leaf, n seen) {
	h := s.Policy.Hedge
	tied := h != nil && h.Cancel == engine.CancelOnStart
	closed := l.end == l.hop.end.String()
	if tied && len(l.starts) > 1 {
		n["both tied copies started"]++
	}
	if tied && len(l.turns) == 1 && h.MaxAttempts > 1 && len(l.starts) == 1 && l.to > l.hop.from+*h.Delay.Ms {
		n["hedges not due after a start"]++
	}
	if l.end == "failed" && l.hop.end != engine.ByFailure {
		n["hops that go on after a failed leaf"]++
	}
	for attempt, e := range l.over {
		if closed && e.Type == engine.AttemptCancelled && e.State == engine.Running {
			n["running attempts of closed leaves withdrawn"]++
		}
		if closed && e.Type == engine.AttemptAnswered && e.At == l.to {
			n["answers of a leaf at its hop's end"]++
		}
		if attempt > 1 && l.hop.number > 1 {
			n["backups in a later hop"]++
		}
	}
}

// countInstants counts what happens together.
func countInstants(trace []engine.Event, n seen) {
	freed := map[int16]engine.Event{} // by server: the last answer
	for i, e := range trace {
		switch {
		case e.Type == engine.AttemptAnswered:
			freed[e.Server] = e
		case e.Type == engine.AttemptCancelled && e.State == engine.Waiting && e.Server > 0:
			if by, ok := freed[e.Server]; ok && by.At == e.At && leafKey(by.Key) != leafKey(e.Key) {
				n["tied copies withdrawn as a worker is free"]++
			}
		case e.Type == engine.AttemptSent && e.Key.Hop > 1 && e.Key.Attempt == 1:
			if before := trace[i-1]; before.At == e.At && before.Key.Request != e.Key.Request {
				n["hops that begin with others"]++
			}
		case e.Duplicate && e.Key.Leaf > 1:
			n["duplicates in a later leaf"]++
		case e.Type == engine.ServerDown && trace[i+1].Type == engine.AttemptLost && i+2 < len(trace) && trace[i+2].Type == engine.AttemptLost:
			n["servers that lose several"]++
		}
	}
}
