package intake

import (
	"fmt"
	"strconv"

	"github.com/hedgedrill/hedgedrill/internal/latency"
)

// deepestLaw is how many laws may be inside each other, the outermost included. At
// eight, the limit of levels in a JSON text would refuse some forms and not others.
const deepestLaw = 6

// nestedLaws looks into the laws of a law for those that may not be there.
func nestedLaws(at string, l *latency.Law, depth int, breaks report) {
	if depth > deepestLaw {
		breaks(fmt.Sprintf("At most %d latency laws may be inside each other. Write a law here that holds no other, one level higher.", deepestLaw), at)
		return
	}
	if l.Table != nil && depth > 1 {
		breaks("A table serves requests by their numbers, so it may not be inside another law. Write another law here, such as `quantiles`.", at+"/table")
	}
	for place, inner := range l.Inner() {
		nestedLaws(at+place, inner, depth+1, breaks)
	}
}

func tableRules(t latency.Table, breaks report) {
	if len(t.PrimaryMs) != len(t.BackupMs) {
		breaks(fmt.Sprintf("The columns must be of one length: primaryMs has %d rows, backupMs has %d. Write both.", len(t.PrimaryMs), len(t.BackupMs)),
			"backupMs", "primaryMs")
	}
}

func uniformRules(u latency.Uniform, breaks report) {
	if u.MinMs > u.MaxMs {
		breaks(fmt.Sprintf("minMs must not exceed maxMs: got %v and %v.", u.MinMs, u.MaxMs), "minMs", "maxMs")
	}
}

func quantilesRules(q latency.Quantiles, breaks report) {
	for i := 1; i < len(q.Points); i++ {
		before, p, at := q.Points[i-1], q.Points[i], "points/"+strconv.Itoa(i)
		if p.Percent <= before.Percent {
			breaks(fmt.Sprintf("Points must rise in percent: write more than the %v of the point before.", before.Percent), at+"/percent")
		}
		if p.Ms < before.Ms {
			breaks(fmt.Sprintf("Points must not fall in ms: write at least the %v of the point before.", before.Ms), at+"/ms")
		}
	}
}
