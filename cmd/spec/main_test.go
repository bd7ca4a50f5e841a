package main

import (
	"bytes"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/hedgedrill/hedgedrill/api"
)

// The committed contract has the patch schemas that follow from the scenario's, and
// every example in it is the server's own answer.
func TestContractIsCurrent(t *testing.T) {
	current, err := derive(api.Text)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(current, api.Text) {
		was, is := bytes.Split(api.Text, []byte("\n")), bytes.Split(current, []byte("\n"))
		for i := range min(len(was), len(is)) {
			if !bytes.Equal(was[i], is[i]) {
				t.Fatalf("api/openapi.yaml is not current; run make spec. Line %d is\n%s\nand should be\n%s", i+1, was[i], is[i])
			}
		}
		t.Fatal("api/openapi.yaml is not current; run make spec")
	}
}

// Operations whose successful answer has no example, and why.
var withoutExample = map[string]string{
	"listPresets":     "its items are those of getPreset",
	"getContractYaml": "it is this document",
	"getContractJson": "it is this document",
	"getVersion":      "it differs from build to build",
}

func TestEveryOperationHasAnExample(t *testing.T) {
	var root yaml.Node
	if err := yaml.Unmarshal(api.Text, &root); err != nil {
		t.Fatal(err)
	}
	operations, examples := 0, 0
	_ = eachMember(at(root.Content[0], "paths"), func(path string, item *yaml.Node) error {
		return eachMember(item, func(method string, operation *yaml.Node) error {
			id := at(operation, "operationId")
			if id == nil {
				return nil
			}
			operations++
			found := 0
			_ = eachMember(at(operation, "responses"), func(status string, response *yaml.Node) error {
				if status[0] != '2' {
					return nil
				}
				return eachMember(at(response, "content"), func(_ string, content *yaml.Node) error {
					return eachMember(at(content, "examples"), func(string, *yaml.Node) error {
						found++
						return nil
					})
				})
			})
			if _, excused := withoutExample[id.Value]; (found == 0) != excused {
				t.Errorf("%s has %d examples of its good answer", id.Value, found)
			}
			examples += found
			return nil
		})
	})
	if operations == 0 || examples == 0 {
		t.Fatalf("saw %d operations, %d examples", operations, examples)
	}
	t.Logf("%d operations, %d examples", operations, examples)
}

func TestDerivedSchemasRequireNothing(t *testing.T) {
	var root yaml.Node
	if err := yaml.Unmarshal(api.Text, &root); err != nil {
		t.Fatal(err)
	}
	patches := 0
	_ = eachMember(at(root.Content[0], "components", "schemas"), func(name string, schema *yaml.Node) error {
		if !isPatch(name) {
			return nil
		}
		patches++
		for _, keyword := range []string{"required", "minProperties", "default"} {
			if at(schema, keyword) != nil {
				t.Errorf("%s has %s", name, keyword)
			}
		}
		return nil
	})
	if patches < 10 {
		t.Fatalf("only %d patch schemas", patches)
	}
}
