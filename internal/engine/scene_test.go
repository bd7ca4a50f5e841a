package engine_test

import (
	"fmt"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// A scene is a scenario in one line of words, each name=value, times in
// milliseconds:
//
//	primary=640,84 backup=95,78   the law table, a request for each column entry
//	constant=20 requests=3        the law constant
//	every=1000  poisson=20        the arrivals: their interval, or how many a second
//	burst=50:3                    at 50, three more requests
//	write  keyed  commit=60       the operation, a read if neither stands
//	hops=2 leaves=3 quorum=2 after=50
//	                              the shape of a request: one hop of one leaf without
//	deadline=200  duration=60000  warmup=1  seed=7
//	identical  common=50          how backups draw, independently if nothing stands
//	servers=2 workers=1 shared limit=3 lifo hedgesLast balance=roundRobin
//	                              the cluster; unlimited capacity without servers
//	slow=1:0:50:2.5               server 1 takes 2.5 times as long from 0 to 50
//	down=0:20:60                  all servers (0) are down from 20 to 60
//	delay=130 attempts=2 probability=100 budget=100 never tied reach=queued canceldelay=5
//	                              the policy; without a delay it sends no hedge, but cancels
type scene struct {
	engine.Scenario
	hedge   engine.Hedge
	cluster engine.Cluster
}

// newScene is the scenario that the words change: no requests, no hedging.
func newScene() *scene {
	percent := fixed.Percent(100_000)
	atOnce := engine.Cancellation{Cancel: engine.CancelOnAnswer, CancelReach: engine.ReachRunning}
	return &scene{
		engine.Scenario{
			Workload: engine.Workload{
				Arrival: engine.Arrival{Paced: &engine.Paced{IntervalMs: 1000 * fixed.Millisecond}},
				Bursts:  []engine.Burst{}, Operation: engine.Read, CommitMs: 60 * fixed.Millisecond,
				Hops: 1, FanOut: engine.FanOut{Leaves: 1},
			},
			Backend: engine.Backend{Copies: engine.Independent, Capacity: engine.Capacity{Unlimited: &engine.Unlimited{}}},
			Policy:  engine.Policy{None: &engine.None{Cancellation: atOnce}},
			Judge:   engine.Judge{Percentile: 95_000, ExtraLoadLimitPercent: 25_000},
		},
		engine.Hedge{
			MaxAttempts: 2, ProbabilityPercent: percent, Budget: engine.Budget{Percent: &percent},
			Cancellation: atOnce,
		},
		engine.Cluster{
			Servers: 1, Workers: 1, Queue: engine.PerServerQueue, Order: engine.FIFO, Balance: engine.RandomServer,
			Slow: []engine.Slow{}, Down: []engine.Down{},
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
	if s.Policy.None != nil {
		s.Policy.None.Cancellation = s.hedge.Cancellation
	}
	return &s.Scenario, nil
}

func (s *scene) set(name, value string) error {
	for _, part := range []func(name, value string) (known bool, err error){s.setWorkload, s.setBackend, s.setCluster, s.setPolicy} {
		if known, err := part(name, value); known {
			return err
		}
	}
	return fmt.Errorf("no such word")
}
