package main

import (
	"strconv"

	"go.yaml.in/yaml/v4"
)

// at follows members of mappings. It is nil if one is missing.
func at(n *yaml.Node, names ...string) *yaml.Node {
	for _, name := range names {
		i := index(n, name)
		if i < 0 {
			return nil
		}
		n = n.Content[i+1]
	}
	return n
}

// index is the place of a member's name in a mapping's content, -1 if missing.
func index(n *yaml.Node, name string) int {
	if n == nil {
		return -1
	}
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind == yaml.MappingNode {
		for i := 0; i < len(n.Content); i += 2 {
			if n.Content[i].Value == name {
				return i
			}
		}
	}
	return -1
}

func remove(n *yaml.Node, name string) {
	if i := index(n, name); i >= 0 {
		n.Content = append(n.Content[:i], n.Content[i+2:]...)
	}
}

func set(n *yaml.Node, name, value string) { put(n, name, text(value)) }

// put gives a mapping's member a value, as the last member if it is new.
func put(n *yaml.Node, name string, value *yaml.Node) {
	if i := index(n, name); i >= 0 {
		n.Content[i+1] = value
		return
	}
	n.Content = append(n.Content, text(name), value)
}

func clone(n *yaml.Node) *yaml.Node {
	c := *n
	c.HeadComment, c.LineComment, c.FootComment = "", "", ""
	c.Content = make([]*yaml.Node, len(n.Content))
	for i := range n.Content {
		c.Content[i] = clone(n.Content[i])
	}
	return &c
}

func text(s string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
}

func number(n int) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: strconv.Itoa(n)}
}

func mapping(content ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: content}
}
