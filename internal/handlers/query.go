package handlers

import (
	"encoding/json"
	"iter"
	"strings"

	"github.com/hedgedrill/hedgedrill/api"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/intake"
)

// query holds the query parameters of a request, as they were spelled. A missing name
// was not given.
type query map[string]string

// readQuery parses a query and checks it against an operation: each parameter must be
// known, be given once, and have a value that its schema allows, in the one spelling
// of that value.
func readQuery(o api.Operation, raw string) (query, []intake.Fault) {
	q := query{}
	var faults []intake.Fault
	for pair := range pairs(raw) {
		if len(faults) > intake.MaxFaults {
			break
		}
		name, value, _ := strings.Cut(pair, "=")
		schema, known := o.Query(name)
		_, twice := q[name]
		switch {
		case !known:
			faults = append(faults, unknownParameter(o, name))
		case twice:
			faults = append(faults, intake.Fault{Parameter: name, Detail: "May be given only once."})
		default:
			q[name] = value
			if fault := misfit(schema, value); fault != "" {
				faults = append(faults, intake.Fault{Parameter: name, Detail: fault})
			}
		}
	}
	for _, name := range o.RequiredQuery() {
		if _, given := q[name]; !given {
			faults = append(faults, intake.Fault{Parameter: name, Detail: "Is required."})
		}
	}
	return q, faults
}

// pairs are the parameters of a query with their values; an empty query has none.
func pairs(raw string) iter.Seq[string] {
	if raw == "" {
		return func(func(string) bool) {}
	}
	return strings.SplitSeq(raw, "&")
}

func unknownParameter(o api.Operation, name string) intake.Fault {
	detail := "Unknown parameter; there are none here."
	if names := o.QueryNames(); len(names) > 0 {
		detail = "Unknown parameter; the parameters here are `" + strings.Join(names, "`, `") + "`."
	}
	if name == "" {
		name, detail = "&", "An empty parameter."
	}
	return intake.Fault{Parameter: intake.Shown(name), Detail: detail}
}

// misfit says why the schema of a parameter does not allow a value. It is empty if the
// schema allows it.
func misfit(schema api.Schema, value string) string {
	var typed any = value
	if schema.Type() != "string" {
		thousandths, ok := fixed.Spelled(value)
		if !ok || schema.Type() == "integer" && thousandths%1000 != 0 {
			return intake.Allowed(schema) + ", in its shortest spelling."
		}
		typed = json.Number(value)
	}
	if len(schema.Violations(typed)) > 0 {
		return intake.Allowed(schema) + "."
	}
	return ""
}

// ms gives a parameter in milliseconds, or a default if it is absent.
func (q query) ms(name string, absent fixed.Micros) fixed.Micros {
	if text, ok := q[name]; ok {
		n, _ := fixed.Spelled(text) // readQuery has checked the spelling
		return fixed.Micros(n)
	}
	return absent
}

// request is the number of a request, 0 if none is given.
func (q query) request() int { return int(q.ms("request", 0) / fixed.Millisecond) }
