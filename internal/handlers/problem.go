package handlers

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/hedgedrill/hedgedrill/internal/intake"
	"github.com/hedgedrill/hedgedrill/internal/measure"
	"github.com/hedgedrill/hedgedrill/internal/shelf"
)

// refused is an error that is reported to the client as a problem (RFC 9457).
type refused struct {
	name   string
	detail string
	faults []intake.Fault
	total  int // number of faults, of which some may not be listed
}

func (r *refused) Error() string { return r.name + ": " + r.detail }

func problem(name, detail string, faults ...intake.Fault) error {
	return &refused{name, detail, faults, len(faults)}
}

func refusal(r *intake.Rejection) error {
	return &refused{string(r.Kind), r.Detail, r.Faults, r.Total}
}

// fail is echo's error handler. It reports each error as a problem, without any
// library's error text.
func (d *door) fail(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	var told *refused
	var routing *echo.HTTPError
	switch {
	case errors.As(err, &told):
	case c.Request().Context().Err() != nil && (errors.Is(err, measure.ErrStopped) || errors.Is(err, context.Canceled)):
		return // the client has disconnected
	case errors.Is(err, measure.ErrStopped):
		told = &refused{name: outOfTime, detail: "The run was not finished in the time that its price allows."}
	case errors.As(err, &routing) && routing.Code == http.StatusMethodNotAllowed:
		told = &refused{name: methodNotAllowed, detail: "The path has other methods; see the Allow header."}
	case errors.As(err, &routing) && routing.Code == http.StatusNotFound:
		told = &refused{name: notFound, detail: "There is nothing at this path; see /docs."}
	case errors.Is(err, shelf.ErrFailed): // which its maker has logged
		told = &refused{name: internal, detail: "Internal error. Your request may be valid."}
	default:
		d.Log.Error("unforeseen", "error", err.Error(), "route", c.Path())
		told = &refused{name: internal, detail: "Internal error. Your request may be valid."}
	}
	if err := d.tell(c, told); err != nil {
		d.Log.Debug("the answer was not delivered", "error", err.Error())
	}
}

// details is the body of a problem.
type details struct {
	Type      string         `json:"type"`
	Title     string         `json:"title"`
	Status    int            `json:"status"`
	Detail    string         `json:"detail"`
	Instance  string         `json:"instance"`
	Errors    []intake.Fault `json:"errors,omitempty"`
	Truncated bool           `json:"truncated,omitempty"`
}

// maxProblem is the maximum size of a problem's body, in bytes.
const maxProblem = 4 << 10

func (d *door) tell(c echo.Context, r *refused) error {
	kind, ok := problemNamed(r.name)
	if !ok {
		panic(fmt.Sprintf("no problem is named %q", r.name))
	}
	body := details{
		Type: "/problems/" + kind.name, Title: kind.title, Status: kind.status, Detail: r.detail,
		Instance: instance(c.Request()), Errors: r.faults,
	}
	body.Errors = body.Errors[:min(len(body.Errors), intake.MaxFaults)]
	body.Truncated = r.total > len(body.Errors)
	text := d.text(body)
	for len(text) > maxProblem && len(body.Errors) > 0 {
		body.Errors, body.Truncated = body.Errors[:len(body.Errors)-1], true
		text = d.text(body)
	}
	h := c.Response().Header()
	h.Set("Cache-Control", "no-store")
	switch kind.status {
	case http.StatusUnsupportedMediaType:
		h.Set("Accept-Encoding", "identity")
	case http.StatusServiceUnavailable:
		h.Set("Retry-After", "5")
	}
	return write(c, kind.status, "application/problem+json", text)
}

// instance is the path of the request, or / if the path is too long to be useful.
func instance(r *http.Request) string {
	if path := r.URL.EscapedPath(); len(path) <= 256 {
		return path
	}
	return "/"
}
