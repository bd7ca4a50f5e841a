package api

import (
	"encoding/json"
	"testing"
)

func TestContractLoads(t *testing.T) {
	c, err := Load(Text)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Operations()) < 10 {
		t.Fatalf("only %d operations", len(c.Operations()))
	}
}

// Steps are told, of members, items and parameters, and stand in what is served, but
// the library does not judge them.
func TestStepsAreToldAndNotJudged(t *testing.T) {
	c, err := Load(Text)
	if err != nil {
		t.Fatal(err)
	}
	table := c.Schema("TableLatency")
	column, _ := table.Property("primaryMs")
	commit, _ := c.Schema("WorkloadPatch").Property("commitMs")
	steps := []Schema{column.Items(), commit}
	for _, o := range c.Operations() {
		if at, ok := o.Query("at"); ok {
			steps = append(steps, at)
		}
	}
	if len(steps) != 3 {
		t.Fatalf("saw %d schemas", len(steps))
	}
	for _, s := range steps {
		if s.MultipleOf() != 0.001 || len(s.Violations(json.Number("0.0001"))) > 0 {
			t.Errorf("a step of %v, violations %v", s.MultipleOf(), s.Violations(json.Number("0.0001")))
		}
	}
	var served struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ MultipleOf float64 }
			}
		}
	}
	if err := json.Unmarshal(c.JSON(), &served); err != nil {
		t.Fatal(err)
	}
	if got := served.Components.Schemas["ConstantLatency"].Properties["ms"].MultipleOf; got != 0.001 {
		t.Errorf("served with a step of %v", got)
	}
}
