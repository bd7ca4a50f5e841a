package engine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Places are used again, those of guests who stay are not, and each place keeps its guest
// when a pool grows.
func TestPlacesAreUsedAgain(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	n := map[string]int{}
	var p pool[int]
	guests, known := map[int32]int{}, map[int32]bool{} // now, and ever
	var taken []int32
	number, most := 0, 0
	for step := range 20_000 {
		if random.IntN(100) < 30+step%50 { // in waves
			place := p.take()
			if guests[place] != 0 {
				t.Fatalf("place %d has a guest", place)
			}
			if known[place] {
				n["used again"]++
			}
			number++
			p.guests[place], guests[place], known[place] = number, number, true
			taken = append(taken, place)
			most = max(most, len(guests))
		} else if len(taken) > 0 {
			i := random.IntN(len(taken))
			p.put(taken[i])
			delete(guests, taken[i])
			taken = slices.Delete(taken, i, i+1)
		}
		if room := len(p.guests); room > most {
			t.Fatalf("there is room for %d guests, of whom at most %d were there at once", room, most)
		}
	}
	for place, guest := range guests {
		if p.guests[place] != guest {
			t.Fatalf("place %d has guest %d, not %d", place, p.guests[place], guest)
		}
		n["guests"]++
	}
	report(t, n, "used again", "guests")
}
