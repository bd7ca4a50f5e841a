package intake

import (
	"strings"
	"testing"
)

// Every preset says where to look and which other to compare it with. What the texts
// state is held by internal/theory.
func TestPresetsAreLessons(t *testing.T) {
	presets := newIntake(t).Presets()
	names := map[string]bool{}
	for _, p := range presets {
		if names[p.Name] {
			t.Errorf("two presets are %s", p.Name)
		}
		names[p.Name] = true
	}
	ids := map[string]string{}
	for _, p := range presets {
		if p.CompareWith == p.Name || !names[p.CompareWith] {
			t.Errorf("%s is to be compared with %q", p.Name, p.CompareWith)
		}
		for _, text := range []string{p.Title, p.Teaches, p.LookAt, p.Source} {
			if text == "" || text != strings.TrimSpace(text) {
				t.Errorf("%s says %q", p.Name, text)
			}
		}
		if other, taken := ids[p.ID]; taken {
			t.Errorf("%s and %s are one run", p.Name, other)
		}
		ids[p.ID] = p.Name
	}
	if len(presets) < 9 || presets[0].Name != DrillName {
		t.Fatalf("%d presets, of which the drill is not the first", len(presets))
	}
	files, err := presetFiles.ReadDir("presets")
	if err != nil || len(files) != len(course) {
		t.Errorf("%d files of presets, %d presets in the course (%v)", len(files), len(course), err)
	}
	t.Logf("%d presets", len(presets))
}

// A preset that costs more than a run may is there to start from all the same: a body
// that makes it small enough is played.
func TestPresetsMayCostMoreThanRuns(t *testing.T) {
	in, err := New(load(t), 60)
	if err != nil {
		t.Fatal(err)
	}
	costly := 0
	for _, p := range in.Presets() {
		if p.Scenario.Price() <= 60 {
			continue
		}
		costly++
		if _, rejection := in.Body([]byte(`{"preset":"` + p.Name + `"}`)); rejection == nil || rejection.Kind != InvalidScenario {
			t.Errorf("%s costs %d, and is played: %v", p.Name, p.Scenario.Price(), rejection)
		}
		small := `{"preset":"` + p.Name + `","workload":{"requests":20,"warmupRequests":0,"bursts":[],"fanOut":{"leaves":1,"quorum":0}},"policy":{"none":{}}}`
		if _, rejection := in.Body([]byte(small)); rejection != nil {
			t.Errorf("%s made small: %v", p.Name, rejection)
		}
	}
	if costly == 0 {
		t.Fatal("no preset costs more than the drill")
	}
	if _, err := New(load(t), 59); err == nil {
		t.Error("nothing can be played, not even the drill")
	}
}
