package handlers

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Wrong bodies, each with the places of its faults, and a word of what is allowed there.
var wrongBodies = []struct {
	what, body string
	status     int
	pointers   []string
	says       []string
}{
	{"an unknown field", `{"workload":{"request":3}}`, 422, []string{"/workload/request"}, []string{"`requests`"}},
	{"an unknown field with swapped letters", `{"policy":{"hedge":{"dealy":{"ms":1}}}}`, 422, []string{"/policy/hedge/dealy"}, []string{"`delay`"}},
	{"a field in the wrong place", `{"percentile":99}`, 422, []string{"/percentile"}, []string{"`/judge/percentile`"}},
	{"a field of another case", `{"Seed":1}`, 422, []string{"/Seed"}, []string{"`seed`"}},
	{"a field with a long s", `{"ſeed":1}`, 422, []string{"/…"}, []string{"4 characters"}},
	{"two policies at once", `{"policy":{"none":{},"hedge":{"delay":{"ms":1}}}}`, 422, []string{"/policy"}, []string{"exactly one of `hedge`, `none`"}},
	{"an unknown alternative", `{"policy":{"tied":{}}}`, 422, []string{"/policy/tied"}, []string{"`hedge`, `none`"}},
	{"a negative delay", `{"policy":{"hedge":{"delay":{"ms":-1}}}}`, 422, []string{"/policy/hedge/delay/ms"}, []string{"from 0 to"}},
	{"a delay that would be rounded to 0", `{"policy":{"hedge":{"delay":{"ms":0.0004}}}}`, 422, []string{"/policy/hedge/delay/ms"}, []string{"Write 0, or at least 0.001."}},
	{"a mean that would be rounded to 0", `{"backend":{"latency":{"exponential":{"meanMs":1e-99999}}}}`, 422, []string{"/backend/latency/exponential/meanMs"}, []string{"Write at least 0.001."}},
	{"a delay that is rounded beyond its bound", `{"policy":{"hedge":{"delay":{"ms":86400000.0005}}}}`, 422, []string{"/policy/hedge/delay/ms"}, []string{"from 0 to 86400000"}},
	{"a number for a delay", `{"policy":{"hedge":{"delay":130}}}`, 422, []string{"/policy/hedge/delay"}, []string{"exactly one of `ms`; got a number. Write `{\"ms\": 130}`."}},
	{"a finer number for a budget", `{"policy":{"hedge":{"budget":33.3333333}}}`, 422, []string{"/policy/hedge/budget"}, []string{"Write `{\"percent\": 33.333}`."}},
	{"a number beyond a delay", `{"policy":{"hedge":{"delay":-1}}}`, 422, []string{"/policy/hedge/delay"}, []string{"exactly one of `ms`; got a number."}},
	{"a policy by its name", `{"policy":"none"}`, 422, []string{"/policy"}, []string{"Write `{\"none\": {}}`."}},
	{"requests that need a law", `{"workload":{"requests":1000}}`, 422, []string{"/workload/requests"}, []string{"20 rows for 1000 requests", "put a law such as"}},
	{"a budget of 101 %", `{"policy":{"hedge":{"budget":{"percent":101}}}}`, 422, []string{"/policy/hedge/budget/percent"}, []string{"from 0 to 100"}},
	{"a string for a number", `{"seed":"1"}`, 422, []string{"/seed"}, []string{"a string of 1 character"}},
	{"a number for an object", `{"policy":1}`, 422, []string{"/policy"}, []string{"an object", "a number"}},
	{"a fraction for an integer", `{"workload":{"requests":1.5}}`, 422, []string{"/workload/requests"}, []string{"an integer", "with decimals"}},
	{"an integer beyond 2^53", `{"seed":9007199254740993}`, 422, []string{"/seed"}, []string{"9007199254740991"}},
	{"a number beyond float64", `{"seed":1e400}`, 422, []string{"/seed"}, []string{"9007199254740991"}},
	{"an unknown operation", `{"workload":{"operation":"delete"}}`, 422, []string{"/workload/operation"}, []string{"`read`, `write`, `idempotentWrite`"}},
	{"table columns of different length", `{"workload":{"requests":1},"backend":{"latency":{"table":{"primaryMs":[1,2],"backupMs":[1]}}}}`, 422, []string{"/backend/latency/table/backupMs"}, []string{"one length"}},
	{"more requests than rows", `{"workload":{"requests":21}}`, 422, []string{"/workload/requests"}, []string{"20 rows for 21"}},
	{"a third attempt with a table", `{"policy":{"hedge":{"maxAttempts":3}}}`, 422, []string{"/policy/hedge/maxAttempts"}, []string{"two attempts"}},
	{"null", `{"policy":null}`, 422, []string{"/policy"}, []string{"null"}},
	{"null in an array", `{"backend":{"latency":{"table":{"primaryMs":[null]}}}}`, 422, []string{"/backend/latency/table/primaryMs/0"}, []string{"null"}},
	{"an array for a body", `[]`, 422, []string{""}, []string{"an object"}},
	{"hops with a table", `{"workload":{"hops":2}}`, 422, []string{"/workload/hops"}, []string{"got 2 hops"}},
	{"leaves with a table", `{"workload":{"fanOut":{"leaves":3}}}`, 422, []string{"/workload/fanOut/leaves"}, []string{"got 3 leaves"}},
	{"a quorum above the leaves", `{"workload":{"fanOut":{"leaves":3,"quorum":4}},"backend":{"latency":{"constant":{"ms":1}}}}`, 422, []string{"/workload/fanOut/quorum"}, []string{"4 of 3"}},
	{"too many leaves", `{"workload":{"fanOut":{"leaves":10001}}}`, 422, []string{"/workload/fanOut/leaves"}, []string{"1 to 10000"}},
	{"a price over the ceiling by its leaves", `{"workload":{"requests":1000,"hops":3,"fanOut":{"leaves":10000}},"backend":{"latency":{"constant":{"ms":1}}}}`, 422, []string{"/workload/requests"}, []string{"40000000", "90000000"}},
	{"an alternative without what it needs", `{"preset":"baseline","policy":{"hedge":{"maxAttempts":2}}}`, 422, []string{"/policy/hedge"}, []string{"`delay`"}},
	{"an unknown preset", `{"preset":"tail-onyl"}`, 422, []string{"/preset"}, []string{"`tail-only`"}},
	{"a price over the ceiling", `{"workload":{"requests":20000000},"backend":{"latency":{"constant":{"ms":1}}}}`, 422, []string{"/workload/requests"}, []string{"40000000", "60000000"}},
	{"too much in flight", `{"workload":{"requests":200,"fanOut":{"leaves":10000},"arrival":{"paced":{"intervalMs":0}}},"backend":{"latency":{"constant":{"ms":1}}},"policy":{"hedge":{"maxAttempts":16}}}`, 422, []string{""}, []string{"1000000"}},
	{"a run that lasts too long", `{"workload":{"requests":10000000,"arrival":{"paced":{"intervalMs":86400000}}},"backend":{"latency":{"constant":{"ms":1}}}}`, 422, []string{"/workload/arrival/paced/intervalMs"}, []string{"1000000000000"}},
	{"three faults of one stage", `{"seed":-1,"judge":{"percentile":0},"workload":{"operation":"x"}}`, 422, []string{"/judge/percentile", "/seed", "/workload/operation"}, []string{"0.001", "9007199254740991", "`write`"}},
	{"a duplicate name", `{"seed":1,"seed":1}`, 400, []string{"/seed"}, []string{"same name twice"}},
	{"a duplicate name by an escape", `{"seed":1,"\u0073eed":1}`, 400, []string{"/seed"}, []string{"same name twice"}},
	{"two documents", `{}{}`, 400, []string{""}, []string{"byte 2", "more after"}},
	{"trailing garbage", `{} x`, 400, []string{""}, []string{"more after"}},
	{"nothing", ` `, 400, []string{""}, []string{"expected a value"}},
	{"NaN", `{"seed":NaN}`, 400, []string{"/seed"}, []string{"byte 8"}},
	{"a leading zero", `{"seed":007}`, 400, []string{"/seed"}, []string{"not with a zero before"}},
	{"a plus sign", `{"seed":+1}`, 400, []string{"/seed"}, nil},
	{"a bare decimal point", `{"seed":1.}`, 400, []string{"/seed"}, []string{"decimal point"}},
	{"a comment", `{/* */}`, 400, []string{""}, []string{"name"}},
	{"a trailing comma", `{"seed":1,}`, 400, []string{""}, []string{"name"}},
	{"single quotes", `{'seed':1}`, 400, []string{""}, []string{"double quotes"}},
	{"an unclosed object", `{"seed":1`, 400, []string{""}, []string{"comma or }"}},
	{"a control character", "{\"workload\":{\"operation\":\"a\x01\"}}", 400, []string{"/workload/operation"}, []string{"control character"}},
	{"invalid UTF-8", "{\"\xff\":1}", 400, []string{""}, []string{"UTF-8"}},
	{"a lone surrogate", `{"preset":"\ud800"}`, 400, []string{"/preset"}, []string{"surrogate"}},
	{"a lone low surrogate", `{"preset":"\udc00x"}`, 400, []string{"/preset"}, []string{"surrogate"}},
	{"a number of 33 characters", `{"seed":` + strings.Repeat("1", 33) + `}`, 400, []string{"/seed"}, []string{"32", "33"}},
	{"a string of 257 characters", `{"preset":"` + strings.Repeat("é", 257) + `"}`, 400, []string{"/preset"}, []string{"256", "257"}},
	{"33 levels", strings.Repeat("[", 33) + strings.Repeat("]", 33), 400, []string{strings.Repeat("/0", 32)}, []string{"32", "33"}},
	{"20,001 values", `{"a":[` + strings.Repeat("0,", 19998) + `0]}`, 400, []string{"/a/19998"}, []string{"20000", "20001"}},
	{"a byte order mark", "\ufeff{}", 400, []string{""}, nil},
}

func TestWrongBodies(t *testing.T) {
	s := newServer(t)
	for _, c := range wrongBodies {
		t.Run(c.what, func(t *testing.T) {
			p := s.post(c.body).problem(c.status)
			var pointers []string
			for i, e := range p.Errors {
				pointers = append(pointers, *e.Pointer)
				if c.says != nil && len(c.says) == len(c.pointers) && !strings.Contains(e.Detail, c.says[i]) {
					t.Errorf("%s says %q, not %q", *e.Pointer, e.Detail, c.says[i])
				}
			}
			for _, word := range c.says {
				if !strings.Contains(fmt.Sprint(p.Errors), word) {
					t.Errorf("%v does not say %q", p.Errors, word)
				}
			}
			if !slices.Equal(pointers, c.pointers) {
				t.Errorf("pointers %q, want %q", pointers, c.pointers)
			}
		})
	}
	if len(wrongBodies) < 20 {
		t.Fatal("too few")
	}
}

// Bodies at a limit pass the scan.
func TestBodiesAtTheLimits(t *testing.T) {
	s := newServer(t)
	for what, body := range map[string]string{
		"32 levels":          strings.Repeat("[", 32) + strings.Repeat("]", 32),
		"20,000 values":      `{"a":[` + strings.Repeat("0,", 19997) + `0]}`,
		"256 characters":     `{"preset":"` + strings.Repeat("é", 256) + `"}`,
		"32 digits":          `{"seed":` + strings.Repeat("1", 32) + `}`,
		"64 KiB":             `{}` + strings.Repeat(" ", 64<<10-2),
		"a pair of escapes":  `{"preset":"\ud83d\ude00"}`,
		"all other escapes":  `{"preset":"\"\\\/\b\f\n\r\t"}`,
		"exponents of zeros": `{"seed":0e99999}`,
	} {
		if a := s.post(body); a.status != 422 && a.status != 201 {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
	}
}

// A later stage tells its faults only when the earlier found nothing.
func TestStagesOfABody(t *testing.T) {
	s := newServer(t)
	pointers := func(body string) (all []string) {
		for _, e := range s.post(body).problem(422).Errors {
			all = append(all, *e.Pointer)
		}
		return all
	}
	fields := `"seed":-1`
	missing := `"backend":{"latency":{"constant":{}}}`
	crossed := `"workload":{"requests":20000000}`
	if got := pointers(`{` + fields + `,` + missing + `,` + crossed + `}`); !slices.Equal(got, []string{"/seed"}) {
		t.Errorf("stage 2: %q", got)
	}
	if got := pointers(`{` + missing + `,` + crossed + `}`); !slices.Equal(got, []string{"/backend/latency/constant"}) {
		t.Errorf("stage 3: %q", got)
	}
	if got := pointers(`{"policy":{"hedge":{"maxAttempts":3}},` + crossed + `}`); len(got) != 3 {
		t.Errorf("stage 4: %q", got)
	}
}

// A problem lists twenty faults, says that there are more, and stays small.
func TestManyFaults(t *testing.T) {
	s := newServer(t)
	cells := strings.TrimSuffix(strings.Repeat(`"x",`, 1000), ",")
	a := s.post(`{"backend":{"latency":{"table":{"primaryMs":[` + cells + `]}}}}`)
	p := a.problem(422)
	if !p.Truncated || len(p.Errors) == 0 || len(p.Errors) > 20 || len(a.body) > 4096 {
		t.Errorf("%d faults in %d bytes", len(p.Errors), len(a.body))
	}
	var names []string
	for i := range 40 {
		names = append(names, fmt.Sprintf(`"%s%02d":1`, strings.Repeat("n", 60), i))
	}
	a = s.post(`{` + strings.Join(names, ",") + `}`)
	if p := a.problem(422); !p.Truncated || len(a.body) > 4096 {
		t.Errorf("%d faults in %d bytes", len(p.Errors), len(a.body))
	}
}

// No value of a body, and no word of a library, comes back.
func TestProblemsRepeatNoValues(t *testing.T) {
	s := newServer(t)
	const secret = "tr0ub4dor"
	for _, body := range []string{
		`{"preset":"` + secret + `"}`, `{"workload":{"operation":"` + secret + `"}}`, `{"seed":"` + secret + `"}`,
		`{"seed":` + secret + `}`, `{"policy":["` + secret + `"]}`, `{"seed":123456.789e3,"judge":{"percentile":"` + secret + `"}}`,
	} {
		a := s.post(body)
		for _, word := range []string{secret, "schema", "kin", "validator", "json:", "openapi3", "123456"} {
			if a.status < 400 || strings.Contains(string(a.body), word) {
				t.Errorf("%s: %q in %s", body, word, a.body)
			}
		}
	}
}

// A table may be so large that the run has no id; the answer names it.
func TestIDTooLong(t *testing.T) {
	s := newServer(t)
	long := strings.TrimSuffix(strings.Repeat("12345.678,", 600), ",")
	short := strings.TrimSuffix(strings.Repeat("1,", 600), ",")
	p := s.post(`{"backend":{"latency":{"table":{"primaryMs":[` + short + `],"backupMs":[` + long + `]}}}}`).problem(422)
	if len(p.Errors) != 1 || *p.Errors[0].Pointer != "/backend/latency/table/backupMs" || !strings.Contains(p.Errors[0].Detail, "7000") ||
		!strings.Contains(p.Errors[0].Detail, "fewer rows, fewer decimals, or the `quantiles` law") {
		t.Errorf("%+v", p.Errors)
	}
}
