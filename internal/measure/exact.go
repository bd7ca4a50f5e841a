package measure

import "github.com/hedgedrill/hedgedrill/internal/engine"

// Exact is what theory says of a run's latencies, where a closed form holds.
type Exact struct{}

func exact(*engine.Scenario) *Exact { return nil }
