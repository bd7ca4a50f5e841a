package measure

import (
	"github.com/hedgedrill/hedgedrill/internal/engine"
	"github.com/hedgedrill/hedgedrill/internal/fixed"
)

// Leaf is what became of one leaf of a request.
type Leaf struct {
	Hop           int          `json:"hop"`
	Leaf          int          `json:"leaf"`
	Status        string       `json:"status"`    // answered, failed or closed
	SentMs        fixed.Micros `json:"sentMs"`    // when its hop started
	LatencyMs     fixed.Micros `json:"latencyMs"` // from then to its end for the client
	Attempts      int          `json:"attempts"`
	Hedged        bool         `json:"hedged"`
	Suppressed    bool         `json:"suppressed"`
	WinnerAttempt int          `json:"winnerAttempt"` // 0 = none
	LoserWorkMs   fixed.Micros `json:"loserWorkMs"`
	Commits       int          `json:"commits"` // deduplicated ones too
}

// closed is the status of a leaf whose hop ended before it did.
const closed = "closed"

// Leaves plays a scenario to the end and gives a page of the rows of a request's
// leaves, as far as they were sent, by hop and leaf.
func Leaves(s *engine.Scenario, request int, page Page, wanted Wanted) (List[Leaf], error) {
	r := leafRows{page: page, List: List[Leaf]{Items: []Leaf{}}}
	err := play(s, wanted, func(e *engine.Event) {
		if int(e.Key.Request) == request {
			r.follow(e)
		}
	})
	return r.List, err
}

// leafRows follows the leaves of one request, and keeps the rows of a page.
type leafRows struct {
	List[Leaf]
	page  Page
	first []int // by hop, the place of its first leaf in the list
}

// follow books the next event of the request.
func (r *leafRows) follow(e *engine.Event) {
	switch {
	case e.Type == engine.AttemptSent && e.Key.Attempt == 1:
		if e.Key.Leaf == 1 {
			r.first = append(r.first, r.Total)
		}
		r.add(Leaf{Hop: int(e.Key.Hop), Leaf: int(e.Key.Leaf), SentMs: e.At}, r.page)
	case e.Type == engine.RequestFailed:
		r.book(e)
	}
	if e.Type == engine.HopEnded || e.Type.EndsRequest() {
		for i := range r.Items {
			r.Items[i].end(closed, e.At)
		}
		return
	}
	if e.Key.Leaf > 0 {
		r.book(e)
	}
}

// end ends a leaf, if it has not.
func (l *Leaf) end(status string, at fixed.Micros) {
	if l.Status == "" {
		l.Status, l.LatencyMs = status, at-l.SentMs
	}
}

// book writes an event of a leaf into its row, if that is on the page.
func (r *leafRows) book(e *engine.Event) {
	i := r.first[e.Key.Hop-1] + int(e.Key.Leaf) - 1 - r.page.Offset
	if i < 0 || i >= len(r.Items) {
		return
	}
	row := &r.Items[i]
	switch e.Type {
	case engine.AttemptSent:
		row.Attempts++
		row.Hedged = row.Hedged || e.Key.Attempt > 1
	case engine.HedgeSuppressed:
		row.Suppressed = true
	case engine.WriteCommitted, engine.WriteDeduplicated:
		row.Commits++
	case engine.LeafFailed, engine.RequestFailed:
		row.end(failed, e.At)
	}
	switch {
	case e.Won:
		row.WinnerAttempt = int(e.Key.Attempt)
		row.end(answered, e.At)
	case e.Type.EndsAttempt():
		row.LoserWorkMs += e.Work
	}
}
