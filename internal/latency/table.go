package latency

import (
	"slices"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Table lists the service times: row i serves request i, the first column its
// primary, the second its backup. The columns are of one length, with a row for
// every request, and no request has a third attempt.
type Table struct {
	PrimaryMs []fixed.Ms `json:"primaryMs" validate:"min=1,max=10000,dive,min=0,max=86400000000"`
	BackupMs  []fixed.Ms `json:"backupMs" validate:"min=1,max=10000,dive,min=0,max=86400000000"`
}

// Service is the request's row in the attempt's column.
func (t *Table) Service(k Key) fixed.Ms {
	if k.Attempt == 1 {
		return t.PrimaryMs[k.Request-1]
	}
	return t.BackupMs[k.Request-1]
}

// Longest is the largest entry.
func (t *Table) Longest() fixed.Ms {
	return max(slices.Max(t.PrimaryMs), slices.Max(t.BackupMs))
}
