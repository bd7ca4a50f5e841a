package intake

import (
	"fmt"
	"strconv"

	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// deepestLaw is how many laws may stand inside each other. What is deeper than
// seven, the limit of levels in a JSON text would refuse in some forms.
const deepestLaw = 6

// law holds a latency law at a place, as deep as it stands in others, against what
// no single field shows.
func (r *rules) law(at string, l *latency.Law, depth int) {
	if depth > deepestLaw {
		r.fault(fmt.Sprintf("At most %d latency laws may stand inside each other.", deepestLaw), at)
		return
	}
	switch {
	case l.Table != nil && depth > 1:
		r.fault("A table serves requests by number, and may not stand inside another law.", at+"/table")
	case l.Uniform != nil && l.Uniform.MinMs > l.Uniform.MaxMs:
		r.fault("minMs may not exceed maxMs.", at+"/uniform/minMs", at+"/uniform/maxMs")
	case l.Mixture != nil:
		for i := range l.Mixture.Parts {
			r.law(at+"/mixture/parts/"+strconv.Itoa(i)+"/latency", &l.Mixture.Parts[i].Latency, depth+1)
		}
	case l.Shifted != nil:
		r.law(at+"/shifted/latency", &l.Shifted.Latency, depth+1)
	case l.Quantiles != nil:
		r.points(at+"/quantiles/points/", l.Quantiles.Points)
	}
}

// points says which points do not follow the one before.
func (r *rules) points(at string, points []latency.QuantilePoint) {
	for i := 1; i < len(points); i++ {
		before, p := points[i-1], points[i]
		if p.Percent <= before.Percent {
			r.fault("Points must rise in percent.", at+strconv.Itoa(i)+"/percent")
		}
		if p.Ms < before.Ms {
			r.fault("Points may not fall in ms.", at+strconv.Itoa(i)+"/ms")
		}
	}
}
