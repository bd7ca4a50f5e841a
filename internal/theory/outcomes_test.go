package theory

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// told is a small scenario and what its outcome must, and must not, say.
type told struct {
	Name     string
	Why      string
	Scenario json.RawMessage
	Expect   struct {
		Verdict, NotVerdict, Findings, NotFindings, Warnings, NotWarnings, Headline []string
		FirstFinding, Error, NotError                                               string
		Status                                                                      int
	}
}

// The cases in testdata are worlds of which one knows what hedging does to them; each
// has its reason beside it.
func TestOutcomes(t *testing.T) {
	text, err := os.ReadFile("testdata/outcomes.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []told
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, c := range cases {
		if c.Name == "" {
			continue // the legend
		}
		seen++
		t.Run(c.Name, func(t *testing.T) { c.check(t) })
	}
	t.Logf("%d cases", seen)
	if seen == 0 {
		t.Error("there is no case")
	}
}

func (c *told) check(t *testing.T) {
	run, rejection := corridor().Body(c.Scenario)
	if c.Expect.Status == 422 {
		said := fmt.Sprint(rejection.Faults)
		if !strings.Contains(said, c.Expect.Error) || strings.Contains(said, c.Expect.NotError) {
			t.Errorf("%s: the fault says %q", c.Why, said)
		}
		return
	}
	if rejection != nil {
		t.Fatal(rejection)
	}
	report, err := measure.Run(&run.Scenario, measure.Page{}, measure.Page{}, func() bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	var findings, warnings []string
	for _, f := range report.Outcome.Findings {
		findings = append(findings, f.Code)
	}
	for _, w := range report.Metrics.Warnings {
		warnings = append(warnings, w.Code)
	}
	t.Logf("%s: %s; %v; %v", c.Why, report.Outcome.Headline, report.Outcome.Findings, report.Metrics.Warnings)
	if len(c.Expect.Verdict) > 0 && !slices.Contains(c.Expect.Verdict, report.Outcome.Verdict) {
		t.Errorf("the verdict is %s, not one of %v", report.Outcome.Verdict, c.Expect.Verdict)
	}
	if slices.Contains(c.Expect.NotVerdict, report.Outcome.Verdict) {
		t.Errorf("the verdict is %s", report.Outcome.Verdict)
	}
	if c.Expect.FirstFinding != "" && (len(findings) == 0 || findings[0] != c.Expect.FirstFinding) {
		t.Errorf("the first finding is not %s", c.Expect.FirstFinding)
	}
	has := func(all, want, not []string) {
		for _, code := range want {
			if !slices.Contains(all, code) {
				t.Errorf("%s is missing", code)
			}
		}
		for _, code := range not {
			if slices.Contains(all, code) {
				t.Errorf("%s is there", code)
			}
		}
	}
	has(findings, c.Expect.Findings, c.Expect.NotFindings)
	has(warnings, c.Expect.Warnings, c.Expect.NotWarnings)
	for _, part := range c.Expect.Headline {
		if !strings.Contains(report.Outcome.Headline, part) {
			t.Errorf("the headline lacks %q", part)
		}
	}
}
