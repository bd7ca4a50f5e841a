// Command play plays a scenario in a process of its own, and says as one line of JSON
// what it cost.
//
//	play quiet|told|whole|shared SCENARIO REQUESTS SEED [WORKERS]
//
// quiet has nobody listening, told has a listener that counts the events, whole has all
// metrics and the baseline, and shared is quiet on several workers. A short run of the
// same scenario goes first, so that tables which are kept between runs are there: the C
// programs do not count theirs either.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/hedgedrill/hedgedrill/bench/adapter"
	"github.com/hedgedrill/hedgedrill/bench/body"
	"github.com/hedgedrill/hedgedrill/bench/right"
)

// cost is what a run took, and its results where there are any.
type cost struct {
	Mode        string  `json:"mode"`
	Missing     bool    `json:"missing,omitempty"` // the engine has no such path
	Requests    int     `json:"requests"`
	CPUNs       float64 `json:"cpuNs"`
	WallNs      float64 `json:"wallNs"`
	Events      int     `json:"events"`
	Mallocs     uint64  `json:"mallocs"`
	MoreMallocs int     `json:"moreMallocs"` // than in the short run
	AllocBytes  uint64  `json:"allocBytes"`  // in all, freed or not: more than was ever held at once
	*right.Answers
}

// warmUp is the size of the first run, in requests. What it allocates is for tables and
// for what is in flight at once, and is not counted as allocated for the requests.
const warmUp = 10_000

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "play:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 4 {
		return fmt.Errorf("usage: play quiet|told|whole|shared SCENARIO REQUESTS SEED [WORKERS]")
	}
	mode, workers := args[0], 1
	requests, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	seed, err := strconv.Atoi(args[3])
	if err != nil {
		return err
	}
	if len(args) > 4 {
		if workers, err = strconv.Atoi(args[4]); err != nil {
			return err
		}
	}
	loader, err := adapter.NewLoader()
	if err != nil {
		return err
	}
	scenario, err := load(loader, args[1], requests, seed)
	if err != nil {
		return err
	}
	short, err := load(loader, args[1], min(warmUp, requests), seed)
	if err != nil {
		return err
	}
	first, err := play(mode, short, workers)
	if err != nil {
		return err
	}
	c, err := play(mode, scenario, workers)
	if err != nil {
		return err
	}
	c.Mode, c.Requests = mode, requests
	c.MoreMallocs = max(0, int(c.Mallocs)-int(first.Mallocs))
	return json.NewEncoder(os.Stdout).Encode(c)
}

func load(loader *adapter.Loader, path string, requests, seed int) (*adapter.Scenario, error) {
	text, err := body.Read(path, requests, seed)
	if err != nil {
		return nil, err
	}
	return loader.Load(text)
}

func play(mode string, s *adapter.Scenario, workers int) (c cost, err error) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	cpu, wall := cpuNs(), time.Now()
	can := true
	switch mode {
	case "quiet":
		c.Answers, err = adapter.Quiet(s)
	case "told":
		c.Events, err = adapter.Told(s)
	case "whole":
		c.Answers, err = adapter.Whole(s)
	case "shared":
		can, c.Answers, err = adapter.Shared(s, workers)
	default:
		err = fmt.Errorf("no mode %q", mode)
	}
	c.WallNs, c.CPUNs = float64(time.Since(wall)), cpuNs()-cpu
	runtime.ReadMemStats(&after)
	c.Missing = !can
	c.Mallocs, c.AllocBytes = after.Mallocs-before.Mallocs, after.TotalAlloc-before.TotalAlloc
	return c, err
}

// cpuNs is the processor time of all threads.
func cpuNs() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return float64(usage.Utime.Nano() + usage.Stime.Nano())
}
