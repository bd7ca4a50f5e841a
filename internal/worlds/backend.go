package worlds

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// A world's backend: capacity and servers.

func (l generator) backend() engine.Backend {
	b := engine.Backend{
		Latency:            l.coarse(),
		Copies:             One(l, engine.Independent, engine.Independent, engine.Identical),
		CommonCausePercent: One(l, 0, 0, 0, l.share()),
		Capacity:           l.capacity(),
	}
	if l.IntN(3) == 0 {
		b.Latency = l.law(1)
	}
	return b
}

func (l generator) capacity() (c engine.Capacity) {
	cluster := func() { c.Cluster = l.cluster() }
	One(l, cluster, cluster, cluster, cluster, cluster,
		func() { c.Unlimited = &engine.Unlimited{} },
	)()
	return c
}

func (l generator) cluster() *engine.Cluster {
	c := &engine.Cluster{
		Servers:    One(l, 1, 2, 2, 3, 5),
		Workers:    One(l, 1, 1, 1, 2, 3),
		Queue:      One(l, engine.PerServerQueue, engine.PerServerQueue, engine.SharedQueue),
		QueueLimit: max(0, l.IntN(7)-3),
		Order:      One(l, engine.FIFO, engine.LIFO, engine.HedgesLast),
		Balance:    One(l, engine.RandomServer, engine.RoundRobin, engine.LeastOutstanding, engine.PowerOfTwo),
	}
	c.Slow = some(l, 3, func() engine.Slow { return engine.Slow{Window: l.window(c.Servers), Factor: l.factor()} })
	c.Down = some(l, 3, func() engine.Down { return engine.Down{Window: l.window(c.Servers)} })
	return c
}

func (l generator) window(servers int) engine.Window {
	from := l.instant()
	return engine.Window{Server: l.IntN(servers + 1), FromMs: from, ToMs: from + max(1, l.span())}
}

// factor is some halves, or one that lets services be rounded.
func (l generator) factor() fixed.Millionths {
	return fixed.Millionths(One(l, 500_000*l.IntN(7), 500_000*l.IntN(7), l.IntN(3_000_001)))
}
