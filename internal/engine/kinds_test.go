package engine_test

import "github.com/hedgedrill/hedgedrill/internal/engine"

// countKinds counts what is remarkable in a trace.
func countKinds(trace []engine.Event, n seen) {
	refused, over := map[int]bool{}, map[int]bool{}
	running := map[engine.Key]bool{}
	for i, e := range trace {
		switch e.Type {
		case engine.AttemptSent:
			if e.Key.Attempt == 3 {
				n["third attempts"]++
			}
		case engine.AttemptStarted:
			running[e.Key] = true
			if trace[i-1].Type != engine.AttemptSent || trace[i-1].Key != e.Key {
				n["starts after a wait"]++
			}
		case engine.AttemptRefused:
			refused[e.Key.Request] = true
		case engine.AttemptAnswered:
			if over[e.Key.Request] {
				n["answers nobody waits for"]++
			}
		case engine.AttemptCancelled:
			n["withdrawn while "+string(e.State)]++
		case engine.AttemptLost:
			switch {
			case running[e.Key]:
				n["lost while running"]++
			case trace[i-1].Type == engine.AttemptSent && trace[i-1].Key == e.Key:
				n["lost when sent"]++
			default:
				n["lost while waiting"]++
			}
		case engine.HedgeSuppressed:
			n["suppressed by "+string(e.Reason)]++
		case engine.WriteCommitted:
			if e.Duplicate {
				n["duplicate writes"]++
			}
		case engine.WriteDeduplicated:
			n["deduplicated writes"]++
		case engine.RequestAnswered, engine.RequestFailed, engine.RequestExpired:
			over[e.Key.Request] = true
			if e.Type == engine.RequestAnswered && refused[e.Key.Request] {
				n["refused, then answered"]++
			}
			if e.Type != engine.RequestAnswered {
				n[e.Type.String()[len("request."):]]++
			}
		}
	}
}

// countShapes counts what is remarkable in the shapes of requests, and in tied copies.
func countShapes(s *engine.Scenario, trace []engine.Event, n seen) {
	hops, leaves := hopsOf(s, trace), leavesOf(s, trace)
	for _, of := range hops {
		partial, answers := false, 0
		for i, h := range of {
			partial = partial || h.end == "clock"
			answers += len(h.answers)
			switch {
			case h.end == "clock" && len(h.answers) == 0:
				n["hops of nothing"]++
			case h.end == "failed" && h.to > h.from:
				n["quorums out of reach"]++
			case h.end == "expired" && i > 0:
				n["deadlines in a later hop"]++
			}
			if h.end == "expired" && h.to == h.from+s.Workload.FanOut.AfterMs && s.Workload.FanOut.AfterMs > 0 {
				n["deadlines when the time is over"]++
			}
		}
		if last := of[len(of)-1]; partial && (last.end == "quorum" || last.end == "clock") {
			n["partial answers"]++
			if answers == 0 {
				n["partial answers of nothing"]++
			}
		}
	}
	for _, l := range leaves {
		countLeaf(s, l, n)
	}
	countInstants(trace, n)
}

func countLeaf(s *engine.Scenario, l *leaf, n seen) {
	h := s.Policy.Hedge
	tied := h != nil && h.Cancel == engine.CancelOnStart
	if tied && len(l.starts) > 1 {
		n["both tied copies started"]++
	}
	if tied && len(l.turns) == 1 && h.MaxAttempts > 1 && len(l.starts) == 1 && l.to > l.hop.from+*h.Delay.Ms {
		n["hedges not due after a start"]++
	}
	if l.end == l.hop.end && len(l.turns) > 0 && l.over[1].Type == engine.AttemptRefused && len(l.over) == 1 && l.end != "failed" {
		n["requests that go on after a failed leaf"]++
	}
	for attempt, e := range l.over {
		if l.end == l.hop.end && e.Type == engine.AttemptCancelled && e.State == engine.Running {
			n["running attempts of closed leaves withdrawn"]++
		}
		if l.end == l.hop.end && e.Type == engine.AttemptAnswered && e.At == l.to {
			n["answers of a leaf at its hop's end"]++
		}
		if attempt > 1 && l.hop.number > 1 {
			n["backups in a later hop"]++
		}
	}
}

// countInstants counts what happens together.
func countInstants(trace []engine.Event, n seen) {
	freed := map[int]engine.Event{} // by server: the last answer
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
		}
	}
}
