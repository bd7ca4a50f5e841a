package latency

import (
	"sort"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/portable"
)

// Quantiles is the law of a list of percentiles, strictly rising in percent and
// never falling in ms: what recorded data become.
//
// Between two points ln ms is straight against ln(100 − percent), as in a Pareto
// law, so that tails are long as recorded ones are. Where one of them has no
// logarithm (0 ms, 100 percent), ms is straight against percent. Outside, every
// service takes the nearest point's ms.
//
//	ln ms │            ╭─ (last point)
//	      │        ╭───╯
//	      │   ╭────╯
//	      ├───╯ (first point)
//	      └────────────────────▶ −ln(100 − percent)
type Quantiles struct {
	Points []QuantilePoint `json:"points" validate:"min=1,max=1000,dive"`
}

// QuantilePoint says that so many percent of services take at most so many ms.
type QuantilePoint struct {
	Percent fixed.Millionths `json:"percent" validate:"min=0,max=100000000"`
	Ms      fixed.Micros     `json:"ms" validate:"min=0,max=86400000000"`
}

// piece is the law between two points, in millionths of a percent and µs.
type piece struct {
	upper, lower float64 // the tail beyond the points: 100 − percent
	from, to     float64 // their times
	straight     bool    // in percent, not in logarithms
	// If in logarithms, with y the tail and s = ln(upper/y) from 0 to length, the
	// time is from·e^(slope·s).
	logUpper, logFrom, length, slope float64
}

func newPiece(a, b QuantilePoint) piece {
	const whole = 100_000_000
	p := piece{upper: float64(whole - a.Percent), lower: float64(whole - b.Percent), from: float64(a.Ms), to: float64(b.Ms)}
	if p.straight = p.lower == 0 || p.from == 0; p.straight {
		return p
	}
	p.logUpper, p.logFrom = portable.Log(p.upper), portable.Log(p.from)
	p.length = p.logUpper - portable.Log(p.lower)
	p.slope = (portable.Log(p.to) - p.logFrom) / p.length
	return p
}

// at gives the time beyond which the tail is y, from lower up to upper.
func (p *piece) at(y float64) float64 {
	t := 0.0
	if p.straight {
		t = p.from + float64((p.to-p.from)*((p.upper-y)/(p.upper-p.lower)))
	} else {
		t = portable.Exp(p.logFrom + float64(p.slope*(p.logUpper-portable.Log(y))))
	}
	return min(max(t, p.from), p.to)
}

// tail gives the tail beyond a time from on and below to.
func (p *piece) tail(t float64) float64 {
	y := 0.0
	if p.straight {
		y = p.upper - float64((p.upper-p.lower)*((t-p.from)/(p.to-p.from)))
	} else {
		y = portable.Exp(p.logUpper - (portable.Log(t)-p.logFrom)/p.slope)
	}
	return min(max(y, p.lower), p.upper)
}

func (q *Quantiles) pieces() []piece {
	pieces := make([]piece, 0, len(q.Points))
	for i := range len(q.Points) - 1 {
		pieces = append(pieces, newPiece(q.Points[i], q.Points[i+1]))
	}
	return pieces
}

func (q *Quantiles) first() QuantilePoint { return q.Points[0] }
func (q *Quantiles) last() QuantilePoint  { return q.Points[len(q.Points)-1] }

// percent is a tail of 100 %.
const percent = 100_000_000.

// Quantile follows the drawing.
func (q *Quantiles) Quantile(p float64) float64 {
	i := sort.Search(len(q.Points), func(i int) bool { return float64(q.Points[i].Percent) >= float64(percent*p) })
	switch i {
	case 0:
		return milliseconds(q.first().Ms)
	case len(q.Points):
		return milliseconds(q.last().Ms)
	}
	piece := newPiece(q.Points[i-1], q.Points[i])
	return piece.at(float64(percent*(1-p))) / 1000
}

// Survival is the inverse of Quantile, and at a time that many services take
// exactly, what lies beyond it.
func (q *Quantiles) Survival(t float64) float64 {
	us := float64(t * 1000)
	// The first point beyond t.
	i := sort.Search(len(q.Points), func(i int) bool { return milliseconds(q.Points[i].Ms) > t })
	switch i {
	case 0:
		return 1
	case len(q.Points):
		return 0
	}
	piece := newPiece(q.Points[i-1], q.Points[i])
	return piece.tail(us) / percent
}

func (q *Quantiles) corners() (all []fixed.Micros) {
	for _, p := range q.Points {
		all = append(all, p.Ms)
	}
	return all
}
