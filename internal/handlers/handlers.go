// Package handlers serves HTTP: it turns requests into calls of intake and measure,
// and their results into answers. It is the only package that imports echo.
package handlers

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/hedgedrill/hedgedrill/api"
	"github.com/hedgedrill/hedgedrill/internal/intake"
	"github.com/hedgedrill/hedgedrill/internal/lines"
	"github.com/hedgedrill/hedgedrill/internal/measure"
	"github.com/hedgedrill/hedgedrill/internal/shelf"
)

// Config is what the server has to be given.
type Config struct {
	Contract *api.Contract
	Version  string       // of the server
	Build    string       // a digest of the program, part of every ETag
	Ceiling  int          // the largest price of a run, in attempts
	Cache    int          // bytes of finished answers, and of readings, to keep
	Log      *slog.Logger // for what clients must not see
	Ready    func() bool  // whether the server takes requests
}

// partOfReadings is which part of the cache is for readings of long runs.
const partOfReadings = 4

// door is the state that all handlers share. It never changes.
type door struct {
	Config
	intake       *intake.Intake
	operations   map[string]api.Operation // by method and echo's path
	shelf        *shelf.Shelf[finished]
	desk         *shelf.Desk[measure.Reading]
	lines        lines.Encoder
	buffers      buffers
	contractJSON []byte
}

// route binds an operation of the contract to its handler. A GET route answers HEAD too.
type route struct {
	method, path string
	answer       func(*door, echo.Context, query) error
}

// routes are all operations of the contract.
var routes = []route{
	{http.MethodPost, "/runs", (*door).createRun},
	{http.MethodGet, "/runs/:id", (*door).getRun},
	{http.MethodGet, "/runs/:id/metrics", (*door).getRunMetrics},
	{http.MethodGet, "/runs/:id/distribution", (*door).getRunDistribution},
	{http.MethodGet, "/runs/:id/requests", (*door).listRunRequests},
	{http.MethodGet, "/runs/:id/leaves", (*door).listRunLeaves},
	{http.MethodGet, "/runs/:id/events", (*door).listRunEvents},
	{http.MethodGet, "/presets", (*door).listPresets},
	{http.MethodGet, "/presets/:name", (*door).getPreset},
	{http.MethodGet, "/problems/:name", (*door).getProblem},
	{http.MethodGet, "/openapi.yaml", (*door).getContractYAML},
	{http.MethodGet, "/openapi.json", (*door).getContractJSON},
	{http.MethodGet, "/livez", (*door).getLiveness},
	{http.MethodGet, "/readyz", (*door).getReadiness},
	{http.MethodGet, "/version", (*door).getVersion},
}

// New builds the handler of all routes.
func New(config Config) (http.Handler, error) {
	in, err := intake.New(config.Contract, config.Ceiling)
	if err != nil {
		return nil, err
	}
	d := &door{Config: config, intake: in, operations: map[string]api.Operation{}}
	readings := config.Cache / partOfReadings
	d.shelf, d.desk = shelf.New(config.Cache-readings, (*finished).size), shelf.NewDesk(readings, (*measure.Reading).Bytes)
	d.contractJSON = d.text(json.RawMessage(config.Contract.JSON()))
	for _, o := range config.Contract.Operations() {
		d.operations[o.Method+" "+echoPath(o.Path)] = o
	}

	e := echo.New()
	e.IPExtractor = echo.ExtractIPDirect()
	e.HTTPErrorHandler = d.fail
	e.Use(d.entered)
	for _, r := range routes {
		operation, ok := d.operations[r.method+" "+r.path]
		if !ok {
			return nil, fmt.Errorf("%s %s is not in the contract", r.method, r.path)
		}
		answer := d.checked(operation, r.answer)
		e.Add(r.method, r.path, answer)
		if r.method == http.MethodGet {
			e.Add(http.MethodHead, r.path, answer)
		}
	}
	return e, d.addPages(e)
}

// echoPath spells a path of the contract in echo's syntax: /runs/:id.
func echoPath(path string) string {
	return strings.NewReplacer("{", ":", "}", "").Replace(path)
}
