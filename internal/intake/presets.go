package intake

import (
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// DrillName is the preset that a body starts from when it names no other, and
// that ids are differences from.
const DrillName = "drill"

// Preset is a scenario to start from, and what it teaches.
type Preset struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Teaches     string          `json:"teaches"`
	LookAt      string          `json:"lookAt"`      // where in the run to see it
	CompareWith string          `json:"compareWith"` // the name of another preset
	Source      string          `json:"source"`
	ID          string          `json:"id"`
	Scenario    engine.Scenario `json:"scenario"`

	patch string // of the drill
}

// Presets are all presets, in the order of a course.
func (in *Intake) Presets() []Preset { return in.presets }

// addPreset resolves a preset and adds it to those that can be named.
func (in *Intake) addPreset(p Preset) error {
	patch, rejection := scan([]byte(p.patch))
	if rejection != nil {
		return rejection
	}
	tree := merge(in.resolved, in.drill, patch)
	run, rejection := in.accept(patch, tree)
	if rejection != nil {
		return rejection
	}
	p.ID, p.Scenario = run.ID, run.Scenario
	in.presets = append(in.presets, p)
	in.trees[p.Name] = tree
	return nil
}

// presetList is every preset, in the order of a course. The numbers in a text are
// those of the preset's own run: a test (internal/theory) holds each of them.
func presetList() []Preset {
	return slices.Concat(drillLessons(), copyLessons(), tailLessons(), queueLessons())
}
