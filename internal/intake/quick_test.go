package intake

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/api"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// agrees holds both ways against each other: what the quick way takes, the thorough way
// takes with the same result. It gives whether the quick way took the text.
func agrees(t *testing.T, in *Intake, text []byte) (taken, right bool) {
	t.Helper()
	quickly, taken := in.quick.run(text)
	run, rejection := in.thoroughly(text)
	if taken && (rejection != nil || !reflect.DeepEqual(quickly, run)) {
		t.Errorf("%s\nquickly    %s %+v\nthoroughly %s %+v %+v", text, quickly.ID, quickly.Scenario, run.ID, run.Scenario, rejection)
	}
	return taken, rejection == nil
}

// What has nothing unusual goes the quick way: presets, every member of every union, random
// scenarios, and the ids of all of them.
func TestTheUsualGoesTheQuickWay(t *testing.T) {
	in, random, seen := newIntake(t), rand.New(rand.NewPCG(1, 2)), 0
	usual := func(text []byte) {
		t.Helper()
		run, rejection := in.thoroughly(text)
		if rejection != nil {
			return // a preset or a member that costs too much, or breaks a rule
		}
		id, _ := decodeID(run.ID)
		for _, text := range [][]byte{text, id, marshal(run.Scenario)} {
			if taken, _ := agrees(t, in, text); !taken {
				t.Errorf("not taken: %s", text)
			}
			seen++
		}
	}
	for _, p := range in.Presets() {
		usual(fmt.Appendf(nil, `{"preset":%q,"seed":3}`, p.Name))
		usual(fmt.Appendf(nil, ` { "seed" : 3.0 , "judge":{"percentile":99.90}, "preset" : %q } `, p.Name))
		usual(marshal(p.Scenario))
	}
	for _, s := range worlds.Members() {
		usual(marshal(s))
	}
	for range 300 {
		usual(marshal(worlds.Any(random)))
	}
	if seen < 1000 {
		t.Fatalf("saw only %d texts", seen)
	}
	t.Logf("%d texts", seen)
}

// The shape of the contract has no part that is not known.
func TestEveryShapeIsKnown(t *testing.T) {
	seen := map[*shape]bool{}
	var look func(at string, s *shape)
	look = func(at string, s *shape) {
		if seen[s] {
			return
		}
		seen[s] = true
		if s.kind == unknown {
			t.Errorf("%s is always judged thoroughly", at)
		}
		if s.items != nil {
			look(at+"/items", s.items)
		}
		for _, m := range s.members {
			look(at+"/"+m.name, m.shape)
		}
	}
	look("", newIntake(t).quick.root)
	if len(seen) < 60 {
		t.Fatalf("saw only %d shapes", len(seen))
	}
}

// Patches made of pieces of random scenarios, with numbers, names and members changed, go
// the same both ways.
func TestBothWaysAgreeOnRandomPatches(t *testing.T) {
	in, random := newIntake(t), rand.New(rand.NewPCG(3, 4))
	before := marshal(in.Presets())
	taken, wrong := 0, 0
	const tried = 6000
	for range tried {
		text := patchText(random, in)
		quickly, right := agrees(t, in, text)
		if quickly {
			taken++
		}
		if !right {
			wrong++
		}
	}
	t.Logf("%d patches, of which %d go the quick way and %d are refused", tried, taken, wrong)
	if taken < tried/10 || wrong < tried/10 {
		t.Error("too few of a kind")
	}
	if !bytes.Equal(before, marshal(in.Presets())) {
		t.Error("a patch has changed a preset")
	}
}

// patchText is a patch by chance, spelled with blanks and in any order, at times with a
// character changed.
func patchText(random *rand.Rand, in *Intake) []byte {
	tree, _ := scan(marshal(worlds.Any(random)))
	if random.IntN(3) == 0 {
		tree = merge(in.resolved, tree, mustScan(marshal(worlds.Small(random))))
	}
	members := tree.(map[string]any)
	if random.IntN(2) == 0 {
		members["preset"] = worlds.One(random, in.Presets()...).Name
	}
	var b bytes.Buffer
	spellByChance(&b, random, pieces(random, members, 5+random.IntN(60)))
	text := b.Bytes()
	if random.IntN(6) == 0 {
		text = []byte(strings.TrimPrefix(mutate(random, string(text)), "v1."))
	}
	return text
}

func mustScan(text []byte) any {
	tree, rejection := scan(text)
	if rejection != nil {
		panic(rejection)
	}
	return tree
}

// pieces leaves out one member in a few, and changes one value in many.
func pieces(random *rand.Rand, value any, few int) any {
	switch v := value.(type) {
	case map[string]any:
		kept := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if random.IntN(few) > 0 {
				kept[name] = pieces(random, v[name], few)
			}
		}
		if random.IntN(60) == 0 {
			kept[worlds.One(random, "none", "ms", "seed", "fromMs", "x", "cluster")] = json.Number("1")
		}
		return kept
	case []any:
		for i := range v {
			v[i] = pieces(random, v[i], few)
		}
		return v
	case json.Number:
		if random.IntN(25) == 0 {
			return json.Number(worlds.One(random, "0", "-0", "-1", "0.0004", "0.0005", "1.0005", "2.50", "1e2", "1E-1", "99999999999999999999", "9007199254740992",
				"0.00000049", "0.0000005", "100000.0004", "100.0005", "1.00000000000000000000000000000000001", "86400000.0004", "86400000", "86400000.001", "20000000", "16.0", "3.10", "1001"))
		}
		return v
	default:
		if random.IntN(40) == 0 {
			return worlds.One[any](random, nil, true, "never", "read", "fifo", json.Number("3"), map[string]any{})
		}
		return v
	}
}

// spellByChance writes a value with blanks by chance, and members in any order.
func spellByChance(b *bytes.Buffer, random *rand.Rand, value any) {
	blank := func() { b.WriteString(worlds.One(random, "", "", "", " ", "\n\t")) }
	blank()
	defer blank()
	switch v := value.(type) {
	case map[string]any:
		names := slices.Sorted(maps.Keys(v))
		random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		b.WriteByte('{')
		for i, name := range names {
			if i > 0 {
				b.WriteByte(',')
			}
			blank()
			fmt.Fprintf(b, "%q", name)
			blank()
			b.WriteByte(':')
			spellByChance(b, random, v[name])
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			spellByChance(b, random, item)
		}
		b.WriteByte(']')
	default:
		b.Write(marshal(v))
	}
}

// A keyword that the quick way does not know sends a part of a scenario the thorough way,
// and no other part.
func TestUnknownKeywords(t *testing.T) {
	const seed = "maximum: 9007199254740991\n"
	for _, keyword := range []string{"exclusiveMinimum: true", "multipleOf: 1", "nullable: true", "format: odd"} {
		text := bytes.Replace(api.Text, []byte("format: int64\n          minimum: 0\n          "+seed), []byte("minimum: 0\n          "+seed+"          "+keyword+"\n"), 1)
		if bytes.Equal(text, api.Text) {
			t.Fatal("the contract has no such seed")
		}
		contract, err := api.Load(text)
		if err != nil {
			t.Fatal(err)
		}
		in, err := New(contract, DefaultCeiling)
		if err != nil {
			t.Fatal(err)
		}
		for body, want := range map[string]bool{`{"seed":2}`: false, `{"seed":3}`: false, `{}`: true, `{"judge":{"percentile":99}}`: true} {
			if taken, _ := agrees(t, in, []byte(body)); taken != want {
				t.Errorf("%s: %s is taken: %v", keyword, body, taken)
			}
		}
	}
}

// FuzzQuick holds for every text: both ways agree.
func FuzzQuick(f *testing.F) {
	in := newIntake(f)
	for _, p := range in.Presets() {
		f.Add([]byte(marshal(p.Scenario)))
		f.Add(fmt.Appendf(nil, `{"preset":%q,"seed":3}`, p.Name))
	}
	for _, body := range append(append(wide(), scanSeeds...), `{"preset":""}`, `{"preset":"x","preset":"drill"}`) {
		f.Add([]byte(body))
	}
	random := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		f.Add(patchText(random, in))
	}
	f.Fuzz(func(t *testing.T, text []byte) { agrees(t, in, text) })
}

func BenchmarkBody(b *testing.B) {
	in := newIntake(b)
	table := marshal(in.Presets()[0].Scenario)
	for name, body := range map[string][]byte{"drill": []byte(`{}`), "delay": []byte(`{"policy": {"hedge": {"delay": {"ms": 130}}}}`), "table": table} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, rejection := in.Body(body); rejection != nil {
					b.Fatal(rejection)
				}
			}
		})
	}
}

func BenchmarkID(b *testing.B) {
	in := newIntake(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, rejection := in.ID("v1.eyJwb2xpY3kiOnsiaGVkZ2UiOnsiZGVsYXkiOnsibXMiOjEzMH19fX0"); rejection != nil {
			b.Fatal(rejection)
		}
	}
}
