package api

import (
	"bytes"
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

// MultipleOf gives the steps of parameters, and the served contract has them, but the
// library does not judge them.
func TestStepsAreToldAndNotJudged(t *testing.T) {
	c, err := Load(Text)
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	for _, o := range c.Operations() {
		at, ok := o.Query("at")
		if !ok {
			continue
		}
		steps++
		if at.MultipleOf() != 0.001 || len(at.Violations(json.Number("0.0001"))) > 0 {
			t.Errorf("%s: a step of %v, violations %v", o.ID, at.MultipleOf(), at.Violations(json.Number("0.0001")))
		}
	}
	served := components(t, c)
	if steps == 0 || bytes.Count(served.Parameters, []byte("multipleOf")) != 2 {
		t.Errorf("saw %d parameters; served are %s", steps, served.Parameters)
	}
}

// Numbers of a scenario have a grid, of members and of items, and no step: validators
// that count in float64 refuse multiples of 0.001.
func TestScenariosHaveGridsAndNoSteps(t *testing.T) {
	c, err := Load(Text)
	if err != nil {
		t.Fatal(err)
	}
	column, _ := c.Schema("TableLatency").Property("primaryMs")
	commit, _ := c.Schema("WorkloadPatch").Property("commitMs")
	requests, _ := c.Schema("WorkloadPatch").Property("requests")
	if column.Items().Grid() != 0.001 || commit.Grid() != 0.001 || requests.Grid() != 0 {
		t.Errorf("grids of %v, %v and %v", column.Items().Grid(), commit.Grid(), requests.Grid())
	}
	if served := components(t, c); bytes.Contains(served.Schemas, []byte("multipleOf")) || !bytes.Contains(served.Schemas, []byte(`"x-grid":0.001`)) {
		t.Error("served are steps, or no grids")
	}
}

// served are the components of the contract as it is served.
type served struct{ Parameters, Schemas json.RawMessage }

func components(t *testing.T, c *Contract) served {
	t.Helper()
	var doc struct{ Components served }
	if err := json.Unmarshal(c.JSON(), &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Components
}

// The quick way of intake believes that a plain schema demands nothing else.
func TestPlainSchemas(t *testing.T) {
	schema := func(text string) Schema {
		loaded, err := Load([]byte(`{"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {}, "components": {"schemas": {"S": ` + text + `}}}`))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return loaded.Schema("S")
	}
	for text, want := range map[string]bool{
		`{"type": "integer", "format": "int32", "minimum": 0, "maximum": 9, "description": "d", "title": "S", "x-grid": 1}`: true,
		`{"type": "integer", "format": "int32", "minimum": 0}`:                                                              false,
		`{"type": "integer", "format": "int64", "minimum": 0, "maximum": 1e17}`:                                             false,
		`{"type": "number", "minimum": 0, "exclusiveMinimum": true}`:                                                        false,
		`{"type": "number", "multipleOf": 2}`:                                                                               false,
		`{"type": "number", "nullable": true}`:                                                                              false,
		`{"type": "number", "default": 3}`:                                                                                  false,
		`{"type": "string", "enum": ["a"]}`:                                                                                 true,
		`{"type": "string", "enum": ["a"], "pattern": "a"}`:                                                                 false,
		`{"type": "string", "minLength": 2}`:                                                                                false,
		`{"type": "array", "items": {"type": "string", "pattern": "a"}, "maxItems": 3}`:                                     true,
		`{"type": "array", "items": {"type": "string"}, "uniqueItems": true}`:                                               false,
		`{"type": "object", "additionalProperties": false}`:                                                                 true,
		`{"type": "object", "additionalProperties": false, "maxProperties": 1}`:                                             true,
		`{"type": "object", "additionalProperties": false, "maxProperties": 0}`:                                             true,
		`{"type": "object", "additionalProperties": false, "maxProperties": 2}`:                                             false,
		`{"type": "object", "additionalProperties": false, "minProperties": 1}`:                                             false,
		`{"type": "object"}`: false,
		`{"type": "object", "additionalProperties": true}`:                                false,
		`{"type": "object", "additionalProperties": false, "oneOf": [{"type":"object"}]}`: false,
		`{"type": "object", "additionalProperties": false, "not": {"type":"object"}}`:     false,
	} {
		if got := schema(text).IsPlain(); got != want {
			t.Errorf("%s is plain: %v", text, got)
		}
	}
}
