package handlers

import (
	"errors"
	"net/http"
	"strings"

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

func (d *door) createRun(c echo.Context, _ query) error {
	if err := jsonBody(c.Request().Header); err != nil {
		return err
	}
	body, _ := c.Get(bodyKey).([]byte)
	r, rejection := d.intake.Body(body)
	if rejection != nil {
		return refusal(rejection)
	}
	path := "/runs/" + r.ID
	target, answer, minimal := path, d.play, prefersMinimal(c.Request().Header)
	if minimal {
		target, answer = path+"/metrics", d.playMetrics
	}
	in := codingFor(c.Request().Header)
	f, from, err := d.get(c.Request().Context(), target, in, r, answer)
	switch {
	case errors.Is(err, measure.ErrCrowded):
		return refusal(intake.Crowded(engine.MaxInFlight))
	case err != nil:
		return err
	}
	c.Response().Header()["Location"] = []string{path}
	if minimal {
		c.Response().Header().Set("Preference-Applied", "return=minimal")
	}
	return deliver(c, http.StatusCreated, f, from, in)
}

func (d *door) getRun(c echo.Context, _ query) error {
	return d.byID(c, d.play)
}

func (d *door) getRunMetrics(c echo.Context, _ query) error {
	return d.byID(c, d.playMetrics)
}

// distribution is the answer of GET /runs/{id}/distribution.
type distribution struct {
	ID       string          `json:"id"`
	Requests int             `json:"requests"`
	Points   []measure.Point `json:"points"`
}

func (d *door) getRunDistribution(c echo.Context, _ query) error {
	return d.byID(c, func(r intake.Run, wanted measure.Wanted) (any, error) {
		spread, err := measure.Spread(&r.Scenario, wanted)
		return &distribution{r.ID, spread.Requests, spread.Points}, err
	})
}

func (d *door) listRunRequests(c echo.Context, q query) error {
	return d.byID(c, func(r intake.Run, wanted measure.Wanted) (any, error) {
		path := "/runs/" + r.ID + "/requests"
		page, err := q.page(path)
		if err != nil {
			return nil, err
		}
		rows, err := d.rows(r, page, wanted)
		return linked(rows, page, path, q), err
	})
}

// byID answers for the run that the path names. It plays the run unless the client's
// own copy is current, or the answer is kept.
func (d *door) byID(c echo.Context, answer answerer) error {
	target := c.Request().URL.RequestURI()
	if strings.Contains(c.Request().URL.EscapedPath(), "%") {
		return refusal(&intake.Rejection{Kind: intake.UnknownRun, Detail: "An id has no % in its path: it has only one spelling."})
	}
	r, rejection := d.intake.ID(c.Param("id"))
	if rejection != nil {
		return refusal(rejection)
	}
	in := codingFor(c.Request().Header)
	if isConditional(c.Request().Header) {
		if tag := d.etag(target, in); matches(c.Request().Header, tag) {
			mayBeKept(c, tag, immutableForever)
			return empty(c, http.StatusNotModified)
		}
	}
	f, from, err := d.get(c.Request().Context(), target, in, r, answer)
	switch {
	case errors.Is(err, measure.ErrCrowded):
		return refusal(intake.Refused(intake.Crowded(engine.MaxInFlight)))
	case err != nil:
		return err
	}
	return deliverByID(c, f, from, in)
}
