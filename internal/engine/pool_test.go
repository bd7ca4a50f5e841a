package engine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Places are used again, those of guests who stay are not, and guests stay where they are
// when a pool grows.
func TestPlacesAreUsedAgain(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	n := map[string]int{}
	var p pool[int]
	guests, known := map[int32]*int{}, map[int32]*int{} // now, and ever
	var taken []int32
	number, most := 0, 0
	for step := range 20_000 {
		if random.IntN(100) < 30+step%50 { // in waves
			place, guest := p.take()
			if guests[place] != nil {
				t.Fatalf("place %d has a guest", place)
			}
			if before := known[place]; before != nil && before != guest {
				t.Fatalf("what was at place %d has moved", place)
			} else if before != nil {
				n["used again"]++
			}
			number++
			*guest = number
			guests[place], known[place] = guest, guest
			taken = append(taken, place)
			most = max(most, len(guests))
		} else if len(taken) > 0 {
			i := random.IntN(len(taken))
			p.put(taken[i])
			delete(guests, taken[i])
			taken = slices.Delete(taken, i, i+1)
		}
		if room := len(p.guests); room > max(16, most+max(16, most/2)) {
			t.Fatalf("there is room for %d guests, of whom at most %d were there at once", room, most)
		}
	}
	seen := map[int]bool{}
	for place, guest := range guests {
		if p.guests[place] != guest || seen[*guest] {
			t.Fatalf("place %d has guest %d", place, *guest)
		}
		seen[*guest] = true
		n["guests"]++
	}
	report(t, n, "used again", "guests")
}
