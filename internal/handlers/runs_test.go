package handlers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestEmptyBodyIsTheDrillAsOpened(t *testing.T) {
	a := newServer(t).post(`{}`).is(201)
	if r := a.run(); r.ID != "v1.e30" || a.header.Get("Location") != "/runs/v1.e30" {
		t.Errorf("id %s, Location %s", r.ID, a.header.Get("Location"))
	}
}

// An id answers byte for byte what its POST answered, from another server too.
func TestIDAnswersTheBytesOfItsPost(t *testing.T) {
	one, other := newServer(t), newServer(t)
	for _, row := range drillTable {
		posted := one.post(row.patch)
		path := posted.header.Get("Location")
		if got := other.get(path).is(200); !bytes.Equal(got.body, posted.body) {
			t.Errorf("%s answers otherwise than its POST", path)
		}
	}
}

// The resolved scenario of any answer, and of any preset, is a valid body that
// gives the same id and bytes. (The ids of presets that take longer are held by
// internal/intake.)
func TestResolvedScenarioPostedAgain(t *testing.T) {
	s := newServer(t)
	seen := 0
	for _, row := range drillTable {
		first := s.post(row.patch)
		again := s.post(string(first.run().Scenario)).is(201)
		if !bytes.Equal(first.body, again.body) {
			t.Errorf("%s: the resolved scenario gives another answer", row.change)
		}
		seen++
	}
	var presets struct {
		Items []struct {
			ID       string
			Scenario json.RawMessage
		}
	}
	s.get("/presets").into(&presets)
	for _, p := range presets.Items {
		var of struct{ Workload struct{ Requests int } }
		if err := json.Unmarshal(p.Scenario, &of); err != nil {
			t.Fatal(err)
		}
		if of.Workload.Requests > 100 {
			continue
		}
		again := s.post(string(p.Scenario)).is(201)
		if by := s.get("/runs/" + p.ID).is(200); again.run().ID != p.ID || !bytes.Equal(by.body, again.body) {
			t.Errorf("preset %s: its scenario gives id %s", p.ID, again.run().ID)
		}
		seen++
	}
	if seen < 20 {
		t.Fatalf("saw only %d scenarios", seen)
	}
}

func TestSpellingsOfOneScenarioGiveOneID(t *testing.T) {
	s := newServer(t)
	for _, spellings := range [][]string{
		{
			`{"policy":{"hedge":{"delay":{"ms":130}}}}`,
			` { "policy" : {"hedge":{"delay":{"ms":130.0}}}}`,
			`{"policy":{"hedge":{"delay":{"ms":1.3e2}}}}`,
			`{"policy":{"hedge":{"delay":{"ms":1300E-1}}}}`,
			`{"policy":{"hedge":{"delay":{"ms":130},"maxAttempts":2,"budget":{"percent":100}}}}`,
			`{"seed":1,"policy":{"hedge":{"maxAttempts":2.0,"delay":{"ms":130}}},"judge":{}}`,
			`{"preset":"tail-only"}`,
			`{"preset":"baseline","policy":{"hedge":{"delay":{"ms":130}}}}`,
			`{"preset":"write-with-key","workload":{"operation":"read"}}`,
			`{"preset":"tail-only","policy":{},"backend":{"latency":{}}}`,
			`{"p\u006flicy":{"hedge":{"delay":{"\u006ds":130}}}}`,
		},
		{`{}`, `{"preset":"drill"}`, `{"seed":1}`, `{"workload":{"bursts":[]}}`, `{"policy":{"hedge":{}}}`, `{"preset":"tail-only","policy":{"hedge":{"delay":{"ms":5e1}}}}`},
		{`{"policy":{"none":{}}}`, `{"preset":"baseline"}`, `{"preset":"too-late","policy":{"none":{}}}`},
		{`{"seed":0}`, `{"seed":-0}`, `{"seed":0.0}`, `{"seed":0e9}`},
	} {
		want := s.post(spellings[0]).is(201)
		for _, spelling := range spellings[1:] {
			if got := s.post(spelling).is(201); !bytes.Equal(got.body, want.body) {
				t.Errorf("%s and %s give %s and %s", spellings[0], spelling, want.run().ID, got.run().ID)
			}
		}
	}
}

// A thousand random scenarios: those that resolve to the same have one id,
// others never share one.
func TestDifferentScenariosNeverShareAnID(t *testing.T) {
	s := newServer(t)
	random := rand.New(rand.NewPCG(1, 2))
	byID, byScenario := map[string]string{}, map[string]string{}
	for range 500 {
		body := fmt.Sprintf(`{"seed":%d,"policy":{"hedge":{"delay":{"ms":%d},"budget":{"percent":%d.%d},"cancel":"%s"}},"workload":{"requests":%d}}`,
			random.IntN(3), random.IntN(4), random.IntN(3), random.IntN(3), []string{"never", "onAnswer"}[random.IntN(2)], 1+random.IntN(3))
		r := s.post(body).run()
		scenario := string(r.Scenario)
		if was, ok := byID[r.ID]; ok && was != scenario {
			t.Fatalf("%s stands for two scenarios", r.ID)
		}
		if was, ok := byScenario[scenario]; ok && was != r.ID {
			t.Fatalf("one scenario has the ids %s and %s", was, r.ID)
		}
		byID[r.ID], byScenario[scenario] = scenario, r.ID
	}
	if len(byID) < 150 {
		t.Fatalf("only %d scenarios", len(byID))
	}
	t.Logf("%d scenarios", len(byID))
}

func TestMinimalAnswer(t *testing.T) {
	s := newServer(t)
	whole := s.post(`{}`)
	for _, preference := range []string{"return=minimal", "Return = minimal", `respond-async, return="minimal"`, "return=minimal; foo=bar"} {
		a := s.post(`{}`, "Prefer", preference).is(201)
		if a.header.Get("Preference-Applied") != "return=minimal" || a.header.Get("Location") != "/runs/v1.e30" {
			t.Errorf("%s: %v", preference, a.header)
		}
		if metrics := s.get("/runs/v1.e30/metrics").is(200); !bytes.Equal(metrics.body, a.body) {
			t.Errorf("%s: %s", preference, a.body)
		}
		if a.run().Outcome.Headline != whole.run().Outcome.Headline {
			t.Errorf("%s: another outcome", preference)
		}
	}
	for _, preference := range []string{"return=representation", "wait=10", "", "return=representation, return=minimal"} {
		if a := s.post(`{}`, "Prefer", preference).is(201); !bytes.Equal(a.body, whole.body) {
			t.Errorf("%q: not the whole run", preference)
		}
	}
}

func TestTablesOf200Rows(t *testing.T) {
	s := newServer(t)
	random := rand.New(rand.NewPCG(3, 4))
	column := func() string {
		cells := make([]string, 200)
		for i := range cells {
			cells[i] = fmt.Sprint(random.IntN(1000))
		}
		return strings.Join(cells, ",")
	}
	body := fmt.Sprintf(`{"workload":{"requests":200,"arrival":{"paced":{"intervalMs":10}}},"backend":{"latency":{"table":{"primaryMs":[%s],"backupMs":[%s]}}}}`, column(), column())
	a := s.post(body).is(201)
	r := a.run()
	if r.Requests.Total != 200 || len(r.ID) > 7000 {
		t.Errorf("%d rows, id of %d characters", r.Requests.Total, len(r.ID))
	}
	if again := s.get("/runs/" + r.ID).is(200); !bytes.Equal(again.body, a.body) {
		t.Error("the id answers otherwise")
	}
}
