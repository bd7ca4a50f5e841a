package handlers

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/intake"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// run is the answer of POST /runs and GET /runs/{id}.
type run struct {
	ID         string             `json:"id"`
	Scenario   *engine.Scenario   `json:"scenario"`
	DurationMs fixed.Micros       `json:"durationMs"`
	Price      int                `json:"price"`
	Outcome    measure.Outcome    `json:"outcome"`
	Metrics    measure.Metrics    `json:"metrics"`
	Requests   list[measure.Row]  `json:"requests"`
	Trace      list[engine.Event] `json:"trace"`
}

// runMetrics is a run without its rows and events.
type runMetrics struct {
	ID      string          `json:"id"`
	Outcome measure.Outcome `json:"outcome"`
	Metrics measure.Metrics `json:"metrics"`
}

func (d *door) createRun(c echo.Context) error {
	if err := jsonBody(c.Request().Header); err != nil {
		return err
	}
	body, _ := c.Get(bodyKey).([]byte)
	r, rejection := d.intake.Body(body)
	if rejection != nil {
		return refusal(rejection)
	}
	minimal := prefersMinimal(c.Request().Header)
	answer := play
	if minimal {
		answer = playMetrics
	}
	value, err := inTime(c.Request().Context(), r, answer)
	switch {
	case errors.Is(err, measure.ErrCrowded):
		return refusal(intake.Crowded(engine.MaxInFlight))
	case err != nil:
		return err
	}
	c.Response().Header().Set("Location", "/runs/"+r.ID)
	if minimal {
		c.Response().Header().Set("Preference-Applied", "return=minimal")
	}
	return answerJSON(c, http.StatusCreated, value)
}

func (d *door) getRun(c echo.Context) error {
	return d.byID(c, play)
}

func (d *door) getRunMetrics(c echo.Context) error {
	return d.byID(c, playMetrics)
}

// distribution is the answer of GET /runs/{id}/distribution.
type distribution struct {
	ID       string          `json:"id"`
	Requests int             `json:"requests"`
	Points   []measure.Point `json:"points"`
}

func (d *door) getRunDistribution(c echo.Context) error {
	return d.byID(c, func(r intake.Run, wanted measure.Wanted) (any, error) {
		spread, err := measure.Spread(&r.Scenario, wanted)
		return distribution{r.ID, spread.Requests, spread.Points}, err
	})
}

func (d *door) listRunRequests(c echo.Context) error {
	q := queryOf(c)
	return d.byID(c, func(r intake.Run, wanted measure.Wanted) (any, error) {
		path := "/runs/" + r.ID + "/requests"
		page, err := q.page(path)
		if err != nil {
			return nil, err
		}
		rows, err := measure.Rows(&r.Scenario, page, wanted)
		return linked(rows, page, path, q), err
	})
}

// byID answers for the run that the path names: from the client's own copy if
// that is current, else by playing it.
func (d *door) byID(c echo.Context, answer answerer) error {
	if strings.Contains(c.Request().URL.EscapedPath(), "%") {
		return refusal(&intake.Rejection{Kind: intake.UnknownRun, Detail: "No id has a % in its path: an id has one spelling."})
	}
	r, rejection := d.intake.ID(c.Param("id"))
	if rejection != nil {
		return refusal(rejection)
	}
	return d.immutable(c, func() (any, error) {
		value, err := inTime(c.Request().Context(), r, answer)
		if errors.Is(err, measure.ErrCrowded) {
			return nil, refusal(intake.Refused(intake.Crowded(engine.MaxInFlight)))
		}
		return value, err
	})
}

// play gives the whole run, with the first pages of its rows and its events.
func play(r intake.Run, wanted measure.Wanted) (any, error) {
	first := measure.Page{Limit: maxPage}
	report, err := measure.Run(&r.Scenario, first, first, wanted)
	path := "/runs/" + r.ID
	return run{
		ID: r.ID, Scenario: &r.Scenario, DurationMs: report.DurationMs, Price: r.Scenario.Price(),
		Outcome: report.Outcome, Metrics: report.Metrics,
		Requests: linked(report.Requests, first, path+"/requests", nil),
		Trace:    linked(report.Trace, first, path+"/events", nil),
	}, err
}

func playMetrics(r intake.Run, wanted measure.Wanted) (any, error) {
	report, err := measure.Run(&r.Scenario, measure.Page{}, measure.Page{}, wanted)
	return runMetrics{r.ID, report.Outcome, report.Metrics}, err
}

// A run may take a fixed time and one that grows with its price: many times what a
// slow machine needs.
const (
	timeOfAny     = 5 * time.Second
	timeOfAttempt = 10 * time.Microsecond
)

// answerer makes an answer by playing a run, for as long as it is wanted.
type answerer func(r intake.Run, wanted measure.Wanted) (any, error)

// inTime has an answer made while the client is there, and in the time that follows
// from the run's price.
func inTime(ctx context.Context, r intake.Run, answer answerer) (any, error) {
	ctx, cancel := context.WithTimeout(ctx, timeOfAny+time.Duration(r.Scenario.Price())*timeOfAttempt)
	defer cancel()
	return answer(r, func() bool { return ctx.Err() == nil })
}

// jsonBody says whether a body's headers promise uncompressed JSON in UTF-8.
func jsonBody(h http.Header) error {
	if codings := h.Values("Content-Encoding"); len(codings) > 1 || len(codings) == 1 && !strings.EqualFold(codings[0], "identity") {
		return problem(unsupportedContentEncoding, "A body must not be compressed.")
	}
	types := h.Values("Content-Type")
	if len(types) != 1 {
		return problem(unsupportedMediaType, fmt.Sprintf("There must be one Content-Type, application/json; got %d.", len(types)))
	}
	media, parameters, err := mime.ParseMediaType(types[0])
	if err != nil || media != "application/json" {
		return problem(unsupportedMediaType, "The Content-Type must be application/json.")
	}
	if charset, ok := parameters["charset"]; ok && !strings.EqualFold(charset, "utf-8") {
		return problem(unsupportedMediaType, "The charset must be utf-8.")
	}
	return nil
}

// prefersMinimal reads RFC 7240: the first preference named return counts.
func prefersMinimal(h http.Header) bool {
	for preference := range strings.SplitSeq(strings.Join(h.Values("Prefer"), ","), ",") {
		token, _, _ := strings.Cut(preference, ";")
		name, value, _ := strings.Cut(token, "=")
		if strings.EqualFold(strings.TrimSpace(name), "return") {
			return strings.Trim(strings.TrimSpace(value), `"`) == "minimal"
		}
	}
	return false
}
