package main

import (
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/hedgedrill/hedgedrill/bench/proc"
	"github.com/hedgedrill/hedgedrill/bench/right"
)

// line is what a contender says of a run. Which members there are depends on who says it.
type line struct {
	Mode        string  `json:"mode"`
	Unavailable string  `json:"unavailable"` // why this machine cannot run it
	Skipped     bool    `json:"-"`           // not in this round
	Missing     bool    `json:"missing"`     // the engine has no such path
	Requests    int     `json:"requests"`
	SetUpNs     float64 `json:"setUpNs"`
	CPUNs       float64 `json:"cpuNs"`
	WallNs      float64 `json:"wallNs"`
	Events      int     `json:"events"`
	MoreMallocs int     `json:"moreMallocs"`
	AllocBytes  uint64  `json:"allocBytes"`
	MeanOnly    bool    `json:"meanOnly"`
	right.Answers
}

// nsPer is the processor time for each request.
func (l *line) nsPer() float64 { return l.CPUNs / float64(l.Requests) }

// checked is the first run of a contender, held against the right answers.
type checked struct {
	contender, workload string
	line
	worst float64 // deviation, as a share of what is allowed
}

// check holds a run against the right answers, and notes a contender's first.
func (b *bench) check(contender, workload string, l *line) error {
	var worst float64
	var err error
	if l.MeanOnly {
		worst, err = right.CheckMean(workload, l.Requests, l.MeanMs)
	} else {
		worst, err = right.Check(workload, l.Requests, l.Answers)
	}
	if err != nil {
		return fmt.Errorf("%s is wrong: %w", contender, err)
	}
	for _, c := range b.checks {
		if c.contender == contender && c.workload == workload {
			return nil
		}
	}
	b.checks = append(b.checks, checked{contender, workload, *l, worst})
	return nil
}

func (b *bench) seed() int { return 101 + b.round }

func (b *bench) program(name string) string { return filepath.Join(b.bin, name) }

func (b *bench) scenario(name string) string {
	return filepath.Join(b.root, "bench", "scenarios", name+".json")
}

// c runs a program in C; the arguments are those before the seed.
func (b *bench) c(program, workload string, args ...string) (l line, err error) {
	args = append(args, strconv.Itoa(b.seed()))
	if err = proc.Line(&l, b.program(program), args...); err == nil && l.Unavailable == "" {
		err = b.check("C, "+l.Mode, workload, &l)
	}
	return l, err
}

// play runs the engine.
func (b *bench) play(mode, scenario string, requests int, more ...string) (l line, err error) {
	args := append([]string{mode, b.scenario(scenario), strconv.Itoa(requests), strconv.Itoa(b.seed())}, more...)
	err = proc.Line(&l, b.program("play"), args...)
	return l, err
}

// simulate runs one of the simulators in Python.
func (b *bench) simulate(script, name, workload string, requests int) (l line, err error) {
	path := filepath.Join(b.root, "bench", "simulators", script)
	if err = proc.Line(&l, b.python, "-B", path, workload[:2], strconv.Itoa(requests), strconv.Itoa(b.seed())); err == nil {
		err = b.check(name, workload, &l)
	}
	return l, err
}

// note keeps a remark once.
func (b *bench) note(text string) {
	for _, n := range b.notes {
		if n == text {
			return
		}
	}
	b.notes = append(b.notes, text)
}
