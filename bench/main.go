// Command bench measures Hedgedrill beside its contenders in one interleaved run, and
// writes what it found. `make bench` builds what it needs and starts it.
//
// In each round every contender runs once, in an order that rotates, and a ratio is of
// two figures of one round: so what else the machine does touches both. The results of
// every run are held against the right answers; a wrong one ends the benchmark.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/hedgedrill/hedgedrill/bench/figures"
)

// bench is one run of the benchmark.
type bench struct {
	root     string // of the repository
	bin      string // the programs
	python   string // "" leaves the simulators out
	cacheOff string // the server's flag
	sizes    sizes
	round    int
	samples  *figures.Samples
	checks   []checked
	perEvent map[string]float64 // events a request, by scenario
	notes    []string           // what could not be measured, and why
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	var (
		root     = flag.String("root", ".", "the repository")
		bin      = flag.String("bin", "build/bench", "where the programs are")
		python   = flag.String("python", "bench/.venv/bin/python", "the simulators' Python; empty leaves them out")
		out      = flag.String("out", "bench/RESULTS.md", "where to write")
		rounds   = flag.Int("rounds", 9, "how often everything runs")
		quick    = flag.Bool("quick", false, "smaller runs")
		guard    = flag.Bool("guard", false, "fail if a ratio is beyond its guard")
		most     = flag.Duration("most", 13*time.Minute, "begin no round that would end later, after the first")
		cacheOff = flag.String("cache-off", "-cache=0", "the server's flag that turns its cache off, if it has one of the name")
	)
	flag.Parse()
	b := &bench{
		root: *root, bin: *bin, python: *python, cacheOff: *cacheOff, sizes: full,
		samples: figures.NewSamples(), perEvent: map[string]float64{},
	}
	if *quick {
		b.sizes = short
	}
	begin, machine := time.Now(), describe(b)
	if err := b.rounds(*rounds, *most); err != nil {
		return err
	}
	text := results(b, machine, time.Since(begin))
	if err := os.WriteFile(*out, []byte(text), 0o644); err != nil {
		return err
	}
	fmt.Print(summary(b))
	fmt.Printf("wrote %s after %v\n", filepath.ToSlash(*out), time.Since(begin).Round(time.Second))
	if *guard {
		return guarded(b)
	}
	return nil
}

// rounds measures all groups, round after round.
func (b *bench) rounds(rounds int, most time.Duration) error {
	begin := time.Now()
	doors, err := b.openDoors()
	if err != nil {
		return err
	}
	defer doors.close()
	groups := []struct {
		name string
		run  func() error
	}{
		{"engine", b.engines}, {"worlds", b.worlds}, {"growth", b.growth}, {"workers", b.workers},
		{"server", func() error { return b.served(doors) }},
		{"http", func() error { return b.http(doors) }},
		{"steps", func() error { return b.steps(doors) }},
		{"pages", func() error { return b.pages(doors) }},
		{"start", b.start},
	}
	for b.round = range rounds {
		took := time.Now()
		b.samples.NextRound()
		for _, g := range groups {
			from := time.Now()
			if err := g.run(); err != nil {
				return fmt.Errorf("%s: %w", g.name, err)
			}
			fmt.Fprintf(os.Stderr, "round %d of %d: %-8s %6.1f s\n", b.round+1, rounds, g.name, time.Since(from).Seconds())
		}
		if time.Since(begin)+time.Since(took) > most {
			break
		}
	}
	return nil
}
