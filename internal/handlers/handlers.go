// Package handlers is the door: it turns HTTP requests into questions to intake
// and measure, and what they say into answers. It is the one package that knows
// echo.
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
)

// Config is what the door needs to know of the world.
type Config struct {
	Contract *api.Contract
	Version  string       // of the server
	Build    string       // a digest of the program; every ETag holds it
	Ceiling  int          // the largest price of a run, in attempts
	Log      *slog.Logger // for what no client is told
	Ready    func() bool  // whether the server wants traffic
}

// door is the state that all handlers share. None of it changes.
type door struct {
	Config
	intake       *intake.Intake
	operations   map[string]api.Operation // by method and echo's path
	contractJSON []byte
}

// route ties an operation of the contract to what answers it. A GET answers HEAD too.
type route struct {
	method, path string
	answer       func(*door, echo.Context) error
}

// routes are the operations of the contract, all of them.
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

// New builds the door.
func New(config Config) (http.Handler, error) {
	in, err := intake.New(config.Contract, config.Ceiling)
	if err != nil {
		return nil, err
	}
	d := &door{Config: config, intake: in, operations: map[string]api.Operation{}, contractJSON: readable(json.RawMessage(config.Contract.JSON()))}
	for _, o := range config.Contract.Operations() {
		d.operations[o.Method+" "+echoPath(o.Path)] = o
	}

	e := echo.New()
	e.IPExtractor = echo.ExtractIPDirect()
	e.HTTPErrorHandler = d.fail
	// In the order in which they wrap: the first sees a request first.
	e.Use(d.recovered, headers, shortPath, d.bodyRead)
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

// echoPath spells a path of the contract as echo wants it: /runs/:id.
func echoPath(path string) string {
	return strings.NewReplacer("{", ":", "}", "").Replace(path)
}
