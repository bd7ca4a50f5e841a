package main

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// derivePatches adds to the document's schemas, after those written by hand, a patch
// schema for each object of the scenario: the same members, none of them required.
// Items of arrays have no patch schema, because an array is replaced whole.
func derivePatches(doc *yaml.Node) error {
	schemas := at(doc, "components", "schemas")
	if schemas == nil {
		return fmt.Errorf("the document has no components.schemas")
	}
	for i := len(schemas.Content) - 2; i >= 0; i -= 2 {
		if isPatch(schemas.Content[i].Value) {
			schemas.Content = slices.Delete(schemas.Content, i, i+2)
		}
	}
	d := deriver{schemas: schemas, done: map[string]bool{}}
	return d.derive("Scenario")
}

const suffix = "Patch"

func isPatch(name string) bool { return strings.HasSuffix(name, suffix) }

type deriver struct {
	schemas *yaml.Node
	done    map[string]bool
}

func (d *deriver) derive(name string) error {
	if d.done[name] {
		return nil
	}
	d.done[name] = true
	source := at(d.schemas, name)
	if source == nil {
		return fmt.Errorf("no schema %s", name)
	}
	patch := clone(source)
	remove(patch, "required")
	remove(patch, "minProperties")
	set(patch, "title", name+suffix)
	if properties := at(patch, "properties"); properties != nil {
		if name == "Scenario" {
			properties.Content = append([]*yaml.Node{text("preset"), presetField()}, properties.Content...)
			set(patch, "description", "The difference of a scenario from a preset. Every field is optional.")
		}
		for i := 1; i < len(properties.Content); i += 2 {
			if err := d.follow(properties.Content[i]); err != nil {
				return err
			}
		}
	}
	d.schemas.Content = append(d.schemas.Content, text(name+suffix), patch)
	return nil
}

// follow turns a reference to an object into a reference to its patch.
func (d *deriver) follow(property *yaml.Node) error {
	ref := at(property, "$ref")
	if ref == nil {
		return nil
	}
	const prefix = "#/components/schemas/"
	target := ref.Value[len(prefix):]
	if kind := at(d.schemas, target, "type"); kind == nil || kind.Value != "object" {
		return nil
	}
	ref.Value += suffix
	return d.derive(target)
}

// presetField is the schema of the member that names the preset to start from.
func presetField() *yaml.Node {
	return mapping(
		text("type"), text("string"),
		text("pattern"), text("^[a-z0-9]+(-[a-z0-9]+)*$"),
		text("maxLength"), number(64),
		text("description"), text("The name of the preset to start from; `drill` if it is not given. It is not part of the result."),
	)
}
