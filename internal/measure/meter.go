package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/stats"
)

// meter measures busy workers and waiting attempts over time, from the first
// counted arrival to the last arrival.
type meter struct {
	waiting, running int64
	at               fixed.Micros
	open             bool
	length           fixed.Micros
	queued, busy     stats.Sum // attempts × time
}

// pass moves on to an instant.
func (m *meter) pass(at fixed.Micros) {
	if m.open && at > m.at {
		m.queued.AddTimes(m.waiting, int64(at-m.at))
		m.busy.AddTimes(m.running, int64(at-m.at))
		m.length += at - m.at
	}
	m.at = at
}

// arrive opens the window at the first arrival that counts, and closes it at the last.
func (m *meter) arrive(counts, last bool) {
	m.open = (m.open || counts) && !last
}
