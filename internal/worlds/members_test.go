package worlds_test

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// Members gives every member of every union that the types have, in scenarios that
// intake accepts as they are.
func TestMembersAreAllThereAndAccepted(t *testing.T) {
	in, want, got := newIntake(t), []string{}, []string{}
	for place, s := range worlds.Members() {
		got = append(got, place)
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if run, rejection := in.Body(text); rejection != nil {
			t.Errorf("%s: %s\nis refused: %+v", place, text, rejection)
		} else if !reflect.DeepEqual(run.Scenario, *s) {
			t.Errorf("%s: %s\nwas accepted as\n%+v", place, text, run.Scenario)
		}
	}
	walker{
		types: map[string]bool{},
		member: func(place string) {
			if !isInALaw(place) {
				want = append(want, place, place, place)
			}
		},
		list:   func(string, int) {},
		scalar: func(string, reflect.StructTag, reflect.Value) {},
	}.walk(reflect.ValueOf(engine.Scenario{}), "", "", nil)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the members are\n%v, not\n%v", got, want)
	}
	t.Logf("%d scenarios", len(got))
	if len(got) < 50 {
		t.Error("hardly any member was seen")
	}
}

// isInALaw says whether a place is in a law that is part of another law.
func isInALaw(place string) bool { return place != "" && []rune(place)[0] == '…' }

// The model says what each member means: it has its name, as code or in bold.
func TestTheModelExplainsEveryMember(t *testing.T) {
	text, err := os.ReadFile("../../docs/model.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for place := range worlds.Members() {
		name := place[strings.LastIndexByte(place, '.')+1:]
		if seen[place] {
			continue
		}
		if !strings.Contains(string(text), "`"+name+"`") && !strings.Contains(string(text), "**"+name+"**") {
			t.Errorf("docs/model.md does not explain `%s`, which %s is", name, place)
		}
		seen[place] = true
	}
	t.Logf("%d members", len(seen))
	if len(seen) < 15 {
		t.Error("hardly any member was seen")
	}
}
