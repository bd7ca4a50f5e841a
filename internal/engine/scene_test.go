package engine_test

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// A scene is a scenario in one line of words, each name=value, times in
// milliseconds:
//
//	primary=640,84 backup=95,78   the law table, a request for each column entry
//	constant=20 requests=3        the law constant
//	every=1000                    the interval of the arrivals
//	write  keyed  commit=60       the operation, a read if neither stands
//	delay=130 attempts=2 budget=100 never
//	                              the policy; none without a delay
//	duration=60000
type scene struct {
	engine.Scenario
	hedge engine.Hedge
}

// newScene is the scenario that the words change: no requests, no hedging.
func newScene() *scene {
	percent := fixed.Percent(100_000)
	return &scene{
		engine.Scenario{
			Workload: engine.Workload{
				Arrival: engine.Arrival{Paced: &engine.Paced{IntervalMs: 1000 * fixed.Millisecond}},
				Bursts:  []engine.Burst{}, Operation: engine.Read, CommitMs: 60 * fixed.Millisecond,
				Hops: 1, FanOut: engine.FanOut{Leaves: 1},
			},
			Backend: engine.Backend{Copies: engine.Independent, Capacity: engine.Capacity{Unlimited: &engine.Unlimited{}}},
			Policy:  engine.Policy{None: &engine.None{}},
			Judge:   engine.Judge{Percentile: 95_000, ExtraLoadLimitPercent: 25_000},
		},
		engine.Hedge{
			MaxAttempts: 2, ProbabilityPercent: percent, Budget: engine.Budget{Percent: &percent},
			Cancel: engine.CancelOnAnswer, CancelReach: engine.ReachRunning,
		},
	}
}

// parseScene reads the words after the command "play".
func parseScene(words []string) (*engine.Scenario, error) {
	s := newScene()
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		if err := s.set(name, value); err != nil {
			return nil, fmt.Errorf("%s: %w", word, err)
		}
	}
	if s.Workload.Requests == 0 {
		return nil, fmt.Errorf("no requests")
	}
	return &s.Scenario, nil
}

func (s *scene) set(name, value string) (err error) {
	w, h := &s.Workload, &s.hedge
	switch name {
	case "primary":
		s.table().PrimaryMs, err = times(value)
		w.Requests = len(s.table().PrimaryMs)
	case "backup":
		s.table().BackupMs, err = times(value)
	case "constant":
		s.Backend.Latency.Constant = &latency.Constant{}
		s.Backend.Latency.Constant.Ms, err = ms(value)
	case "requests":
		w.Requests, err = strconv.Atoi(value)
	case "every":
		w.Arrival.Paced.IntervalMs, err = ms(value)
	case "write":
		w.Operation = engine.Write
	case "keyed":
		w.Operation = engine.IdempotentWrite
	case "commit":
		w.CommitMs, err = ms(value)
	case "duration":
		w.DurationMs, err = ms(value)
	case "delay":
		var delay fixed.Ms
		delay, err = ms(value)
		h.Delay.Ms, s.Policy = &delay, engine.Policy{Hedge: h}
	case "attempts":
		h.MaxAttempts, err = strconv.Atoi(value)
	case "budget":
		var percent int64
		percent, err = fixed.Parse(value)
		*h.Budget.Percent = fixed.Percent(percent)
	case "never":
		h.Cancel = engine.CancelNever
	default:
		err = fmt.Errorf("no such word")
	}
	return err
}

func (s *scene) table() *latency.Table {
	if s.Backend.Latency.Table == nil {
		s.Backend.Latency.Table = &latency.Table{}
	}
	return s.Backend.Latency.Table
}

func ms(text string) (fixed.Ms, error) {
	n, err := fixed.Parse(text)
	return fixed.Ms(n), err
}

func times(list string) ([]fixed.Ms, error) {
	var all []fixed.Ms
	for text := range strings.SplitSeq(list, ",") {
		t, err := ms(text)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}
