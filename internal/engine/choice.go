package engine

import (
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/draw"
)

// choice chooses a server for each attempt that is sent.
type choice struct {
	balance Balance
	words   draw.Source
	counter int     // of round robin: one over all attempts sent
	contest contest // of the least outstanding
	avoided []int
}

// of gives the index of the server for an attempt; first is the first attempt of its leaf
// that is remembered. A backup avoids the servers that hold an attempt of its leaf,
// waiting, running or lost, while there are others.
func (c *choice) of(all *cluster, a *attempt, first int32) int {
	servers := len(all.servers)
	c.avoid(all.attempts.guests, first, servers)
	others := servers - len(c.avoided)
	if others == 1 && c.balance != RoundRobin { // whose counter goes on
		return c.nth(0)
	}
	switch c.balance {
	case RoundRobin:
		return c.roundRobin(servers)
	case LeastOutstanding:
		return c.contest.without(c.avoided)
	case PowerOfTwo:
		first := draw.Below(a.id.word(c.words, 0), others)
		second := draw.Below(a.id.word(c.words, 1), others-1)
		if second >= first {
			second++
		}
		one, other := c.nth(first), c.nth(second)
		if all.servers[other].outstanding() < all.servers[one].outstanding() {
			return other
		}
		return one
	default:
		return c.nth(draw.Below(a.id.word(c.words, 0), others))
	}
}

// avoid lists the servers that hold an attempt of a leaf, whose last has none yet.
func (c *choice) avoid(all []attempt, first int32, servers int) {
	c.avoided = c.avoided[:0]
	for place := first; all[place].next != none; place = all[place].next {
		if at := int(all[place].server) - 1; !slices.Contains(c.avoided, at) {
			c.avoided = append(c.avoided, at)
		}
	}
	if len(c.avoided) == servers {
		c.avoided = c.avoided[:0]
	}
	if len(c.avoided) > 1 {
		slices.Sort(c.avoided)
	}
}

// nth is the i-th server, from 0, of those that are not avoided.
func (c *choice) nth(i int) int {
	for _, avoided := range c.avoided {
		if avoided <= i {
			i++
		}
	}
	return i
}

func (c *choice) roundRobin(servers int) int {
	for slices.Contains(c.avoided, c.counter%servers) {
		c.counter++
	}
	at := c.counter % servers
	c.counter++
	return at
}
