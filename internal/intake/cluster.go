package intake

import (
	"fmt"

	"github.com/hedgedrill/hedgedrill/internal/engine"
)

func clusterRules(c engine.Cluster, breaks report) {
	server := func(list string, i int, w engine.Window) {
		if w.Server > c.Servers {
			breaks(fmt.Sprintf("There is no server %d: write 1 to %d, or 0 for all.", w.Server, c.Servers),
				fmt.Sprintf("%s/%d/server", list, i), "servers")
		}
	}
	for i, w := range c.Slow {
		server("slow", i, w.Window)
	}
	for i, w := range c.Down {
		server("down", i, w.Window)
	}
}

// windowRules hold for slow and down windows alike, which embed them.
func windowRules(w engine.Window, breaks report) {
	if w.ToMs <= w.FromMs {
		breaks(fmt.Sprintf("A window must end after it begins: got %v to %v ms. Write a toMs above fromMs.", w.FromMs, w.ToMs), "toMs")
	}
}
