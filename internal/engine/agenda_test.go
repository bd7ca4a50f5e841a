package engine

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// TestAgendaSorts holds the heap against a sort, with adding and taking mixed as a
// run mixes them: what comes out is always the least of what is in.
func TestAgendaSorts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	taken, ties := 0, 0
	for size := range 200 {
		var heap agenda
		var list []item
		for step := 0; step < 2*size || len(list) > 0; step++ {
			if step < 2*size && (len(list) == 0 || random.IntN(3) > 0) {
				x := randomItem(random)
				heap.add(x)
				list = append(list, x)
				continue
			}
			slices.SortStableFunc(list, compareItems)
			got, want := heap.next(), list[0]
			if compareItems(got, want) != 0 {
				t.Fatalf("of %d items %+v came first, not %+v", len(list), got, want)
			}
			// Equal items may come in any order, but each must come.
			at := slices.Index(list, got)
			if at < 0 {
				t.Fatalf("%+v was never added, or came twice", got)
			}
			list = slices.Delete(list, at, at+1)
			taken++
			if len(list) > 0 && list[0].at == got.at {
				ties++
			}
		}
		if len(heap) != 0 {
			t.Fatalf("%d items were left", len(heap))
		}
	}
	t.Logf("%d items taken, %d with another at their instant", taken, ties)
	if taken == 0 || ties == 0 {
		t.Fatal("nothing was compared")
	}
}

func randomItem(r *rand.Rand) item {
	return item{
		at:   fixed.Micros(r.IntN(6)),
		rank: rankCommit + rank(r.IntN(int(rankDeadline))),
		key:  Key{Request: r.IntN(3), Hop: r.IntN(2), Leaf: r.IntN(2), Attempt: r.IntN(3)},
		slot: slot{index: int32(r.IntN(1000))},
	}
}

func compareItems(a, b item) int {
	return cmp.Or(
		cmp.Compare(a.at, b.at), cmp.Compare(a.rank, b.rank), cmp.Compare(a.key.Request, b.key.Request),
		cmp.Compare(a.key.Hop, b.key.Hop), cmp.Compare(a.key.Leaf, b.key.Leaf), cmp.Compare(a.key.Attempt, b.key.Attempt),
	)
}
