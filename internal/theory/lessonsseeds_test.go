package theory

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// fact is what words of a preset's text claim of its run, with whatever seed. Words that
// say "here" are of the preset's own seed, and claim.numbers has them.
type fact struct {
	says  string
	holds func(t *testing.T, l lesson) bool
}

// factsOf gives the facts of each preset whose run is random.
func factsOf() map[string][]fact {
	all := map[string][]fact{}
	for _, some := range []map[string][]fact{copyFacts, tailFacts, queueFacts, trapFacts, serverFacts} {
		maps.Copy(all, some)
	}
	return all
}

// about is within a tenth.
func about(got, want float64) bool { return math.Abs(got-want) <= 0.1*want }

// closeTo says whether a figure is no further from another than so much.
func closeTo(got, want, distance float64) bool { return math.Abs(got-want) <= distance }

// likely is within three standard errors of a share.
func likely(got, want float64, n int) bool {
	return math.Abs(got-want) <= 3*math.Sqrt(want*(1-want)/float64(n))
}

// checkFacts holds that each sentence of a random run's text has a fact, and that the
// facts hold in the preset's own run.
func (l lesson) checkFacts(t *testing.T) {
	facts := factsOf()[l.Name]
	if !l.Scenario.Traits().Has(engine.Random) {
		if len(facts) > 0 {
			t.Error("every seed gives the same run, and it has facts")
		}
		return
	}
	for _, sentence := range sentences(l.Teaches + " " + l.LookAt) {
		if !slices.ContainsFunc(facts, func(f fact) bool { return strings.Contains(sentence, f.says) }) {
			t.Errorf("no fact holds %q", sentence)
		}
	}
	for _, f := range facts {
		if !strings.Contains(l.text(), f.says) {
			t.Errorf("it does not say %q", f.says)
		}
		if !f.holds(t, l) {
			t.Errorf("%q does not hold", f.says)
		}
	}
}

// seeds is with how many seeds a preset is tried, and enough in how many of them what it
// says must hold.
const seeds, enough = 100, 95

func TestLessonsOverSeeds(t *testing.T) {
	if !*long {
		t.Skip("it takes minutes")
	}
	facts, rows := factsOf(), 0
	var table strings.Builder
	for _, p := range corridor().Presets() {
		some, ok := facts[p.Name]
		if !ok {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			verdict := newCourse(1).lesson(t, p.Name).Outcome.Verdict
			some = append([]fact{{"`" + verdict + "`", func(t *testing.T, l lesson) bool { return l.Outcome.Verdict == verdict }}}, some...)
			for i, n := range overSeeds(t, p.Name, some) {
				fmt.Fprintf(&table, "| `%s` | %s | %d |\n", p.Name, some[i].says, n)
				rows++
				if n < enough {
					t.Errorf("%s: only in %d of %d seeds", some[i].says, n, seeds)
				}
			}
		})
	}
	t.Logf("%d presets, %d claims\n| preset | claim | seeds of %d |\n|---|---|---|\n%s", len(facts), rows, seeds, table.String())
	if rows == 0 {
		t.Error("there is no claim")
	}
}

// overSeeds counts in how many seeds each fact of a preset holds.
func overSeeds(t *testing.T, name string, facts []fact) []int {
	held := make([]int, len(facts))
	for seed := int64(1); seed <= seeds; seed++ {
		l := newCourse(seed).lesson(t, name)
		for i, f := range facts {
			if f.holds(t, l) {
				held[i]++
			}
		}
	}
	return held
}
