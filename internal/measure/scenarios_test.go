package measure_test

import (
	"math/rand/v2"

	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// chooser draws scenarios over all options at once.
type chooser struct{ *rand.Rand }

func one[T any](r chooser, all ...T) T { return worlds.One(r, all...) }

func (r chooser) scenario() *engine.Scenario { return worlds.Any(r) }

// shaped is a random scenario of a few requests, nearly always of several leaves.
func (r chooser) shaped() *engine.Scenario { return worlds.Shaped(r) }
