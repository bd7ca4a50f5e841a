package intake

import (
	"fmt"

	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// law holds a latency law at a place against what no single field shows.
func (r *rules) law(at string, l *latency.Law) {
	if u := l.Uniform; u != nil && u.MinMs > u.MaxMs {
		r.fault(fmt.Sprintf("minMs may not exceed maxMs; got %v and %v.", u.MinMs, u.MaxMs), at+"/uniform/minMs", at+"/uniform/maxMs")
	}
}
