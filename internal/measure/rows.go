package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Page is a stretch of a list: at most Limit items after the first Offset.
type Page struct {
	Offset, Limit int
}

// List is a page's items, and how many the whole list has.
type List[T any] struct {
	Items []T `json:"items"`
	Total int `json:"total"`
}

// Row is what became of one request.
type Row struct {
	Request        int           `json:"request"`
	Warmup         bool          `json:"warmup,omitempty"`
	ArrivalMs      fixed.Micros  `json:"arrivalMs"`
	Status         string        `json:"status"`
	Attempts       int           `json:"attempts"`                 // sent, of all leaves
	LeavesAnswered *int          `json:"leavesAnswered,omitempty"` // where a request has more than one leaf
	PrimaryMs      *fixed.Micros `json:"primaryMs,omitempty"`      // what the law gives, also if cut short
	BackupMs       *fixed.Micros `json:"backupMs,omitempty"`       // likewise, also if never sent
	Hedged         bool          `json:"hedged"`
	Suppressed     bool          `json:"suppressed"`
	Winner         string        `json:"winner,omitempty"`
	WinnerAttempt  int           `json:"winnerAttempt"` // 0 = none
	LatencyMs      fixed.Micros  `json:"latencyMs"`
	LoserWorkMs    fixed.Micros  `json:"loserWorkMs"`
	Commits        int           `json:"commits"` // deduplicated ones too
}

// row reads a closed entry.
func row(s *engine.Scenario, services func(request, attempt int) fixed.Micros, r *entry) Row {
	out := Row{
		Request: r.request, Warmup: r.order < 0, ArrivalMs: r.arrival, Status: r.status, Attempts: r.sent,
		Hedged: r.hedged, Suppressed: r.suppressed,
		WinnerAttempt: r.winnerAttempt, LatencyMs: r.latency, LoserWorkMs: r.loserWork, Commits: r.commits,
	}
	if s.Workload.Leaves() > 1 {
		leaves := r.answers
		out.LeavesAnswered = &leaves
	}
	if !isRace(s) {
		return out
	}
	service := func(attempt int) *fixed.Micros {
		ms := services(r.request, attempt)
		return &ms
	}
	out.PrimaryMs = service(1)
	if s.Policy.None == nil || s.Backend.Latency.Table != nil {
		out.BackupMs = service(2)
	}
	if r.winnerAttempt > 0 {
		out.Winner = engine.Key{Attempt: r.winnerAttempt}.Role()
	}
	return out
}

// isRace says whether a request is a race of one primary and at most one backup.
func isRace(s *engine.Scenario) bool {
	return s.Leaves() == s.Workload.Total() && s.Policy.MaxAttempts() <= 2
}
