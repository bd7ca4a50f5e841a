package api

import (
	"math"
	"reflect"

	"github.com/getkin/kin-openapi/openapi3"
)

// IsPlain says whether the methods of Schema tell all that the schema demands of a value.
// A keyword that none of them tells makes a schema one that is not plain: a pattern, oneOf,
// exclusive bounds, an object that is open or counts its members other than an alternative
// does. What a plain schema holds need not be plain.
func (s Schema) IsPlain() bool {
	rest := *s.schema
	if len(rest.Type.Slice()) != 1 || !isPlainFormat(&rest) || !isPlainObject(&rest) {
		return false
	}
	// Told by methods.
	rest.Type, rest.Enum, rest.Min, rest.Max, rest.MinItems, rest.MaxItems = nil, nil, nil, nil, 0, nil
	rest.Items, rest.Required, rest.Properties, rest.MinProps, rest.MaxProps = nil, nil, nil, 0, nil
	rest.AdditionalProperties, rest.Format, rest.Title, rest.Extensions = openapi3.AdditionalProperties{}, "", "", nil
	// For readers.
	rest.Origin, rest.Description, rest.Example, rest.ExternalDocs, rest.Deprecated = nil, "", nil, nil, false
	return reflect.DeepEqual(rest, openapi3.Schema{})
}

// isPlainFormat says whether a format demands nothing that the bounds do not.
func isPlainFormat(s *openapi3.Schema) bool {
	switch s.Format {
	case "", "double":
		return true
	case "int32":
		return s.Min != nil && s.Max != nil && *s.Min >= math.MinInt32 && *s.Max <= math.MaxInt32
	case "int64":
		return s.Min != nil && s.Max != nil && *s.Min >= -1<<53 && *s.Max <= 1<<53
	default:
		return false
	}
}

// isPlainObject says whether a schema is not of an object, or of one that is closed and
// counts its members only as an alternative does.
func isPlainObject(s *openapi3.Schema) bool {
	if !s.Type.Is("object") {
		return s.MinProps == 0 && s.MaxProps == nil
	}
	isEmpty := s.MaxProps != nil && *s.MaxProps == 0 && len(s.Properties) == 0 && s.MinProps == 0
	isAlternative := s.MaxProps != nil && *s.MaxProps == 1 && s.MinProps <= 1
	if !isEmpty && !isAlternative && (s.MinProps > 0 || s.MaxProps != nil) {
		return false
	}
	closed := s.AdditionalProperties.Has
	return closed != nil && !*closed && s.AdditionalProperties.Schema == nil
}

// MayBeEmpty says whether an alternative may also have no member, as a patch may leave it
// out.
func (s Schema) MayBeEmpty() bool { return s.schema.MinProps == 0 }
