package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/bench/figures"
	"github.com/hedgedrill/hedgedrill/bench/right"
)

// Every sample that a target names has a line in a table, so none is misspelt.
func TestTargetsNameWhatIsMeasured(t *testing.T) {
	for _, z := range []*sizes{&full, &short} {
		var shown []string
		for _, s := range sections(z) {
			for _, n := range s.names {
				shown = append(shown, n[0])
			}
			if s.by != "" && !slices.Contains(shown, s.by) {
				t.Errorf("%s is by %s, which no table shows", s.title, s.by)
			}
		}
		seen := 0
		for _, x := range targets(z) {
			for _, name := range []string{x.over, x.under} {
				name = strings.TrimSuffix(strings.TrimSuffix(name, " mallocs"), " MB")
				if seen++; name != "" && !slices.Contains(shown, name) {
					t.Errorf("%s: no table shows %s", x.what, name)
				}
			}
		}
		if seen < 60 {
			t.Errorf("saw %d names", seen)
		}
	}
}

// A guard is never stricter than the target, or it would fail by chance.
func TestGuardsAreGenerous(t *testing.T) {
	guards := 0
	for _, x := range targets(&short) {
		if x.guard == 0 {
			continue
		}
		guards++
		if factor := x.guard / x.bound; x.atLeast && factor > 0.5 || !x.atLeast && factor < 2 {
			t.Errorf("%s: the guard is %g, the target %g", x.what, x.guard, x.bound)
		}
		if strings.HasSuffix(x.over, " ms") && x.under == "" {
			t.Errorf("%s: a guard on an absolute time", x.what)
		}
	}
	if guards < 20 {
		t.Errorf("only %d guards", guards)
	}
}

// measured is a bench in which every target's figure is so far from its bound.
func measured(factor float64) *bench {
	b := &bench{sizes: short, samples: figures.NewSamples()}
	b.samples.NextRound()
	set := map[string]bool{}
	for _, x := range targets(&b.sizes) {
		times := max(1, x.times)
		figure := x.bound * factor
		if x.atLeast {
			figure = x.bound / factor
		}
		if x.under == "" {
			b.samples.Add(x.over, figure)
			continue
		}
		if set[x.over] || set[x.under] {
			continue // its ratio is another target's
		}
		set[x.over], set[x.under] = true, true
		b.samples.Add(x.under, 1)
		b.samples.Add(x.over, figure*times)
	}
	return b
}

func TestVerdictsAndGuards(t *testing.T) {
	met, missed := measured(0.9), measured(1.5)
	row := func(b *bench, what string) string {
		for _, x := range targets(&b.sizes) {
			if strings.HasPrefix(x.what, what) {
				return x.row(b.samples)
			}
		}
		t.Fatalf("no target %s", what)
		return ""
	}
	for _, c := range []struct {
		b          *bench
		what, want string
	}{
		{met, "W1, nobody", "| W1, nobody listening, by the scalar C table | 1.44 × | 1.44–1.44 | ≤ 1.60 × | met |\n"},
		{missed, "W1, nobody", "| W1, nobody listening, by the scalar C table | 2.40 × | 2.40–2.40 | ≤ 1.60 × | missed by 1.50 × |\n"},
		{met, "Two workers", "| Two workers by one, W1 | 1.89 × | 1.89–1.89 | ≥ 1.70 × | met |\n"},
		{missed, "Two workers", "| Two workers by one, W1 | 1.13 × | 1.13–1.13 | ≥ 1.70 × | missed by 1.50 × |\n"},
		{missed, "The server is ready", "| The server is ready | 300 ms | 300–300 | ≤ 200 ms | missed by 1.50 × |\n"},
	} {
		if got := row(c.b, c.what); got != c.want {
			t.Errorf("got  %swant %s", got, c.want)
		}
	}
	empty := &bench{sizes: short, samples: figures.NewSamples()}
	if got := row(empty, "Two workers"); !strings.Contains(got, "not measured") {
		t.Error(got)
	}
	if err := guarded(empty); err == nil {
		t.Error("guards hold where nothing was measured")
	}
}

func TestAGuardFails(t *testing.T) {
	one := target{what: "x", over: "a", under: "b", bound: 2, guard: 4}
	s := figures.NewSamples()
	for _, a := range []float64{9, 3.9, 7} {
		s.NextRound()
		s.Add("a", a)
		s.Add("b", 1)
	}
	if x := one.spread(s); !one.holds(x.Min, one.guard) || one.holds(x.Median, one.guard) {
		t.Errorf("of %+v the best round counts", x)
	}
	all := &bench{sizes: short, samples: figures.NewSamples()}
	for range 2 {
		all.samples.NextRound()
		for _, x := range targets(&short) {
			all.samples.Add(x.over, 1e9)
			if x.under != "" {
				all.samples.Add(x.under, 1)
			}
		}
	}
	if err := guarded(all); err == nil || !strings.Contains(err.Error(), "beyond the guard") {
		t.Errorf("a figure of 10⁹ is within its guard: %v", err)
	}
}

// A wrong result ends the benchmark, and a right one is noted once.
func TestWrongResultsEndTheBenchmark(t *testing.T) {
	b := &bench{}
	good := line{Requests: 1_000_000, MeanOnly: true, Answers: right.Answers{MeanMs: 33.3}}
	for range 2 {
		if err := b.check("good", "w3", &good); err != nil {
			t.Fatal(err)
		}
	}
	if len(b.checks) != 1 {
		t.Errorf("%d checks", len(b.checks))
	}
	for _, bad := range []line{
		{Requests: 1_000_000, MeanOnly: true, Answers: right.Answers{MeanMs: 10}},
		{Requests: 1_000_000, Answers: right.Answers{MeanMs: 33.3}}, // no percentiles
		{MeanOnly: true, Answers: right.Answers{MeanMs: 33.3}},      // no requests
	} {
		if err := b.check("bad", "w3", &bad); err == nil || !strings.Contains(err.Error(), "bad is wrong") {
			t.Errorf("%+v passes: %v", bad, err)
		}
	}
}

// Skipped and missing runs leave no sample, and each first step has its turn.
func TestRotation(t *testing.T) {
	var order string
	b := &bench{samples: figures.NewSamples()}
	steps := []step{
		{"a", func() (line, error) { order += "a"; return line{Requests: 10, CPUNs: 50}, nil }},
		{"b", func() (line, error) { order += "b"; return line{Skipped: true}, nil }},
		{"c", func() (line, error) { order += "c"; return line{Missing: true}, nil }},
	}
	for b.round = range 3 {
		b.samples.NextRound()
		if err := b.rotated(steps); err != nil {
			t.Fatal(err)
		}
	}
	if order != "abcbcacab" {
		t.Error(order)
	}
	if got := b.samples.Of("a"); !slices.Equal(got, []float64{5, 5, 5}) {
		t.Error(got)
	}
	if len(b.samples.Of("b"))+len(b.samples.Of("c")) != 0 || len(b.notes) != 1 {
		t.Error("samples or notes of what did not run", b.notes)
	}
}

func TestNamesFlag(t *testing.T) {
	help := "Usage of server:\n  -addr host:port\n    \thost:port to listen on\n  -cache bytes\n    \tsize\n"
	for flag, want := range map[string]bool{"-cache=0": true, "--cache": true, "-cach=0": false, "-cache-size=0": false, "-listen": false} {
		if got := namesFlag(help, flag); got != want {
			t.Errorf("%s: %v", flag, got)
		}
	}
}

func TestSameRun(t *testing.T) {
	a := `{"id": "v1.x", "scenario": {"seed": 1}, "durationMs": 1, "price": 2, "metrics": {"p95": 226}, "trace": {"total": 3}}`
	for _, c := range []struct {
		b    string
		same bool
	}{
		{strings.Replace(a, "v1.x", "", 1), true},
		{strings.Replace(a, "226", "227", 1), false},
		{strings.Replace(a, `"total": 3`, `"total": 4`, 1), false},
		{`{}`, false},
		{`no JSON`, false},
	} {
		if err := sameRun([]byte(a), []byte(c.b)); (err == nil) != c.same {
			t.Errorf("%s: %v", c.b, err)
		}
	}
	if err := sameRun([]byte(`{}`), []byte(`{}`)); err == nil {
		t.Error("two empty answers are the same run")
	}
}

func TestSpelling(t *testing.T) {
	for x, want := range map[float64]string{0: "0.00", 0.00123: "0.0012", 0.5: "0.50", 1.604: "1.60", 12.34: "12.3", 99.96: "100.0", 1234.5: "1,235", 10_000_000: "10,000,000"} {
		if got := short3(x); got != want {
			t.Errorf("%g is spelt %s, not %s", x, got, want)
		}
	}
	for x, want := range map[float64]string{700000: "700000", 0.5: "0.5", 1234.567: "1234.567", 12.25: "12.25"} {
		if got := ms(x); got != want {
			t.Errorf("%g is spelt %s, not %s", x, got, want)
		}
	}
}

func TestCFlagsAreThoseOfTheMakefile(t *testing.T) {
	text, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), cFlags+"\n") {
		t.Errorf("the Makefile does not compile with %s", cFlags)
	}
}

func TestVersionsArePinned(t *testing.T) {
	if got := pinned("..", "simpy", "cimba", "Ciw"); len(got) != 3 {
		t.Errorf("pinned are %v", got)
	}
}
