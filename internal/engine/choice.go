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

// of gives the server for an attempt. A backup avoids the servers that hold an
// attempt of its leaf, waiting, running or lost, while there are others.
func (c *choice) of(servers []server, a *attempt) *server {
	c.avoided = c.avoided[:0]
	for _, b := range a.leaf.attempts {
		if b != a && !slices.Contains(c.avoided, int(b.server)-1) {
			c.avoided = append(c.avoided, int(b.server)-1)
		}
	}
	if len(c.avoided) == len(servers) {
		c.avoided = c.avoided[:0]
	}
	slices.Sort(c.avoided)
	others := len(servers) - len(c.avoided)
	switch c.balance {
	case RoundRobin:
		return &servers[c.roundRobin(len(servers))]
	case LeastOutstanding:
		return &servers[c.contest.without(c.avoided)]
	case PowerOfTwo:
		first := draw.Below(a.key.word(c.words, 0), others)
		if others == 1 {
			return &servers[c.nth(first)]
		}
		second := draw.Below(a.key.word(c.words, 1), others-1)
		if second >= first {
			second++
		}
		one, other := &servers[c.nth(first)], &servers[c.nth(second)]
		if other.outstanding() < one.outstanding() {
			return other
		}
		return one
	default:
		return &servers[c.nth(draw.Below(a.key.word(c.words, 0), others))]
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
