package latency

import (
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"

	"github.com/hedgedrill/hedgedrill/internal/draw"
)

// What the laws serve that draw nothing, by request and attempt.
func TestLawsThatDrawNothing(t *testing.T) {
	constant := func(ms fixed.Micros) Law { return Law{Constant: &Constant{Ms: ms}} }
	table := Law{Table: &Table{PrimaryMs: []fixed.Micros{84_000, 640_000, 0}, BackupMs: []fixed.Micros{78_000, 95_000, 901_000}}}
	draws := 0
	for _, test := range []struct {
		law              Law
		request, attempt int
		service          fixed.Micros
	}{
		{constant(20_000), 1, 1, 20_000}, {constant(20_000), 9_000_000, 16, 20_000}, {constant(0), 1, 1, 0},
		{table, 1, 1, 84_000}, {table, 1, 2, 78_000}, {table, 2, 1, 640_000}, {table, 2, 2, 95_000}, {table, 3, 1, 0}, {table, 3, 2, 901_000},
	} {
		for _, seed := range []int64{0, 1, 1<<53 - 1} {
			draws++
			sampler := test.law.Sampler(seed)
			if got := sampler.Service(draw.At(test.request, 1, 1, test.attempt)); got != test.service {
				t.Errorf("attempt %d of request %d is served in %v, not %v", test.attempt, test.request, got, test.service)
			}
		}
	}
	t.Logf("%d draws", draws)
}
