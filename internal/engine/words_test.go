package engine_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// The words of a scene, by the part of the scenario that they change.

func (s *scene) setWorkload(name, value string) (known bool, err error) {
	w := &s.Workload
	switch name {
	case "requests":
		w.Requests, err = strconv.Atoi(value)
	case "every":
		w.Arrival.Paced.IntervalMs, err = ms(value)
	case "poisson":
		w.Arrival = engine.Arrival{Poisson: &engine.Poisson{}}
		w.Arrival.Poisson.RatePerSecond, err = millionths(value)
	case "burst":
		var b engine.Burst
		at, n, _ := strings.Cut(value, ":")
		if b.AtMs, err = ms(at); err == nil {
			b.Requests, err = strconv.Atoi(n)
		}
		w.Bursts = append(w.Bursts, b)
	case "write":
		w.Operation = engine.Write
	case "keyed":
		w.Operation = engine.IdempotentWrite
	case "commit":
		w.CommitMs, err = ms(value)
	case "deadline":
		w.DeadlineMs, err = ms(value)
	case "duration":
		w.DurationMs, err = ms(value)
	case "hops":
		w.Hops, err = strconv.Atoi(value)
	case "leaves":
		w.FanOut.Leaves, err = strconv.Atoi(value)
	case "quorum":
		w.FanOut.Quorum, err = strconv.Atoi(value)
	case "after":
		w.FanOut.AfterMs, err = ms(value)
	case "warmup":
		w.WarmupRequests, err = strconv.Atoi(value)
	case "seed":
		s.Seed, err = strconv.ParseInt(value, 10, 64)
	default:
		return false, nil
	}
	return true, err
}

func (s *scene) setBackend(name, value string) (known bool, err error) {
	b := &s.Backend
	switch name {
	case "primary":
		s.table().PrimaryMs, err = times(value)
		s.Workload.Requests = len(s.table().PrimaryMs)
	case "backup":
		s.table().BackupMs, err = times(value)
	case "constant":
		b.Latency.Constant = &latency.Constant{}
		b.Latency.Constant.Ms, err = ms(value)
	case "identical":
		b.Copies = engine.Identical
	case "common":
		b.CommonCausePercent, err = percent(value)
	default:
		return false, nil
	}
	return true, err
}

func (s *scene) table() *latency.Table {
	if s.Backend.Latency.Table == nil {
		s.Backend.Latency.Table = &latency.Table{}
	}
	return s.Backend.Latency.Table
}

func (s *scene) setCluster(name, value string) (known bool, err error) {
	c := &s.cluster
	switch name {
	case "servers":
		c.Servers, err = strconv.Atoi(value)
		s.Backend.Capacity = engine.Capacity{Cluster: c}
	case "workers":
		c.Workers, err = strconv.Atoi(value)
	case "shared":
		c.Queue = engine.SharedQueue
	case "limit":
		c.QueueLimit, err = strconv.Atoi(value)
	case "lifo":
		c.Order = engine.LIFO
	case "hedgesLast":
		c.Order = engine.HedgesLast
	case "balance":
		c.Balance = engine.Balance(value)
		err = among(c.Balance, engine.RandomServer, engine.RoundRobin, engine.LeastOutstanding, engine.PowerOfTwo)
	case "slow":
		var slow engine.Slow
		at := max(0, strings.LastIndexByte(value, ':'))
		if slow.Window, err = window(value[:at]); err == nil {
			slow.Factor, err = millionths(value[at+1:])
		}
		c.Slow = append(c.Slow, slow)
	case "down":
		var down engine.Down
		down.Window, err = window(value)
		c.Down = append(c.Down, down)
	default:
		return false, nil
	}
	return true, err
}

func (s *scene) setPolicy(name, value string) (known bool, err error) {
	h := &s.hedge
	switch name {
	case "delay":
		var delay fixed.Micros
		delay, err = ms(value)
		h.Delay.Ms, s.Policy = &delay, engine.Policy{Hedge: h}
	case "attempts":
		h.MaxAttempts, err = strconv.Atoi(value)
	case "probability":
		h.ProbabilityPercent, err = percent(value)
	case "budget":
		*h.Budget.Percent, err = percent(value)
	case "never":
		h.Cancel = engine.CancelNever
	case "tied":
		h.Cancel = engine.CancelOnStart
	case "reach":
		h.CancelReach = engine.CancelReach(value)
		err = among(h.CancelReach, engine.ReachRunning, engine.ReachQueued)
	case "canceldelay":
		h.CancelDelayMs, err = ms(value)
	default:
		return false, nil
	}
	return true, err
}

func among[T comparable](value T, all ...T) error {
	if !slices.Contains(all, value) {
		return fmt.Errorf("none of %v", all)
	}
	return nil
}

func ms(text string) (fixed.Micros, error) {
	n, err := fixed.Parse(text)
	return fixed.Micros(n), err
}

func percent(text string) (fixed.Percent, error) {
	n, err := fixed.Parse(text)
	return fixed.Percent(n), err
}

func millionths(text string) (n fixed.Millionths, err error) {
	err = n.UnmarshalJSON([]byte(text))
	return n, err
}

func times(list string) ([]fixed.Micros, error) {
	var all []fixed.Micros
	for text := range strings.SplitSeq(list, ",") {
		t, err := ms(text)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// window reads server:from:to.
func window(text string) (w engine.Window, err error) {
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return w, fmt.Errorf("not server:from:to")
	}
	if w.Server, err = strconv.Atoi(parts[0]); err != nil {
		return w, err
	}
	if w.FromMs, err = ms(parts[1]); err != nil {
		return w, err
	}
	w.ToMs, err = ms(parts[2])
	return w, err
}
