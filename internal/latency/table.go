package latency

import (
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Table lists the service times: row i serves request i, the first column its
// primary, the second its backup. The columns are of one length, with a row for
// every request, and no request has a third attempt.
//
// Its mean, variance, quantiles and survival are those of the primaries, each row
// as likely as any other: what a request meets that is not hedged.
type Table struct {
	PrimaryMs []fixed.Micros `json:"primaryMs" validate:"min=1,max=10000,dive,min=0,max=86400000000"`
	BackupMs  []fixed.Micros `json:"backupMs" validate:"min=1,max=10000,dive,min=0,max=86400000000"`
}

// Mean is that of the primaries.
func (t *Table) Mean() float64 {
	sum := fixed.Micros(0)
	for _, ms := range t.PrimaryMs {
		sum += ms
	}
	return milliseconds(sum) / float64(len(t.PrimaryMs))
}

// Variance is that of the primaries about their mean.
func (t *Table) Variance() float64 {
	mean, sum := t.Mean(), 0.0
	for _, ms := range t.PrimaryMs {
		d := milliseconds(ms) - mean
		sum += float64(d * d)
	}
	return sum / float64(len(t.PrimaryMs))
}

// Quantile is the primary at the nearest rank, ⌈p·n⌉ of n.
func (t *Table) Quantile(p float64) float64 {
	sorted := slices.Sorted(slices.Values(t.PrimaryMs))
	below := 0 // rows whose rank is below p·n
	for below < len(sorted)-1 && float64(below+1) < float64(p*float64(len(sorted))) {
		below++
	}
	return milliseconds(sorted[below])
}

// Survival is the share of primaries that exceed t ms.
func (t *Table) Survival(ms float64) float64 {
	above := 0
	for _, primary := range t.PrimaryMs {
		if milliseconds(primary) > ms {
			above++
		}
	}
	return float64(above) / float64(len(t.PrimaryMs))
}

func (t *Table) corners() []fixed.Micros { return nil } // rows are not drawn

// service is the request's row in the attempt's column.
func (t *Table) service(request, attempt int) fixed.Micros {
	if attempt == 1 {
		return t.PrimaryMs[request-1]
	}
	return t.BackupMs[request-1]
}
