package lines

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/measure"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

func TestReadable(t *testing.T) {
	var e Encoder
	long := make([]int, 200)
	for want, value := range map[string]any{
		"{\"a\": 1, \"b\": [1, 2]}\n": map[string]any{"a": 1, "b": []int{1, 2}},
		"{}\n":                        map[string]any{},
		"\"a, b: [c]\"\n":             "a, b: [c]",
		"{\n  \"list\": [\n    {},\n    [" + string(bytes.Repeat([]byte("0, "), 199)) + "0]\n  ]\n}\n": map[string]any{"list": []any{map[string]any{}, long}},
	} {
		if got := string(e.Append(nil, value)); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// slowly is how a value is written without any plan: by encoding/json, and then in lines.
func slowly(value any) []byte { return new(Encoder).Append(nil, json.RawMessage(compact(value))) }

func holds(t *testing.T, e *Encoder, value any) {
	t.Helper()
	if got, want := e.Append([]byte("before"), value), append([]byte("before"), slowly(value)...); !bytes.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The answers of random worlds are what encoding/json and the layout make of them.
func TestAnswersOfRandomWorlds(t *testing.T) {
	var e Encoder
	random := rand.New(rand.NewPCG(1, 2))
	wanted := func() bool { return true }
	const worldsTried = 100
	for range worldsTried {
		s := worlds.Any(random)
		page := measure.Page{Offset: random.IntN(9), Limit: random.IntN(40)}
		report, err := measure.Run(s, page, page, wanted)
		if err != nil {
			t.Fatal(err)
		}
		seen, err := measure.Seek(s, 0, report.DurationMs/fixed.Micros(1+random.IntN(9)), page, wanted)
		if err != nil {
			t.Fatal(err)
		}
		holds(t, &e, s)
		holds(t, &e, &report)
		holds(t, &e, struct {
			ID     string           `json:"id"`
			Nested *measure.Report  `json:"nested,omitempty"`
			State  measure.State    `json:"state"`
			Events []engine.Event   `json:"events"`
			Two    [][]engine.Event `json:"two"`
		}{"a", &report, seen.State, seen.Events.Items, [][]engine.Event{seen.Events.Items, nil}})
	}
	t.Logf("%d worlds", worldsTried)
}

type name uint8

func (n name) MarshalText() ([]byte, error) { return []byte(strings.Repeat("n", int(n))), nil }

type inner struct {
	Text  string   `json:"text,omitempty"`
	Names []name   `json:"names"`
	Self  *inner   `json:"self,omitempty"`
	Words []string `json:"words"`
}

type every struct {
	inner
	Counts  []int             `json:"counts,omitempty"`
	Pointed []*int            `json:"pointed"`
	Share   fixed.Percent     `json:"share"`
	Shape   *fixed.Millionths `json:"shape,omitempty"`
	Float   float64           `json:"float"`
	Floats  []float64         `json:"floats"`
	Bytes   []byte            `json:"bytes"`
	Map     map[string]inner  `json:"map"`
	Any     any               `json:"any"`
	Small   uint16            `json:"small,omitempty"`
	Yes     bool              `json:"yes,omitempty"`
	Items   []inner           `json:"items"`
	Raw     json.RawMessage   `json:"raw"`
	Fixed   [2]int            `json:"fixed"`
	Left    int               `json:"-"`
	hidden  int
}

// twice is left to encoding/json, which leaves such a name out.
type twice struct {
	A int `json:"a"`
	inner
	Text string `json:"text"`
	B    int    `json:"b,string"`
}

func someWords(random *rand.Rand) (all []string) {
	for range random.IntN(4) * random.IntN(40) {
		all = append(all, worlds.One(random, "", "plain", "a, b: c", "[", "{", `quo"te`, `back\slash`, "tab\t", "→ ü", "\xff", "\u2028", "<&>"))
	}
	return all
}

func someInner(random *rand.Rand, depth int) inner {
	i := inner{Text: strings.Join(someWords(random), ""), Words: someWords(random)}
	for range random.IntN(5) * random.IntN(20) {
		i.Names = append(i.Names, name(random.IntN(5)))
	}
	if depth > 0 && random.IntN(2) == 0 {
		i.Self = new(someInner(random, depth-1))
	}
	return i
}

// Values of every kind, about the width of a line and longer.
func TestEveryKind(t *testing.T) {
	var e Encoder
	random := rand.New(rand.NewPCG(3, 4))
	for range 800 {
		v := every{inner: someInner(random, 3), Share: fixed.Percent(random.IntN(3000) - 1500), Float: random.Float64(), hidden: 1, Left: 2}
		for range random.IntN(3) * random.IntN(80) {
			v.Counts = append(v.Counts, random.IntN(1000))
			v.Pointed = append(v.Pointed, worlds.One(random, nil, new(1)))
			v.Floats = append(v.Floats, random.Float64()*1e22)
		}
		for range random.IntN(3) {
			v.Items = append(v.Items, someInner(random, 2))
			v.Map = map[string]inner{"k": someInner(random, 1)}
			v.Any, v.Shape, v.Bytes = v.Map, new(fixed.Millionths(random.IntN(9))), []byte("bytes")
			v.Raw = json.RawMessage(`[{"a":[1,{"b":2}]}]`)
		}
		if len(v.Words) > 0 && v.Words[0] == "[" {
			v.Yes, v.Small = true, 7
		}
		holds(t, &e, v)
		holds(t, &e, &v)
		holds(t, &e, v.Items)
		holds(t, &e, v.Words)
		holds(t, &e, twice{1, v.inner, "x", 2})
	}
}

// A value of every length about that of a line.
func TestWidthOfALine(t *testing.T) {
	var e Encoder
	for n := range 300 {
		text := strings.Repeat("x", n)
		holds(t, &e, inner{Text: text})
		holds(t, &e, []inner{{Text: text}, {}})
		holds(t, &e, []string{text})
		holds(t, &e, []string{"[", text})
	}
}

func compacted(text string) ([]byte, bool) {
	var b bytes.Buffer
	err := json.Compact(&b, []byte(text))
	return b.Bytes(), err == nil
}

// FuzzReadable holds for every JSON value: laying it out changes only blanks.
func FuzzReadable(f *testing.F) {
	for _, text := range []string{`{"a":[1,2,{"b":"x, y: [z]\"\\"}],"c":{}}`, `[]`, `"` + strings.Repeat("a", 300) + `"`, `[[` + strings.Repeat("1,", 300) + `1]]`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		compact, ok := compacted(text)
		if !ok {
			return
		}
		out := new(Encoder).Append(nil, json.RawMessage(text))
		if again, ok := compacted(string(out)); !ok || string(again) != string(compact) {
			t.Errorf("%q is laid out as %q", compact, out)
		}
	})
}

func BenchmarkAnswerOfTheDrill(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	s := worlds.Any(random)
	s.Workload.Requests = 20
	report, err := measure.Run(s, measure.Page{Limit: 20}, measure.Page{Limit: 120}, func() bool { return true })
	if err != nil {
		b.Fatal(err)
	}
	var e Encoder
	var out []byte
	b.ReportAllocs()
	for b.Loop() {
		out = e.Append(out[:0], &report)
	}
	b.SetBytes(int64(len(out)))
}
