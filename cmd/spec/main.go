// Command spec updates the derived parts of api/openapi.yaml: the patch schemas, which
// follow from the schemas of the scenario, and the values of the examples, which are
// the server's own answers. `make spec` runs it. A test checks that the committed
// document is current.
package main

import (
	"fmt"
	"os"

	"go.yaml.in/yaml/v4"
)

const document = "api/openapi.yaml"

func main() {
	if err := update(document); err != nil {
		fmt.Fprintln(os.Stderr, "spec:", err)
		os.Exit(1)
	}
}

func update(file string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	current, err := derive(old)
	if err != nil {
		return err
	}
	return os.WriteFile(file, current, 0o644)
}

// derive gives the document with its derived parts updated.
func derive(document []byte) ([]byte, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(document, &root); err != nil {
		return nil, err
	}
	doc := root.Content[0]
	if err := derivePatches(doc); err != nil {
		return nil, err
	}
	if _, err := fillExamples(doc); err != nil {
		return nil, err
	}
	return encode(&root)
}

func encode(root *yaml.Node) ([]byte, error) {
	return yaml.Dump(root, yaml.WithIndent(2), yaml.WithLineWidth(-1))
}
