package theory

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// course is the runs of presets, and of variations of them, with one seed. Each is
// played once.
type course struct {
	seed   int64
	played map[string]measure.Report
}

func newCourse(seed int64) *course { return &course{seed, map[string]measure.Report{}} }

// lesson gives a preset with its run.
func (c *course) lesson(t *testing.T, name string) lesson {
	t.Helper()
	for _, p := range corridor().Presets() {
		if p.Name == name {
			p.Scenario.Seed = c.seed
			return lesson{p, c.play(t, name, ""), c}
		}
	}
	t.Fatalf("there is no preset %s", name)
	return lesson{}
}

// play gives the report of a preset's run, with a change that is empty or begins with
// a comma.
func (c *course) play(t *testing.T, name, change string) measure.Report {
	t.Helper()
	body := fmt.Sprintf(`{"preset":"%s","seed":%d%s}`, name, c.seed, change)
	report, ok := c.played[body]
	if !ok {
		report = play(t, "%s", body)
		c.played[body] = report
	}
	return report
}

// vary gives the report of a preset's run with a change.
func (l lesson) vary(t *testing.T, change string) measure.Report {
	t.Helper()
	return l.course.play(t, l.Name, ","+change)
}

// other gives the lesson that this one is to be compared with.
func (l lesson) other(t *testing.T) lesson {
	t.Helper()
	return l.course.lesson(t, l.CompareWith)
}

// text is all that a preset says of its run.
func (l lesson) text() string { return l.Title + ". " + l.Teaches + " " + l.LookAt }

// sentences takes a text apart.
func sentences(text string) []string { return strings.SplitAfter(text, ". ") }

// differsBy fails the test if a change makes the scenario no other's than that which the
// lesson is to be compared with.
func (l lesson) differsBy(t *testing.T, change string) {
	t.Helper()
	run, rejection := corridor().Body([]byte(`{"preset":"` + l.Name + `",` + change + `}`))
	if rejection != nil {
		t.Fatal(rejection)
	}
	if run.ID != l.other(t).ID {
		t.Errorf("with %s it is not %s", change, l.CompareWith)
	}
}
