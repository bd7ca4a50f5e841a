package engine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The contest is won by the server that a look at every one finds.
func TestContestIsWonByTheLeast(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	ties := 0
	for servers := 1; servers <= 40; servers++ {
		c := newContest(servers)
		for range 200 {
			c.set(random.IntN(servers), random.IntN(4))
			avoided := random.Perm(servers)[:random.IntN(min(servers, 5))]
			best := nobody
			for i, n := range c.counts {
				if slices.Contains(avoided, i) {
					continue
				}
				if best != nobody && n == c.counts[best] {
					ties++
				}
				if best == nobody || n < c.counts[best] {
					best = i
				}
			}
			if got := c.without(avoided); got != best {
				t.Fatalf("server %d wins, without %v, with %v", got, avoided, c.counts)
			}
		}
	}
	t.Logf("%d ties", ties)
	if ties == 0 {
		t.Fatal("no server was as good as another")
	}
}
