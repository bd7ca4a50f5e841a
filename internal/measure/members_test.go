package measure_test

import (
	"fmt"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/measure"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// A run with any member of any union is summarized.
func TestEveryMemberIsSummarized(t *testing.T) {
	scenarios := 0
	for place, s := range worlds.Members() {
		scenarios++
		if r, err := tryMeasuring(s); err != nil || r.Metrics.Requests != s.Workload.Requests || r.Outcome.Verdict == "" {
			t.Errorf("%s: %v, a verdict of %q on %d requests\n%s", place, err, r.Outcome.Verdict, r.Metrics.Requests, text(s))
		}
	}
	t.Logf("%d scenarios", scenarios)
	if scenarios < 50 {
		t.Error("hardly any member was seen")
	}
}

// tryMeasuring gives the report, or as an error what measuring panics with.
func tryMeasuring(s *engine.Scenario) (r measure.Report, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("measuring panics: %v", fault)
		}
	}()
	return measure.Run(s, measure.Page{Limit: 9}, measure.Page{Limit: 9}, wanted)
}
