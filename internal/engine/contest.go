package engine

import "math"

// contest finds the server with the fewest outstanding attempts among many: matches in
// a tree, each won by the fewer and at a tie by the lower number.
//
//	      1
//	  2       3        the winners of 4, 5 and of 6, 7
//	4   5   6   7      servers 0 … 3, as indices
type contest struct {
	counts  []int
	winners []int // by node; the servers' nodes come last, unused ones hold nobody
}

const nobody = -1

func newContest(servers int) contest {
	size := 1
	for size < servers {
		size *= 2
	}
	c := contest{counts: make([]int, servers), winners: make([]int, 2*size)}
	for i := range c.winners {
		c.winners[i] = nobody
	}
	for i := range c.counts {
		c.winners[size+i] = i
		c.set(i, 0)
	}
	return c
}

// set tells how many are outstanding at a server, and plays its matches again.
func (c *contest) set(server, count int) {
	c.counts[server] = count
	for node := (len(c.winners)/2 + server) / 2; node > 0; node /= 2 {
		c.winners[node] = c.winner(c.winners[2*node], c.winners[2*node+1])
	}
}

// winner of a match; the second has the higher number.
func (c *contest) winner(a, b int) int {
	if a == nobody || b != nobody && c.counts[b] < c.counts[a] {
		return b
	}
	return a
}

// without is the winner among all but some servers; there are others.
func (c *contest) without(some []int) int {
	held := make([]int, 0, 16)
	for _, server := range some {
		held = append(held, c.counts[server])
		c.set(server, math.MaxInt)
	}
	winner := c.winners[1]
	for i, server := range some {
		c.set(server, held[i])
	}
	return winner
}
