package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/hedgedrill/hedgedrill/api"
	"github.com/hedgedrill/hedgedrill/internal/handlers"
	"github.com/hedgedrill/hedgedrill/internal/intake"
)

// fillExamples sends the request of every example answer to the server, and writes the
// server's answer into the document. It returns the number of examples. The request is
// that of the operation, with the example values of its path parameters and the request
// example of the same name. `x-request` in the example replaces parts of it: path,
// query, headers, body, or text for a body that is not JSON.
func fillExamples(doc *yaml.Node) (int, error) {
	document, err := yaml.Dump(doc)
	if err != nil {
		return 0, err
	}
	server, err := newServer(document)
	if err != nil {
		return 0, err
	}
	filled := 0
	err = eachMember(at(doc, "paths"), func(path string, item *yaml.Node) error {
		return eachMember(item, func(method string, operation *yaml.Node) error {
			return eachMember(at(operation, "responses"), func(status string, response *yaml.Node) error {
				return eachMember(at(response, "content"), func(media string, content *yaml.Node) error {
					return eachMember(at(content, "examples"), func(name string, example *yaml.Node) error {
						filled++
						place := method + " " + path + " " + status + " " + name
						request, err := exampleRequest(doc, path, item, method, operation, name, example)
						if err != nil {
							return fmt.Errorf("%s: %w", place, err)
						}
						answer := record(server, request)
						if fmt.Sprint(answer.status) != status || answer.header.Get("Content-Type") != media {
							return fmt.Errorf("%s: the server answers %d %s: %s", place, answer.status, answer.header.Get("Content-Type"), answer.body.String())
						}
						value, err := jsonNode(answer.body.Bytes())
						example.Style = 0
						put(example, "value", value)
						return err
					})
				})
			})
		})
	})
	return filled, err
}

func newServer(document []byte) (http.Handler, error) {
	contract, err := api.Load(document)
	if err != nil {
		return nil, err
	}
	return handlers.New(handlers.Config{
		Contract: contract, Version: "devel", Build: "example", Ceiling: intake.DefaultCeiling,
		Log: slog.New(slog.DiscardHandler), Ready: func() bool { return true },
	})
}

// exampleRequest builds the request of an example answer.
func exampleRequest(doc *yaml.Node, path string, item *yaml.Node, method string, operation *yaml.Node, name string, example *yaml.Node) (*http.Request, error) {
	said := at(example, "x-request")
	target := path
	if p := at(said, "path"); p != nil {
		target = p.Value
	} else if parameters := at(item, "parameters"); parameters != nil {
		for _, p := range parameters.Content {
			p = resolve(doc, p)
			target = strings.ReplaceAll(target, "{"+at(p, "name").Value+"}", url.PathEscape(at(p, "example").Value))
		}
	}
	if query := at(said, "query"); query != nil {
		target += "?" + query.Value
	}
	body, err := exampleBody(operation, name, said)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(strings.ToUpper(method), target, body)
	if err != nil {
		return nil, err
	}
	request.RequestURI = target
	if method == "post" {
		request.Header.Set("Content-Type", "application/json")
	}
	return request, eachMember(at(said, "headers"), func(header string, value *yaml.Node) error {
		request.Header.Set(header, value.Value)
		return nil
	})
}

func exampleBody(operation *yaml.Node, name string, said *yaml.Node) (io.Reader, error) {
	if text := at(said, "text"); text != nil {
		return strings.NewReader(text.Value), nil
	}
	body := at(said, "body")
	if body == nil {
		body = at(operation, "requestBody", "content", "application/json", "examples", name, "value")
	}
	if body == nil {
		return nil, nil
	}
	var value any
	if err := body.Decode(&value); err != nil {
		return nil, err
	}
	text, err := json.Marshal(value)
	return bytes.NewReader(text), err
}

// answer keeps what a handler writes.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func record(server http.Handler, r *http.Request) *answer {
	a := &answer{header: http.Header{}, status: http.StatusOK}
	server.ServeHTTP(a, r)
	return a
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) WriteHeader(status int)      { a.status = status }
func (a *answer) Write(b []byte) (int, error) { return a.body.Write(b) }

// jsonNode gives JSON as YAML: short values on one line, the rest in blocks.
func jsonNode(text []byte) (*yaml.Node, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		return nil, err
	}
	layOut(root.Content[0])
	return root.Content[0], nil
}

// flowWidth is the length up to which a value is on one line.
const flowWidth = 240

// layOut sets the styles under a node, and gives the node's length in JSON.
func layOut(n *yaml.Node) int {
	length := len(n.Value) + 4
	for _, child := range n.Content {
		length += layOut(child)
	}
	n.Style = 0
	if n.Kind != yaml.ScalarNode && length <= flowWidth {
		n.Style = yaml.FlowStyle
	}
	return length
}

// resolve follows a reference within the document.
func resolve(doc, n *yaml.Node) *yaml.Node {
	if ref := at(n, "$ref"); ref != nil {
		return at(doc, strings.Split(strings.TrimPrefix(ref.Value, "#/"), "/")...)
	}
	return n
}

// eachMember calls f for each member of a mapping, and never if there is no mapping.
func eachMember(n *yaml.Node, f func(name string, value *yaml.Node) error) error {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i < len(n.Content); i += 2 {
		if err := f(n.Content[i].Value, n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}
