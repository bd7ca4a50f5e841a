package latency

import (
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Each law with what it serves, and the least time that none of it exceeds.
func TestLaws(t *testing.T) {
	table := &Table{PrimaryMs: []fixed.Ms{84_000, 640_000, 0}, BackupMs: []fixed.Ms{78_000, 95_000, 901_000}}
	tests := []struct {
		name     string
		law      Law
		longest  fixed.Ms
		services map[Key]fixed.Ms
	}{
		{"constant", Law{Constant: &Constant{Ms: 20_000}}, 20_000, map[Key]fixed.Ms{
			{Request: 1, Attempt: 1}: 20_000, {Request: 9_000_000, Hop: 3, Leaf: 2, Attempt: 16}: 20_000,
		}},
		{"constant zero", Law{Constant: &Constant{}}, 0, map[Key]fixed.Ms{{Request: 1, Attempt: 1}: 0}},
		{"table", Law{Table: table}, 901_000, map[Key]fixed.Ms{
			{Request: 1, Attempt: 1}: 84_000, {Request: 1, Attempt: 2}: 78_000,
			{Request: 2, Attempt: 1}: 640_000, {Request: 2, Attempt: 2}: 95_000,
			{Request: 3, Attempt: 1}: 0, {Request: 3, Attempt: 2}: 901_000,
		}},
		{"table with a slow primary", Law{Table: &Table{PrimaryMs: []fixed.Ms{7}, BackupMs: []fixed.Ms{5}}}, 7, map[Key]fixed.Ms{
			{Request: 1, Attempt: 1}: 7, {Request: 1, Attempt: 2}: 5,
		}},
	}
	draws := 0
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.law.Longest(); got != test.longest {
				t.Errorf("the longest service is %v, not %v", got, test.longest)
			}
			for key, want := range test.services {
				draws++
				for _, seed := range []int64{0, 1, 1<<53 - 1} { // these laws draw nothing
					key.Seed = seed
					if got := test.law.Service(key); got != want {
						t.Errorf("%+v is served in %v, not %v", key, got, want)
					}
				}
			}
		})
	}
	t.Logf("%d draws of %d laws", draws, len(tests))
	if draws == 0 {
		t.Fatal("nothing was drawn")
	}
}
