package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hedgedrill/hedgedrill/bench/figures"
	"github.com/hedgedrill/hedgedrill/bench/right"
)

// results is the text of RESULTS.md.
func results(b *bench, m machine, took time.Duration) string {
	var t strings.Builder
	fmt.Fprintf(&t, `# Results

Written by `+"`make bench`"+`, in %s mode: %s of everything in %v. Each round runs every contender once, in an order that rotates. A figure is the median of the rounds, with the least and the greatest. A ratio is taken within each round, and then its median.

`, b.sizes.name, count(b.round+1, "round"), took.Round(time.Second))
	for _, l := range m {
		fmt.Fprintf(&t, "- %s: %s\n", l[0], l[1])
	}
	t.WriteString(commands)
	t.WriteString(contenders(&b.sizes))
	if len(b.notes) > 0 {
		t.WriteString("\n## Not measured\n\n")
		for _, n := range b.notes {
			fmt.Fprintf(&t, "- %s\n", n)
		}
	}
	t.WriteString("\n## Targets\n\n| | measured | min–max | target | |\n|---|--:|--:|--:|---|\n")
	for _, x := range targets(&b.sizes) {
		t.WriteString(x.row(b.samples))
	}
	t.WriteString(rightAnswers(b))
	for _, s := range sections(&b.sizes) {
		t.WriteString(s.table(b.samples))
	}
	return t.String()
}

const commands = `
` + "```sh" + `
make bench                    # writes this file; ends within a quarter of an hour
make bench QUICK=1 ROUNDS=3   # the same with smaller runs, in two minutes
make bench-guard              # fails if a ratio is beyond its guard (bench/targets.go)
make bench-go                 # go test -bench of each hot path, with allocations
` + "```" + `
`

// contenders are the commands that a round runs, each with a seed of its round.
func contenders(z *sizes) string {
	return fmt.Sprintf(`
A round runs these, and more sizes for the growth; SEED is that of the round:

`+"```sh"+`
build/bench/w1 table|simd %d SEED
build/bench/w2 merged|heap %d 10|1000 SEED
build/bench/w3 heap|scalars|lindley %d SEED
build/bench/play quiet|told|whole bench/scenarios/NAME.json REQUESTS SEED
bench/.venv/bin/python -B bench/simulators/simpy_runs.py w1|w2|w3 %d SEED
bench/.venv/bin/python -B bench/simulators/cimba_runs.py w3 %d SEED
bench/.venv/bin/python -B bench/simulators/ciw_runs.py w3 %d SEED
build/bench/server -addr 127.0.0.1:0
build/bench/door bare|echo|idiomatic ANSWERS.json
`+"```"+`
`, z.w1, z.w2, z.w3, z.simpy, z.cimba, z.ciw)
}

// row is a target's line of the table.
func (t *target) row(s *figures.Samples) string {
	sign, unit := "≤", " ×"
	if t.atLeast {
		sign = "≥"
	}
	if t.under == "" {
		unit = ""
		if t.unit != "" {
			unit = " " + t.unit
		}
	}
	bound := sign + " " + short3(t.bound) + unit
	x := t.spread(s)
	if x.N == 0 {
		return fmt.Sprintf("| %s | – | – | %s | not measured |\n", t.what, bound)
	}
	return fmt.Sprintf("| %s | %s%s | %s–%s | %s | %s |\n", t.what, short3(x.Median), unit, short3(x.Min), short3(x.Max), bound, t.verdict(x.Median))
}

// rightAnswers is the table of what was checked.
func rightAnswers(b *bench) string {
	var t strings.Builder
	t.WriteString(`
## Right answers

The results of every run are checked before its time counts, with a tolerance of six standard errors at its size, and 0.4 % for a percentile from a histogram. Here is the first run of each contender. *Off* is its largest deviation, as a share of what is allowed.

| workload | contender | requests | mean, ms | p50 | p95 | p99 | p99.9 | hedged, % | backup won, % | loser work, ms | off |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
`)
	order := slices.Clone(b.checks)
	slices.SortStableFunc(order, func(x, y checked) int { return strings.Compare(x.workload+x.contender, y.workload+y.contender) })
	for _, c := range order {
		figures := fmt.Sprintf("%.3f | %.2f | %.2f | %.2f | %.2f | %.3f | %.3f | %.4f", c.MeanMs, c.P50Ms, c.P95Ms, c.P99Ms, c.P999Ms, 100*c.HedgeRate, 100*c.BackupWinRate, c.LoserWorkMs)
		if c.MeanOnly {
			figures = fmt.Sprintf("%.3f | – | – | – | – | – | – | –", c.MeanMs)
		}
		fmt.Fprintf(&t, "| %s | %s | %s | %s | %.2f |\n", c.workload, c.contender, grouped(c.Requests), figures, c.worst)
	}
	t.WriteString("\nWhere the right answers come from:\n\n")
	for _, w := range []string{"w1", "w2-10", "w2-1000", "w3"} {
		fmt.Fprintf(&t, "- %s: %s\n", w, right.Source(w))
	}
	t.WriteString("\nOver HTTP, the answers with fixed bytes are Hedgedrill's own, byte by byte; the idiomatic build's run is the same but for the id; and the drill's metrics are those that can be computed by hand.\n")
	return t.String()
}

// section is a table of samples, each beside another as a ratio.
type section struct {
	title, text, unit string
	by                string // the sample that others are divided by
	names             [][2]string
}

func (s *section) table(samples *figures.Samples) string {
	var t strings.Builder
	fmt.Fprintf(&t, "\n## %s\n\n%s\n\n| | %s | min–max | ratio | min–max | rounds |\n|---|--:|--:|--:|--:|--:|\n", s.title, s.text, s.unit)
	seen := 0
	for _, n := range s.names {
		x := figures.Of(samples.Of(n[0]))
		if x.N == 0 {
			continue
		}
		seen++
		ratio := "– | –"
		if r := figures.Of(samples.Ratios(n[0], s.by, 1)); r.N > 0 {
			ratio = fmt.Sprintf("%s | %s–%s", short3(r.Median), short3(r.Min), short3(r.Max))
		}
		fmt.Fprintf(&t, "| %s | %s | %s–%s | %s | %d |\n", n[1], short3(x.Median), short3(x.Min), short3(x.Max), ratio, x.N)
	}
	if seen == 0 {
		return ""
	}
	return t.String()
}

// summary is what the command prints: the targets alone.
func summary(b *bench) string {
	var t strings.Builder
	for _, x := range targets(&b.sizes) {
		cells := strings.Split(strings.Trim(x.row(b.samples), "|\n "), " | ")
		fmt.Fprintf(&t, "%-76s %14s  %10s  %s\n", cells[0], cells[1], cells[3], cells[4])
	}
	return t.String()
}

// short3 spells a figure with three digits, or more before the point.
func short3(x float64) string {
	switch {
	case x >= 100:
		return grouped(int(x + 0.5))
	case x >= 10:
		return strconv.FormatFloat(x, 'f', 1, 64)
	case x >= 0.1 || x == 0:
		return strconv.FormatFloat(x, 'f', 2, 64)
	default:
		return strconv.FormatFloat(x, 'g', 2, 64)
	}
}

// grouped spells a number with commas.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
