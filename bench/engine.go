package main

import (
	"fmt"
	"strconv"
)

// step is one measurement; its name is that of the sample.
type step struct {
	name string
	run  func() (line, error)
}

// rotated runs steps in an order that begins elsewhere each round, and takes what a
// request cost.
func (b *bench) rotated(steps []step) error {
	for i := range steps {
		s := steps[(i+b.round)%len(steps)]
		l, err := s.run()
		switch {
		case err != nil:
			return err
		case l.Skipped:
		case l.Unavailable != "":
			b.note(s.name + " was not measured: " + l.Unavailable)
		case l.Missing:
			b.note(s.name + " was not measured: the engine has no such path yet")
		default:
			b.samples.Add(s.name, l.nsPer())
		}
	}
	return nil
}

// world is a scenario at a size.
type world struct {
	scenario string
	requests int
}

// engines are the workloads, played by all who can.
func (b *bench) engines() error {
	if b.round == 0 {
		if err := b.checkEngine(); err != nil {
			return err
		}
	}
	z := &b.sizes
	for _, w := range []struct {
		scenario string
		requests int
		steps    []step
	}{
		{"w1", z.w1, []step{
			b.inC("w1/c-table", "w1", "w1", "table", z.w1), b.inC("w1/c-simd", "w1", "w1", "simd", z.w1),
			b.inPython("w1/simpy", "simpy_runs.py", "SimPy", "w1", z.simpy)}},
		{"w2-10", z.w2, []step{
			b.inC("w2-10/c-merged", "w2", "w2-10", "merged", z.w2, "10"), b.inC("w2-10/c-heap", "w2", "w2-10", "heap", z.w2, "10"),
			b.inPython("w2-10/simpy", "simpy_runs.py", "SimPy", "w2-10", z.simpy)}},
		{"w2-1000", z.w2, []step{
			b.inC("w2-1000/c-merged", "w2", "w2-1000", "merged", z.w2, "1000"), b.inC("w2-1000/c-heap", "w2", "w2-1000", "heap", z.w2, "1000")}},
		{"w3", z.w3, []step{
			b.inC("w3/c-heap", "w3", "w3", "heap", z.w3), b.inC("w3/c-scalars", "w3", "w3", "scalars", z.w3), b.inC("w3/c-lindley", "w3", "w3", "lindley", z.w3),
			b.inPython("w3/simpy", "simpy_runs.py", "SimPy", "w3", z.simpy), b.inPython("w3/cimba", "cimba_runs.py", "Cimba", "w3", z.cimba),
			b.inPython("w3/ciw", "ciw_runs.py", "Ciw", "w3", z.ciw)}},
	} {
		steps := append(w.steps, b.quiet(w.scenario+"/quiet", w.scenario, w.requests), b.told(w.scenario, w.requests))
		if err := b.rotated(steps); err != nil {
			return err
		}
	}
	return nil
}

// checkEngine holds the engine's results against the right answers, before its time
// counts: with nobody listening it may give none.
func (b *bench) checkEngine() error {
	for _, w := range []world{{"w1", b.sizes.w1}, {"w2-10", b.sizes.w2}, {"w2-1000", b.sizes.w2}, {"w3", b.sizes.w3}} {
		l, err := b.play("whole", w.scenario, w.requests)
		if err != nil {
			return err
		}
		if err := b.check("Hedgedrill, engine", w.scenario, &l); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) inC(name, program, workload, mode string, requests int, more ...string) step {
	return step{name, func() (line, error) {
		return b.c(program, workload, append([]string{mode, strconv.Itoa(requests)}, more...)...)
	}}
}

func (b *bench) inPython(name, script, simulator, workload string, requests int) step {
	return step{name, func() (line, error) {
		switch {
		case b.python == "":
			return line{Unavailable: "the simulators were left out"}, nil
		case b.round >= b.sizes.simulated:
			return line{Skipped: true}, nil
		}
		return b.simulate(script, simulator, workload, requests)
	}}
}

func (b *bench) quiet(name, scenario string, requests int) step {
	return step{name, func() (line, error) {
		l, err := b.play("quiet", scenario, requests)
		if err == nil && l.MeanMs != 0 {
			err = b.check("Hedgedrill, nobody listening", scenario, &l)
		}
		if err == nil {
			b.samples.Add(name+" mallocs", float64(l.MoreMallocs)/float64(requests))
			b.samples.Add(name+" MB", float64(l.AllocBytes)/1e6)
		}
		return l, err
	}}
}

func (b *bench) told(scenario string, requests int) step {
	return step{scenario + "/told", func() (line, error) {
		l, err := b.play("told", scenario, requests)
		if err == nil {
			b.perEvent[scenario] = float64(l.Events) / float64(l.Requests)
		}
		return l, err
	}}
}

// worlds are those that lean on other parts of the engine. Their cost is that of an
// event.
func (b *bench) worlds() error {
	all := []world{{"tied", b.sizes.tied}, {"fan-out", b.sizes.fanOut}, {"two-hops", b.sizes.twoHops}, {"w2-10", b.sizes.w2}}
	for i := range all {
		w := all[(i+b.round)%len(all)]
		scenario, requests := w.scenario, w.requests
		if b.perEvent[scenario] == 0 {
			l, err := b.play("told", scenario, requests)
			if err != nil {
				return err
			}
			if l.Events == 0 {
				return fmt.Errorf("%s told no event", scenario)
			}
			b.perEvent[scenario] = float64(l.Events) / float64(l.Requests)
		}
		l, err := b.play("quiet", scenario, requests)
		if err != nil {
			return err
		}
		b.samples.Add("event/"+scenario, l.nsPer()/b.perEvent[scenario])
	}
	return nil
}

// growth plays the same world at several sizes.
func (b *bench) growth() error {
	for _, scenario := range []string{"w1", "w2-10"} {
		var steps []step
		for _, n := range b.sizes.growth {
			steps = append(steps, b.quiet(fmt.Sprintf("growth/%s %d", scenario, n), scenario, n))
		}
		if err := b.rotated(steps); err != nil {
			return err
		}
	}
	return nil
}

// workers plays W1 on one and on two workers. It is the time on the wall that counts.
func (b *bench) workers() error {
	for _, n := range []string{"1", "2"} {
		l, err := b.play("shared", "w1", b.sizes.w1, n)
		switch {
		case err != nil:
			return err
		case l.Missing:
			b.note("Workers: the engine cannot share a run between workers yet.")
			return nil
		case l.MeanMs != 0:
			if err := b.check("Hedgedrill, workers: "+n, "w1", &l); err != nil {
				return err
			}
		}
		b.samples.Add("workers/"+n, l.WallNs/float64(l.Requests))
	}
	return nil
}
