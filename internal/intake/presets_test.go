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
	t.Logf("%d presets", len(presets))
}
