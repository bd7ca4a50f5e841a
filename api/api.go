// Package api holds the contract, openapi.yaml, and answers questions about it:
// which operations there are, which query parameters each has, what a schema
// allows, and where a value violates it. It is the only package that imports
// kin-openapi, and it passes on none of that library's texts.
package api

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// Text is the contract as it is in the source.
//
//go:embed openapi.yaml
var Text []byte

// Contract is a valid OpenAPI document.
type Contract struct {
	doc  *openapi3.T
	json []byte
	// The steps of parameters (multipleOf), removed from their schemas: float64 cannot
	// judge them, and kin-openapi takes long to try. The caller judges decimals.
	steps map[*openapi3.Schema]float64
}

// Load reads a contract.
func Load(text []byte) (*Contract, error) {
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, fmt.Errorf("load the contract: %w", err)
	}
	if err := doc.Validate(context.Background(), openapi3.DisableExamplesValidation()); err != nil {
		return nil, fmt.Errorf("validate the contract: %w", err)
	}
	text, err = doc.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("render the contract: %w", err)
	}
	c := &Contract{doc: doc, json: text, steps: map[*openapi3.Schema]float64{}}
	for _, ref := range doc.Components.Parameters {
		if schema := ref.Value.Schema.Value; schema.MultipleOf != nil {
			c.steps[schema], schema.MultipleOf = *schema.MultipleOf, nil
		}
	}
	return c, nil
}

// Closed gives the contract with every object of its components closed, so that fields
// of an answer that are not in the contract are violations too. It is for tests.
func Closed(text []byte) (*Contract, error) {
	c, err := Load(text)
	if err != nil {
		return nil, err
	}
	for _, ref := range c.doc.Components.Schemas {
		if closed := false; len(ref.Value.Properties) > 0 {
			ref.Value.AdditionalProperties.Has = &closed
		}
	}
	return c, nil
}

// JSON is the contract as a JSON document.
func (c *Contract) JSON() []byte { return c.json }

// Schema is the component of that name. It panics if there is none, because names are
// written in the program.
func (c *Contract) Schema(name string) Schema {
	ref := c.doc.Components.Schemas[name]
	if ref == nil {
		panic("no schema " + name + " in the contract")
	}
	return Schema{ref.Value, c}
}

// Operation is a method on a path.
type Operation struct {
	Method string
	Path   string // with parameters in braces: /runs/{id}
	ID     string
	item   *openapi3.PathItem
	op     *openapi3.Operation
	in     *Contract
}

// Operations are all operations of the contract, by path and method.
func (c *Contract) Operations() []Operation {
	var all []Operation
	for _, path := range c.doc.Paths.InMatchingOrder() {
		item := c.doc.Paths.Value(path)
		for method, op := range item.Operations() {
			all = append(all, Operation{method, path, op.OperationID, item, op, c})
		}
	}
	slices.SortFunc(all, func(a, b Operation) int {
		return strings.Compare(a.Path+" "+a.Method, b.Path+" "+b.Method)
	})
	return all
}

// Query gives the schema of a query parameter of the operation, by name.
func (o Operation) Query(name string) (Schema, bool) {
	for _, p := range o.op.Parameters {
		if p.Value.In == openapi3.ParameterInQuery && p.Value.Name == name {
			return Schema{p.Value.Schema.Value, o.in}, true
		}
	}
	return Schema{}, false
}

// QueryNames are the names of the operation's query parameters.
func (o Operation) QueryNames() []string {
	var names []string
	for _, p := range o.op.Parameters {
		if p.Value.In == openapi3.ParameterInQuery {
			names = append(names, p.Value.Name)
		}
	}
	return names
}

// RequiredQuery are the names of the required query parameters.
func (o Operation) RequiredQuery() []string {
	var names []string
	for _, p := range o.op.Parameters {
		if p.Value.In == openapi3.ParameterInQuery && p.Value.Required {
			names = append(names, p.Value.Name)
		}
	}
	return names
}

// MediaType is the media type of the operation's successful answer.
func (o Operation) MediaType() string {
	for status, response := range o.op.Responses.Map() {
		if strings.HasPrefix(status, "2") {
			for media := range response.Value.Content {
				return media
			}
		}
	}
	return ""
}

// CheckResponse checks an answer against the contract: the operation must have its
// status, or a default answer, and its body must match the schema of that answer. It is
// for tests.
func (o Operation) CheckResponse(r *http.Request, status int, header http.Header, body []byte) error {
	response := o.op.Responses.Status(status)
	if response == nil {
		if response = o.op.Responses.Default(); response == nil || status < 400 {
			return fmt.Errorf("status %d is not in the contract", status)
		}
	}
	media := header.Get("Content-Type")
	if len(body) == 0 || !strings.HasSuffix(media, "json") {
		if len(body) > 0 && response.Value.Content[media] == nil {
			return fmt.Errorf("status %d with %q is not in the contract", status, media)
		}
		return nil
	}
	err := openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{
			Request: r,
			Route:   &routers.Route{Spec: o.in.doc, Path: o.Path, PathItem: o.item, Method: o.Method, Operation: o.op},
		},
		Status: status, Header: header,
		Body:    noClose{bytes.NewReader(body)},
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	})
	return err
}

type noClose struct{ *bytes.Reader }

func (noClose) Close() error { return nil }

// Schema says which values are allowed.
type Schema struct {
	schema *openapi3.Schema
	in     *Contract
}

// Property gives the schema of an object's member.
func (s Schema) Property(name string) (Schema, bool) {
	ref := s.schema.Properties[name]
	if ref == nil {
		return Schema{}, false
	}
	return Schema{ref.Value, s.in}, true
}

// Properties are the names of an object's members, sorted.
func (s Schema) Properties() []string {
	names := make([]string, 0, len(s.schema.Properties))
	for name := range s.schema.Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Items is the schema of an array's elements.
func (s Schema) Items() Schema { return Schema{s.schema.Items.Value, s.in} }

// Title names the component.
func (s Schema) Title() string { return s.schema.Title }

// Type is the value's JSON type, or integer.
func (s Schema) Type() string { return s.schema.Type.Slice()[0] }

// IsAlternative says whether the schema is that of an object with exactly one of several
// members.
func (s Schema) IsAlternative() bool {
	return s.schema.MaxProps != nil && *s.schema.MaxProps == 1
}

// Required are the names of an object's required members.
func (s Schema) Required() []string { return s.schema.Required }

// Enum are the values that a string may have; nil if they are not listed.
func (s Schema) Enum() []string {
	var values []string
	for _, v := range s.schema.Enum {
		values = append(values, v.(string))
	}
	return values
}

// Bounds are the minimum and the maximum of a number, of the items of an array, or of
// the characters of a string. A missing bound is nil.
func (s Schema) Bounds() (least, most *float64) {
	switch s.Type() {
	case "array":
		return bounds(s.schema.MinItems, s.schema.MaxItems)
	case "string":
		return bounds(s.schema.MinLength, s.schema.MaxLength)
	default:
		return s.schema.Min, s.schema.Max
	}
}

func bounds(least uint64, most *uint64) (*float64, *float64) {
	low := float64(least)
	if most == nil {
		return &low, nil
	}
	high := float64(*most)
	return &low, &high
}

// MultipleOf is the number of which a parameter must be a multiple; 0 if the contract
// names none. Violations does not check it.
func (s Schema) MultipleOf() float64 { return s.in.steps[s.schema] }

// Grid is the distance between two neighboring values of a field (x-grid). A finer
// number is rounded to the nearest of them. It is 0 if the contract names none.
func (s Schema) Grid() float64 {
	grid, _ := s.schema.Extensions["x-grid"].(float64)
	return grid
}

// Default is the value of a field that is not given (x-default), as JSON; nil if the
// contract names none.
func (s Schema) Default() []byte {
	value, ok := s.schema.Extensions["x-default"]
	if !ok {
		return nil
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("a default in the contract does not encode: %v", err))
	}
	return text
}

// Violation is a place where the schema does not allow a value.
type Violation struct {
	Path    []string // from the value's root: names of members, indexes of items
	Keyword string   // the violated keyword: type, minimum, required, …
	Schema  Schema   // the violated schema
}

// Violations lists where a value violates the schema, in the order of places. The value
// consists of map[string]any, []any, string, bool, nil and json.Number.
func (s Schema) Violations(value any) []Violation {
	err := s.schema.VisitJSON(value, openapi3.MultiErrors(), openapi3.DisableSchemaErrorDetails())
	var found []Violation
	s.collect(err, &found)
	slices.SortStableFunc(found, func(a, b Violation) int { return slices.Compare(a.Path, b.Path) })
	return found
}

func (s Schema) collect(err error, into *[]Violation) {
	var many openapi3.MultiError
	if errors.As(err, &many) {
		for _, e := range many {
			s.collect(e, into)
		}
		return
	}
	var one *openapi3.SchemaError
	if errors.As(err, &one) {
		*into = append(*into, Violation{Path: one.JSONPointer(), Keyword: one.SchemaField, Schema: Schema{one.Schema, s.in}})
	}
}
