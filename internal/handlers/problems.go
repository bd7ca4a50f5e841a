package handlers

import (
	"net/http"

	"github.com/hedgedrill/hedgedrill/internal/intake"
)

// problemType is a kind of problem, and what /problems/{name} says of it.
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

// problemTypes are all kinds of problems, by status.
var problemTypes = []problemType{
	{string(intake.MalformedJSON), "Malformed JSON", http.StatusBadRequest,
		"The body is not exactly one JSON value in UTF-8, or has a name twice in one object.",
		"Look at the byte that `detail` names. JSON has no comments, no trailing commas, no NaN, and double quotes only."},
	{string(intake.OverLimit), "Too much JSON", http.StatusBadRequest,
		"The body is nested deeper, has more values, or has longer numbers or strings than any scenario needs.",
		"Send less; `detail` names the limit and what came."},
	{invalidParameter, "Invalid parameter", http.StatusBadRequest,
		"A query parameter is unknown, given twice, out of range, or not in the one spelling of its value.",
		"Write numbers in their shortest form (12.5, not 012.50), and take cursors from `next` links as they are."},
	{string(intake.UnknownRun), "Unknown run", http.StatusNotFound,
		"The id names no run: it is malformed, of a later version, not in its one spelling, or holds what cannot be played.",
		"Post the scenario to /runs: the answer has its id. Ids are never put together by hand."},
	{notFound, "Not found", http.StatusNotFound,
		"There is nothing at this path.", "See /docs for the paths that there are."},
	{unknownPreset, "Unknown preset", http.StatusNotFound,
		"There is no preset of that name.", "See /presets for those that there are."},
	{unknownProblem, "Unknown problem", http.StatusNotFound,
		"There is no kind of problem of that name.", "Take the name from the `type` of a problem."},
	{methodNotAllowed, "Method not allowed", http.StatusMethodNotAllowed,
		"The path exists, but not for this method.", "See the Allow header for the methods that it has."},
	{notAcceptable, "Not acceptable", http.StatusNotAcceptable,
		"The Accept header refuses the one media type that the answer can have.", "Leave Accept out, or name that type or */*."},
	{bodyIncomplete, "Body incomplete", http.StatusRequestTimeout,
		"The body broke off or did not arrive in time.", "Send it again, at once and whole."},
	{string(intake.OldRunID), "Old run id", http.StatusGone,
		"The id is of a version whose runs this server no longer plays, since the same scenario would give other figures.",
		"Decode the part after the dot as base64url and post it to /runs."},
	{bodyTooLarge, "Body too large", http.StatusRequestEntityTooLarge,
		"The body is larger than a scenario can be.", "Send the difference from a preset instead of a whole scenario, and a smaller table."},
	{pathTooLong, "Path too long", http.StatusRequestURITooLong,
		"The path with its query is longer than 8 KiB.", "No id has more than 7,000 characters: take it as POST /runs gave it."},
	{unsupportedMediaType, "Unsupported media type", http.StatusUnsupportedMediaType,
		"The body is not announced as application/json in UTF-8, once.", "Send Content-Type: application/json."},
	{unsupportedContentEncoding, "Unsupported content encoding", http.StatusUnsupportedMediaType,
		"The body is compressed.", "Send it as it is; a scenario is small."},
	{string(intake.InvalidScenario), "Invalid scenario", http.StatusUnprocessableEntity,
		"The body is JSON, but no scenario that can be played. `errors` has every fault that the first failing stage found: fields and types, then what is missing, then rules between fields and limits.",
		"Fix the place that each pointer names. GET /presets/drill shows a whole scenario."},
	{internal, "Internal error", http.StatusInternalServerError,
		"Something failed in the server. Your request may be valid.", "Please report what you sent. The same request will fail again."},
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
