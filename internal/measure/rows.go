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

// add counts an item, and keeps it if it lies on the page.
func (l *List[T]) add(item T, page Page) {
	if l.Total >= page.Offset && l.Total-page.Offset < page.Limit {
		l.Items = append(l.Items, item)
	}
	l.Total++
}

// How a request ended. A partial answer is one with a hop that had waited long enough.
const (
	answered = "answered"
	partial  = "partial"
	failed   = "failed"
	expired  = "expired"
)

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

// rows follows the requests of a page.
type rows struct {
	List[Row]
	offset   int32
	warmup   int32
	race     bool // a request is a race of one primary and at most one backup
	backups  bool // and its backup's service is of interest
	services func(request, attempt int) fixed.Micros
	live     []int32        // attempts, by row
	times    []fixed.Micros // to which rows point; one room for many
	open     int            // rows that are not over: the request has not ended, or attempts are live
}

func newRows(s *engine.Scenario, page Page) *rows {
	total := s.Workload.Total()
	n := max(0, min(page.Limit, total-page.Offset))
	return &rows{
		List: List[Row]{make([]Row, n), total}, live: make([]int32, n), open: n,
		offset: int32(page.Offset), warmup: int32(s.Workload.WarmupRequests),
		race:    s.Workload.Leaves() == 1 && s.Policy.MaxAttempts() <= 2,
		backups: s.Policy.None == nil || s.Backend.Latency.Table != nil, services: engine.Services(s),
	}
}

// add writes an event into the row of its request, if that is on the page.
func (r *rows) add(e *engine.Event) {
	i := int(e.Key.Request - r.offset - 1)
	if i < 0 || i >= len(r.Items) {
		return
	}
	row := &r.Items[i]
	switch e.Type {
	case engine.RequestArrived:
		r.begin(row, e)
	case engine.AttemptSent:
		r.live[i]++
		row.Attempts++
		row.Hedged = row.Hedged || e.Key.Attempt > 1
	case engine.HedgeSuppressed:
		row.Suppressed = true
	case engine.WriteCommitted, engine.WriteDeduplicated:
		row.Commits++
	case engine.RequestAnswered, engine.RequestFailed, engine.RequestExpired:
		r.end(row, e)
	}
	if e.Type.EndsAttempt() {
		r.live[i]--
	}
	switch {
	case e.Type.EndsAttempt() && !e.Won:
		row.LoserWorkMs += e.Work
	case e.Won && row.LeavesAnswered != nil:
		*row.LeavesAnswered++
	}
	if (e.Type.EndsAttempt() || e.Type.EndsRequest()) && r.isOver(i) {
		r.open--
	}
}

// isOver says whether nothing is to come to a row.
func (r *rows) isOver(i int) bool { return r.live[i] == 0 && r.Items[i].Status != "" }

// complete says whether no event to come can change a row.
func (r *rows) complete() bool { return r.open == 0 }

func (r *rows) begin(row *Row, e *engine.Event) {
	request := int(e.Key.Request)
	*row = Row{Request: request, Warmup: e.Key.Request <= r.warmup, ArrivalMs: e.At}
	if !e.OneLeaf {
		row.LeavesAnswered = new(int)
	}
	if r.race {
		row.PrimaryMs = r.time(r.services(request, 1))
		if r.backups {
			row.BackupMs = r.time(r.services(request, 2))
		}
	}
}

// time gives a pointer to a time.
func (r *rows) time(t fixed.Micros) *fixed.Micros {
	if len(r.times) == cap(r.times) {
		r.times = make([]fixed.Micros, 0, min(1024, max(8, 2*len(r.Items))))
	}
	r.times = append(r.times, t)
	return &r.times[len(r.times)-1]
}

func (r *rows) end(row *Row, e *engine.Event) {
	row.LatencyMs = e.Took
	switch {
	case e.Type == engine.RequestFailed:
		row.Status = failed
		return
	case e.Type == engine.RequestExpired:
		row.Status = expired
		return
	case e.Partial:
		row.Status = partial
	default:
		row.Status = answered
	}
	row.WinnerAttempt = int(e.Key.Attempt)
	if r.race && row.WinnerAttempt > 0 {
		row.Winner = e.Key.Role()
	}
}
