package intake

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// DrillName is the preset that a body starts from when it names no other, and
// that ids are differences from.
const DrillName = "drill"

// course is the presets' order: the drill and its variations; copies that share what
// is slow; requests that wait for many leaves; servers that requests share. Each is
// presets/<name>.json, and may use whatever the drill, the first, has.
var course = []string{
	DrillName, "baseline", "tail-only", "too-late", "hedge-at-once", "budget-spent-early", "losers-left-running",
	"write-without-key", "write-with-key",
	"grpc-example", "common-cause", "one-down-server",
	"fan-out-100", "fan-out-2000", "good-enough", "bigtable-2013", "talk-2012",
	"shared-queue-calm", "shared-queue-collapse", "burst-trap", "budget-saves", "heavy-requests",
	"redundancy-d", "tied-2013", "tied-or-hedged",
}

//go:embed presets/*.json
var presetFiles embed.FS

// Lesson is what a preset teaches. Its texts hold for nearly every seed, but for the
// numbers after "here", which are those of the preset's own run. Tests in
// internal/theory hold both.
type Lesson struct {
	Name        string `json:"name"`
	Title       string `json:"title"`
	Teaches     string `json:"teaches"`
	LookAt      string `json:"lookAt"`      // where in the run to see it
	CompareWith string `json:"compareWith"` // the name of another preset
	Source      string `json:"source"`
}

// Preset is a scenario to start from, and what it teaches.
type Preset struct {
	Lesson
	ID       string          `json:"id"`
	Scenario engine.Scenario `json:"scenario"`
}

// Presets are all presets, in the order of a course.
func (in *Intake) Presets() []Preset { return in.presets }

// presetFile is a file of the presets: a lesson, and its scenario's difference from the
// drill's. The drill's own is the whole scenario.
type presetFile struct {
	Lesson
	Patch json.RawMessage `json:"patch"`
}

func readPreset(name string) (presetFile, error) {
	var file presetFile
	text, err := presetFiles.ReadFile("presets/" + name + ".json")
	if err != nil {
		return file, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		return file, err
	}
	if file.Name != name {
		return file, fmt.Errorf("it is named %q", file.Name)
	}
	return file, nil
}

// addPreset reads a preset, resolves it, and adds it to those that can be named.
func (in *Intake) addPreset(name string) error {
	file, err := readPreset(name)
	if err != nil {
		return err
	}
	patch, rejection := scan(file.Patch)
	if rejection != nil {
		return rejection
	}
	if faults, total := checkFields(in.patch, patch); total > 0 {
		return invalid(faults, total)
	}
	tree := merge(in.resolved, in.trees[DrillName], patch)
	if faults, total := checkFields(in.resolved, tree); total > 0 {
		return invalid(faults, total)
	}
	in.trees[name] = tree
	run, rejection := in.accept(patch, tree)
	if rejection != nil {
		return rejection
	}
	in.presets = append(in.presets, Preset{file.Lesson, run.ID, run.Scenario})
	return nil
}
