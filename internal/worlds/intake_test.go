package worlds_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/api"
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/intake"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// TestIntakeAcceptsEveryWorld posts worlds: each is accepted as it was drawn, unless its
// id would be too long.
func TestIntakeAcceptsEveryWorld(t *testing.T) {
	in := newIntake(t)
	for name, draw := range map[string]func(worlds.Source) *engine.Scenario{"small": worlds.Small, "shaped": worlds.Shaped, "any": worlds.Any} {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(7, 2026))
			accepted, long := 0, 0
			for range 1000 {
				s := draw(random)
				text, err := json.Marshal(s)
				if err != nil {
					t.Fatal(err)
				}
				run, rejection := in.Body(text)
				switch {
				case rejection == nil && reflect.DeepEqual(run.Scenario, *s):
					accepted++
				case rejection == nil:
					t.Fatalf("%s\nwas accepted as\n%+v", text, run.Scenario)
				case len(rejection.Faults) == 1 && strings.HasPrefix(rejection.Faults[0].Detail, "The id of the run would have"):
					long++
				default:
					t.Fatalf("%s\nis refused: %+v", text, rejection)
				}
			}
			t.Logf("%d worlds were accepted, %d have too long an id", accepted, long)
			if accepted < 900 {
				t.Error("too few were accepted")
			}
		})
	}
}

func newIntake(t *testing.T) *intake.Intake {
	t.Helper()
	contract, err := api.Load(api.Text)
	if err != nil {
		t.Fatal(err)
	}
	in, err := intake.New(contract, intake.DefaultCeiling)
	if err != nil {
		t.Fatal(err)
	}
	return in
}
