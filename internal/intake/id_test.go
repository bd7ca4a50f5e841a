package intake

import (
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

func newIntake(t testing.TB) *Intake {
	t.Helper()
	in, err := New(load(t), DefaultCeiling)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// Ids that may never change.
func TestKnownIDs(t *testing.T) {
	in := newIntake(t)
	for body, want := range map[string]string{
		`{}`: `{}`,
		`{"policy":{"hedge":{"delay":{"ms":130}}}}`: `{"policy":{"hedge":{"delay":{"ms":130}}}}`,
		`{"policy":{"none":{}}}`:                    `{"policy":{"none":{}}}`,
		`{"backend":{"latency":{"constant":{"ms":5.50}}},"seed":7,"policy":{"hedge":{"cancel":"never"}}}`: `{"backend":{"latency":{"constant":{"ms":5.5}}},"policy":{"hedge":{"cancel":"never"}},"seed":7}`,
		`{"workload":{"requests":1},"backend":{"latency":{"table":{"backupMs":[9]}}}}`:                    "",
	} {
		run, rejection := in.Body([]byte(body))
		if want == "" {
			if rejection == nil {
				t.Errorf("%s is taken", body)
			}
			continue
		}
		if rejection != nil {
			t.Fatal(rejection)
		}
		if got, _ := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(run.ID, "v1.")); string(got) != want {
			t.Errorf("%s has the id of %s, want of %s", body, got, want)
		}
	}
}

// idIsHonest is what holds for every text: if it is taken as an id, then it is the
// id of its own scenario, and nothing else is.
func idIsHonest(t *testing.T, in *Intake, id string) bool {
	t.Helper()
	run, rejection := in.ID(id)
	if rejection != nil {
		if rejection.Kind != UnknownRun && rejection.Kind != OldRunID || rejection.Detail == "" {
			t.Errorf("%q: %+v", id, rejection)
		}
		return false
	}
	if run.ID != id {
		t.Errorf("%q is taken for %q", id, run.ID)
	}
	text, err := json.Marshal(run.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	again, rejection := in.Body(text)
	if rejection != nil || again.ID != id || !reflect.DeepEqual(again.Scenario, run.Scenario) {
		t.Errorf("%q: its scenario, posted again, gives %q %v", id, again.ID, rejection)
	}
	return true
}

func goodIDs(t testing.TB, in *Intake) []string {
	t.Helper()
	var ids []string
	for _, p := range in.Presets() {
		ids = append(ids, p.ID)
	}
	for _, body := range []string{
		`{"seed":9007199254740991}`, `{"judge":{"percentile":99.9}}`, `{"policy":{"hedge":{"budget":{"percent":0.001},"cancel":"never"}}}`,
		`{"backend":{"latency":{"constant":{"ms":0.001}}},"workload":{"requests":1000,"arrival":{"paced":{"intervalMs":0.5}}},"policy":{"hedge":{"maxAttempts":16}}}`,
		`{"workload":{"requests":2},"backend":{"latency":{"table":{"primaryMs":[1,2],"backupMs":[3,4]}}}}`,
	} {
		run, rejection := in.Body([]byte(body))
		if rejection != nil {
			t.Fatal(rejection)
		}
		ids = append(ids, run.ID)
	}
	return ids
}

var mutations = flag.Int("mutations", 50_000, "how many mutated ids TestMutatedIDs tries")

// No mutated id answers under another spelling than its own.
func TestMutatedIDs(t *testing.T) {
	in := newIntake(t)
	ids := goodIDs(t, in)
	random := rand.New(rand.NewPCG(5, 6))
	taken, finer := 0, 0
	for range *mutations {
		if id := mutate(random, ids[random.IntN(len(ids))]); idIsHonest(t, in, id) {
			taken++
			finer += offGrid(t, in, id)
		}
	}
	if *mutations == 0 || taken == 0 || taken == *mutations || finer == 0 {
		t.Fatalf("%d of %d are taken, with %d numbers off the grid", taken, *mutations, finer)
	}
	t.Logf("%d mutated ids, of which %d are other runs' ids; %d numbers off the grid", *mutations, taken, finer)
}

const idLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.%\r\n v"

// mutate changes an id, or the JSON that it holds, in one to three places.
func mutate(random *rand.Rand, id string) string {
	inside := random.IntN(2) == 0
	text := []byte(id)
	letters := idLetters
	if inside {
		text, _ = base64.RawURLEncoding.DecodeString(strings.TrimPrefix(id, "v1."))
		letters = `0123456789{}[]",:.eE+- aersm`
	}
	for range 1 + random.IntN(3) {
		at := random.IntN(len(text) + 1)
		letter := letters[random.IntN(len(letters))]
		switch {
		case random.IntN(3) == 0 || at == len(text):
			text = append(text[:at], append([]byte{letter}, text[at:]...)...)
		case random.IntN(2) == 0:
			text = append(text[:at], text[at+1:]...)
		default:
			text[at] = letter
		}
	}
	if inside {
		return "v1." + base64.RawURLEncoding.EncodeToString(text)
	}
	return string(text)
}

func FuzzID(f *testing.F) {
	in := newIntake(f)
	for _, id := range goodIDs(f, in) {
		f.Add(id)
	}
	for _, id := range []string{"", "v1.", "v1.e31", "v1.eyB9", "v0.e30", "v2.e30", "v1.e30=", "v01.e30"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) { idIsHonest(t, in, id) })
}

// FuzzIDPayload mutates what an id holds, which base64 hides from FuzzID, and makes the
// numbers in it finer than their grids.
func FuzzIDPayload(f *testing.F) {
	in := newIntake(f)
	for _, id := range goodIDs(f, in) {
		text, _ := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(id, "v1."))
		f.Add(text)
	}
	f.Add([]byte(`{"policy":{"hedge":{"delay":{"ms":130.0001}}}}`))
	f.Fuzz(func(t *testing.T, payload []byte) {
		if id := encodeID(payload); idIsHonest(t, in, id) {
			offGrid(t, in, id)
		}
	})
}

// FuzzBody holds for every body: it is refused with faults that point into it, or
// it gives a run whose scenario, posted again, is the same run.
func FuzzBody(f *testing.F) {
	in := newIntake(f)
	for _, name := range course {
		file, err := readPreset(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(file.Patch))
		f.Add(fmt.Appendf(nil, `{"preset":%q,"seed":3}`, name))
	}
	for _, body := range append(scanSeeds, `{"policy":{"none":{},"hedge":{}}}`, `{"policy":null}`, `{"seed":1e400}`, `{"policy":{"hedge":{"delay":{"ms":1.6666667}}}}`,
		`{"workload":{"requests":50,"operation":"x"}}`, `{"backend":{"latency":{"constant":{"ms":3}}},"workload":{"requests":20000000}}`) {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		agrees(t, in, body)
		run, rejection := in.Body(body)
		if rejection == nil {
			if !idIsHonest(t, in, run.ID) {
				t.Errorf("%q gives an id that is refused: %s", body, run.ID)
			}
			offGrid(t, in, run.ID)
			return
		}
		if len(rejection.Faults) == 0 || rejection.Detail == "" {
			t.Errorf("%q is refused without a fault", body)
		}
		for _, fault := range rejection.Faults {
			if fault.Pointer == nil || fault.Detail == "" || len(*fault.Pointer) > 0 && (*fault.Pointer)[0] != '/' {
				t.Errorf("%q: the fault %+v", body, fault)
			}
		}
	})
}
