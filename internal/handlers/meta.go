package handlers

import (
	"net/http"
	"runtime"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/hedgedrill/hedgedrill/api"
	"github.com/hedgedrill/hedgedrill/internal/intake"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

func (d *door) listPresets(c echo.Context, _ query) error {
	presets := d.intake.Presets()
	return d.revalidatedJSON(c, measure.List[intake.Preset]{Items: presets, Total: len(presets)})
}

func (d *door) getPreset(c echo.Context, _ query) error {
	for _, p := range d.intake.Presets() {
		if p.Name == c.Param("name") {
			return d.revalidatedJSON(c, p)
		}
	}
	return problem(unknownPreset, "There is no preset with that name; see /presets.")
}

// explanation is the answer of GET /problems/{name}.
type explanation struct {
	Type    string `json:"type"`
	Title   string `json:"title"`
	Status  int    `json:"status"`
	Meaning string `json:"meaning"`
	Remedy  string `json:"remedy"`
}

func (d *door) getProblem(c echo.Context, _ query) error {
	p, ok := problemNamed(c.Param("name"))
	if !ok {
		return problem(unknownProblem, "There is no problem type with that name.")
	}
	return d.revalidatedJSON(c, explanation{"/problems/" + p.name, p.title, p.status, p.meaning, p.remedy})
}

func (d *door) getContractYAML(c echo.Context, _ query) error {
	return d.revalidated(c, "application/yaml", api.Text)
}

func (d *door) getContractJSON(c echo.Context, _ query) error {
	return d.revalidated(c, "application/json", d.contractJSON)
}

// revalidated answers with a text that changes only with the program. A client may
// keep it, but asks each time whether it is current.
func (d *door) revalidated(c echo.Context, media string, text []byte) error {
	return d.conditional(c, media, askedAgain, as(text))
}

// revalidatedJSON does so with a value, which is not written if the client has it.
func (d *door) revalidatedJSON(c echo.Context, value any) error {
	return d.conditional(c, "application/json", askedAgain, func(in coding) []byte { return in.encode(d.text(value)) })
}

type health struct {
	Status string `json:"status"`
}

func (d *door) getLiveness(c echo.Context, _ query) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	return d.answerJSON(c, http.StatusOK, health{"ok"})
}

func (d *door) getReadiness(c echo.Context, _ query) error {
	if !d.Ready() {
		return problem(stopping, "The server is about to stop and takes no more requests.")
	}
	return d.getLiveness(c, nil)
}

type version struct {
	Version string `json:"version"`
	Build   string `json:"build"`
	IDs     string `json:"ids"`
	Go      string `json:"go"`
}

func (d *door) getVersion(c echo.Context, _ query) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	return d.answerJSON(c, http.StatusOK, version{d.Version, d.Build, "v" + strconv.Itoa(intake.IDVersion), runtime.Version()})
}
