package handlers

import (
	"net/http"

	"github.com/hedgedrill/hedgedrill/internal/intake"
)

// problemType is a type of problem, with what /problems/{name} says about it.
type problemType struct {
	name    string
	title   string
	status  int
	meaning string
	remedy  string
}

const (
	invalidParameter           = "invalid-parameter"
	notFound                   = "not-found"
	unknownPreset              = "unknown-preset"
	unknownProblem             = "unknown-problem"
	methodNotAllowed           = "method-not-allowed"
	notAcceptable              = "not-acceptable"
	bodyIncomplete             = "body-incomplete"
	bodyTooLarge               = "body-too-large"
	pathTooLong                = "path-too-long"
	unsupportedMediaType       = "unsupported-media-type"
	unsupportedContentEncoding = "unsupported-content-encoding"
	internal                   = "internal"
	outOfTime                  = "out-of-time"
	stopping                   = "stopping"
)

// problemTypes are all types of problems, by status.
var problemTypes = []problemType{
	{string(intake.MalformedJSON), "Malformed JSON", http.StatusBadRequest,
		"The body is not exactly one JSON value in UTF-8, or has a name twice in one object.",
		"Look at the byte that `detail` names. JSON has no comments, no trailing commas, no NaN, and only double quotes."},
	{string(intake.OverLimit), "Too much JSON", http.StatusBadRequest,
		"The body is nested deeper, has more values, or has longer numbers or strings than any scenario needs.",
		"Send less; `detail` names the limit and what was received."},
	{invalidParameter, "Invalid parameter", http.StatusBadRequest,
		"A query parameter is unknown, given twice, out of range, or not in the one spelling of its value.",
		"Write numbers in their shortest form (12.5, not 012.50), and take cursors from `next` links as they are."},
	{string(intake.UnknownRun), "Unknown run", http.StatusNotFound,
		"No run has this id: it is malformed, belongs to a later version, has another spelling than the server gave it, or holds a scenario that cannot be played.",
		"Post the scenario to /runs; the answer has its id. Do not build ids yourself."},
	{notFound, "Not found", http.StatusNotFound,
		"There is nothing at this path.", "See /docs for all paths."},
	{unknownPreset, "Unknown preset", http.StatusNotFound,
		"There is no preset with that name.", "See /presets for all presets."},
	{unknownProblem, "Unknown problem", http.StatusNotFound,
		"There is no problem type with that name.", "Take the name from the `type` of a problem."},
	{methodNotAllowed, "Method not allowed", http.StatusMethodNotAllowed,
		"The path exists, but not for this method.", "See the Allow header for its methods."},
	{notAcceptable, "Not acceptable", http.StatusNotAcceptable,
		"The Accept header excludes the only media type of the answer.", "Omit Accept, or include that type or */*."},
	{bodyIncomplete, "Body incomplete", http.StatusRequestTimeout,
		"The body broke off or did not arrive in time.", "Send the whole body again, without a pause."},
	{string(intake.OldRunID), "Old run id", http.StatusGone,
		"The id belongs to an older version. This server no longer plays its runs, because the same scenario would give different figures.",
		"Decode the part after the dot as base64url and post it to /runs."},
	{bodyTooLarge, "Body too large", http.StatusRequestEntityTooLarge,
		"The body is larger than a scenario can be.", "Send the difference from a preset instead of a whole scenario, or a smaller table."},
	{pathTooLong, "Path too long", http.StatusRequestURITooLong,
		"The path with its query is longer than 8 KiB.", "No id has more than 7,000 characters. Use the id as POST /runs returned it."},
	{unsupportedMediaType, "Unsupported media type", http.StatusUnsupportedMediaType,
		"The request does not have exactly one Content-Type, application/json in UTF-8.", "Send Content-Type: application/json."},
	{unsupportedContentEncoding, "Unsupported content encoding", http.StatusUnsupportedMediaType,
		"The body is compressed.", "Send the body uncompressed; a scenario is small."},
	{string(intake.InvalidScenario), "Invalid scenario", http.StatusUnprocessableEntity,
		"The body is JSON, but not a scenario that can be played. `errors` lists every fault of the first stage that failed. The stages are fields and types, then missing fields, then rules between fields and limits.",
		"Correct the value at each pointer. GET /presets/drill shows a whole scenario."},
	{internal, "Internal error", http.StatusInternalServerError,
		"The server failed. Your request may be valid.", "Please report what you sent. The same request will fail again."},
	{outOfTime, "Out of time", http.StatusServiceUnavailable,
		"The run was not finished in the time that its price allows.", "Try again after the seconds in Retry-After, or make the run smaller."},
	{stopping, "Stopping", http.StatusServiceUnavailable,
		"The server is about to stop and takes no more requests.", "Ask another copy of the server: any copy answers any id."},
}

func problemNamed(name string) (problemType, bool) {
	for _, p := range problemTypes {
		if p.name == name {
			return p, true
		}
	}
	return problemType{}, false
}
