package intake

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"
)

func withLaw(law string) string {
	return `{"backend":{"latency":` + law + `}}`
}

// A law stands in the id as it was sent, in its one spelling.
func TestIDsOfLaws(t *testing.T) {
	in := newIntake(t)
	for law, want := range map[string]string{
		`{"uniform":{"minMs":1.50,"maxMs":2e1}}`:                         `{"uniform":{"maxMs":20,"minMs":1.5}}`,
		`{"exponential":{"meanMs":0.001}}`:                               `{"exponential":{"meanMs":0.001}}`,
		`{"lognormal":{"medianMs":10,"sigma":0.400000}}`:                 `{"lognormal":{"medianMs":10,"sigma":0.4}}`,
		`{"lognormal":{"medianMs":10,"sigma":1e-6}}`:                     `{"lognormal":{"medianMs":10,"sigma":0.000001}}`,
		`{"weibull":{"scaleMs":3,"shape":0.01}}`:                         `{"weibull":{"scaleMs":3,"shape":0.01}}`,
		`{"pareto":{"minMs":0.235,"alpha":10}}`:                          `{"pareto":{"alpha":10,"minMs":0.235}}`,
		`{"gamma":{"shape":1000,"meanMs":7}}`:                            `{"gamma":{"meanMs":7,"shape":1000}}`,
		`{"shifted":{"byMs":0,"latency":{"constant":{"ms":1}}}}`:         `{"shifted":{"byMs":0,"latency":{"constant":{"ms":1}}}}`,
		`{"quantiles":{"points":[{"percent":99.999999,"ms":86400000}]}}`: `{"quantiles":{"points":[{"ms":86400000,"percent":99.999999}]}}`,
		`{"mixture":{"parts":[{"weight":1000000,"latency":{"constant":{"ms":1}}},{"weight":0.000001,"latency":{"exponential":{"meanMs":2}}}]}}`://
		`{"mixture":{"parts":[{"latency":{"constant":{"ms":1}},"weight":1000000},{"latency":{"exponential":{"meanMs":2}},"weight":0.000001}]}}`,
	} {
		run, rejection := in.Body([]byte(withLaw(law)))
		if rejection != nil {
			t.Errorf("%s: %v", law, rejection)
			continue
		}
		if got, _ := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(run.ID, "v1.")); string(got) != withLaw(want) {
			t.Errorf("%s has the id of %s", law, got)
		}
		if _, rejection := in.ID(run.ID); rejection != nil {
			t.Errorf("%s: its id is refused: %v", law, rejection)
		}
	}
}

// nested is a law inside n−1 others.
func nested(n int, format, innermost string) string {
	for ; n > 1; n-- {
		innermost = fmt.Sprintf(format, innermost)
	}
	return innermost
}

const (
	inMixture = `{"mixture":{"parts":[{"weight":1,"latency":%s}]}}`
	inShifted = `{"shifted":{"byMs":1,"latency":%s}}`
	aPoint    = `{"quantiles":{"points":[{"percent":50,"ms":1}]}}`
)

func TestRulesOfLaws(t *testing.T) {
	in := newIntake(t)
	const table = `{"table":{"primaryMs":[1],"backupMs":[1]}}`
	for _, test := range []struct {
		what, body string
		pointers   []string // of its faults; none if it is taken
	}{
		{"an even law of one time", withLaw(`{"uniform":{"minMs":5,"maxMs":5}}`), nil},
		{"an even law upside down", withLaw(`{"uniform":{"minMs":6,"maxMs":5}}`), []string{"/backend/latency/uniform/minMs"}},
		{"six laws", withLaw(nested(6, inMixture, aPoint)), nil},
		{"six shifts", withLaw(nested(6, inShifted, aPoint)), nil},
		{"seven laws", withLaw(nested(7, inMixture, aPoint)), []string{"/backend/latency" + strings.Repeat("/mixture/parts/0/latency", 6)}},
		{"seven shifts", withLaw(nested(7, inShifted, aPoint)), []string{"/backend/latency" + strings.Repeat("/shifted/latency", 6)}},
		{"a table in a mixture", withLaw(fmt.Sprintf(inMixture, table)), []string{"/backend/latency/mixture/parts/0/latency/table"}},
		{"a shifted table", withLaw(fmt.Sprintf(inShifted, table)), []string{"/backend/latency/shifted/latency/table"}},
		{"a law upside down in a mixture", withLaw(fmt.Sprintf(inMixture, `{"uniform":{"minMs":6,"maxMs":5}}`)), []string{"/backend/latency/mixture/parts/0/latency/uniform/minMs"}},
		{"points in order", withLaw(`{"quantiles":{"points":[{"percent":0,"ms":1},{"percent":0.000001,"ms":1},{"percent":100,"ms":1}]}}`), nil},
		{"points out of order", withLaw(`{"quantiles":{"points":[{"percent":50,"ms":2},{"percent":50,"ms":1},{"percent":49,"ms":1}]}}`),
			[]string{"/backend/latency/quantiles/points/1/ms", "/backend/latency/quantiles/points/1/percent", "/backend/latency/quantiles/points/2/percent"}},
		{"seven decimals", withLaw(`{"lognormal":{"medianMs":1,"sigma":0.0000001}}`), []string{"/backend/latency/lognormal/sigma"}},
		{"no law in a shift", withLaw(`{"shifted":{"byMs":1}}`), []string{"/backend/latency/shifted"}},
		{"an empty law in a part", withLaw(fmt.Sprintf(inMixture, `{}`)), []string{"/backend/latency/mixture/parts/0/latency"}},
		{"two laws in a part", withLaw(fmt.Sprintf(inMixture, `{"constant":{"ms":1},"exponential":{"meanMs":1}}`)), []string{"/backend/latency/mixture/parts/0/latency"}},
		{"no part", withLaw(`{"mixture":{"parts":[]}}`), []string{"/backend/latency/mixture/parts"}},
		{"a weight of nothing", withLaw(`{"mixture":{"parts":[{"weight":0,"latency":{"constant":{"ms":1}}}]}}`), []string{"/backend/latency/mixture/parts/0/weight"}},
		{"an unknown field deep within", withLaw(fmt.Sprintf(inMixture, `{"gamma":{"shap":1,"shape":1,"meanMs":1}}`)), []string{"/backend/latency/mixture/parts/0/latency/gamma/shap"}},
	} {
		_, rejection := in.Body([]byte(test.body))
		var got []string
		if rejection != nil {
			for _, f := range rejection.Faults {
				got = append(got, *f.Pointer)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(test.pointers) {
			t.Errorf("%s: faults at %v, not %v", test.what, got, test.pointers)
		}
	}
}

// Laws stand within laws in the contract, and yet a search through it ends soon:
// of thousands of unknown names only those that are told are searched for.
func TestUnknownNamesAreCheap(t *testing.T) {
	in := newIntake(t)
	var names []string
	for i := range 6000 {
		names = append(names, fmt.Sprintf(`"q%d":1`, i))
	}
	start := time.Now()
	_, rejection := in.Body([]byte("{" + strings.Join(names, ",") + "}"))
	if took := time.Since(start); rejection == nil || len(rejection.Faults) != MaxFaults || rejection.Total != len(names) || took > time.Second {
		t.Errorf("took %v: %+v", took, rejection)
	}
	if at, ok := placeOf(in.patch, "sigma"); !ok || at.pointer() != "/backend/latency/lognormal/sigma" {
		t.Errorf("sigma is found at %s", at.pointer())
	}
}
