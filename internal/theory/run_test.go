package theory

import (
	"flag"
	"fmt"
	"math"
	"os"
	"sync"
	"testing"

	"github.com/hedgedrill/hedgedrill/api"
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/intake"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// With -short, as under the race detector, only a few tests run here: a run has one
// goroutine.
func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() {
		_ = flag.Set("test.run", "Golden")
	}
	os.Exit(m.Run())
}

var long = flag.Bool("long", false, "also run the tests that take minutes")

// corridor checks bodies; making it reads the whole contract.
var corridor = sync.OnceValue(func() *intake.Intake {
	contract, err := api.Load(api.Text)
	if err != nil {
		panic(err)
	}
	in, err := intake.New(contract, intake.DefaultCeiling)
	if err != nil {
		panic(err)
	}
	return in
})

// scenario is the scenario of a body of POST /runs.
func scenario(t *testing.T, body string) engine.Scenario {
	t.Helper()
	run, rejection := corridor().Body([]byte(body))
	if rejection != nil {
		t.Fatalf("%v\n%s", rejection, body)
	}
	return run.Scenario
}

// play gives the report of a body's run.
func play(t *testing.T, body string, arguments ...any) measure.Report {
	t.Helper()
	s := scenario(t, fmt.Sprintf(body, arguments...))
	return playScenario(t, &s)
}

// playScenario gives the report of a scenario's run, with its first thousand rows.
func playScenario(t *testing.T, s *engine.Scenario) measure.Report {
	t.Helper()
	r, err := measure.Run(s, measure.Page{Limit: 1000}, measure.Page{}, func() bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// preset gives the scenario of a preset.
func preset(t *testing.T, name string) engine.Scenario {
	t.Helper()
	return scenario(t, fmt.Sprintf(`{"preset":"%s"}`, name))
}

func percent(p float64) fixed.Percent { return fixed.Percent(math.Round(1000 * p)) }

// figures are p50, p90, p99 and p99.9.
func figures(l measure.Latencies) [4]float64 {
	return [4]float64{ms(l.P50), ms(l.P90), ms(l.P99), ms(l.P999)}
}

func ms(m fixed.Micros) float64 { return float64(m) / 1000 }

// requests is how many requests a test plays for which full would be good: an
// eighth of them without -long.
func requests(full int) int {
	if *long {
		return full
	}
	return full / 8
}

// wider is by how much tolerances grow with the standard error, when fewer requests
// are played.
func wider() float64 {
	if *long {
		return 1
	}
	return math.Sqrt(8)
}

// near fails the test if a figure is further from theory than a tolerance.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tolerance {
		t.Errorf("%s: %.4f, theory says %.4f ± %.4f", what, got, want, tolerance)
		return
	}
	t.Logf("%s: %.4f, theory %.4f ± %.4f", what, got, want, tolerance)
}
