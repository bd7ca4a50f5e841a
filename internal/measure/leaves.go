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

// closed is the status of a leaf whose hop, or request, ended before it did.
const closed = "closed"

// Leaves plays a scenario to the end and gives a page of the rows of a request's
// leaves, as far as they were sent, by hop and leaf.
func Leaves(s *engine.Scenario, request int, page Page, wanted Wanted) (List[Leaf], error) {
	r := leafRows{
		width: s.Workload.FanOut.Leaves, single: s.Workload.Leaves() == 1, turns: s.Policy.MaxAttempts(),
		page: page, rows: List[Leaf]{Items: []Leaf{}},
	}
	err := play(s, wanted, func(e engine.Event) {
		if e.Key.Request == request {
			r.add(e)
		}
	})
	return r.rows, err
}

// leafRows follows the leaves of one request, and keeps the rows of a page.
type leafRows struct {
	width  int  // leaves of a hop
	single bool // the request has but one
	turns  int  // attempts that a leaf may have
	page   Page
	hop    int // that the request is at
	rows   List[Leaf]
	lives  []leafLife // beside the rows
}

// leafLife is what the row of a leaf does not say.
type leafLife struct {
	live, lost int            // attempts
	hopeless   bool           // no hedge is to come
	started    []fixed.Micros // by attempt
	worked     fixed.Micros   // by the attempt that answered last
}

// add books the next event of the request.
func (r *leafRows) add(e engine.Event) {
	switch e.Type {
	case engine.RequestArrived:
	case engine.RequestAnswered, engine.RequestFailed, engine.RequestExpired:
		if r.single && e.Key.Attempt > 0 {
			r.book(e)
		}
		r.close(e.At)
	case engine.AttemptSent:
		if e.Key.Attempt == 1 {
			r.grow(e)
		}
		r.book(e)
	default:
		r.book(e)
	}
}

// grow adds the row of a leaf that is sent. The first of a hop tells that the hop
// before has ended.
func (r *leafRows) grow(e engine.Event) {
	if hop := max(e.Key.Hop, 1); hop > r.hop {
		r.close(e.At)
		r.hop = hop
	}
	r.rows.add(Leaf{Hop: r.hop, Leaf: max(e.Key.Leaf, 1), SentMs: e.At}, r.page)
	if len(r.lives) < len(r.rows.Items) {
		r.lives = append(r.lives, leafLife{started: make([]fixed.Micros, r.turns)})
	}
}

// close ends what is open of a hop.
func (r *leafRows) close(at fixed.Micros) {
	for i := range r.rows.Items {
		r.rows.Items[i].end(closed, at)
	}
}

// end ends a leaf, if it has not.
func (l *Leaf) end(status string, at fixed.Micros) {
	if l.Status == "" {
		l.Status, l.LatencyMs = status, at-l.SentMs
	}
}

// book writes an event of a leaf into its row, if that is on the page.
func (r *leafRows) book(e engine.Event) {
	i := (max(e.Key.Hop, 1)-1)*r.width + max(e.Key.Leaf, 1) - 1 - r.page.Offset
	if i < 0 || i >= len(r.rows.Items) {
		return
	}
	row, life := &r.rows.Items[i], &r.lives[i]
	switch e.Type {
	case engine.AttemptSent:
		row.Attempts++
		row.Hedged = row.Hedged || e.Key.Attempt > 1
		life.live++
		life.hopeless = e.Key.Attempt == r.turns
	case engine.AttemptStarted:
		life.started[e.Key.Attempt-1] = e.At
	case engine.HedgeSuppressed:
		row.Suppressed = true
		life.hopeless = e.Reason == engine.SuppressedByBudget || e.Key.Attempt == r.turns
	case engine.WriteCommitted, engine.WriteDeduplicated:
		row.Commits++
	case engine.LeafAnswered, engine.RequestAnswered:
		row.WinnerAttempt = e.Key.Attempt
		row.LoserWorkMs -= life.worked
		row.end(answered, e.At)
	default:
		life.stop(row, e)
	}
	if e.Type == engine.AttemptRefused || e.Type == engine.HedgeSuppressed {
		life.judge(row, e.At)
	}
}

// stop ends an attempt, as a loser until it is told to have answered its leaf.
func (l *leafLife) stop(row *Leaf, e engine.Event) {
	l.live--
	l.worked = e.Work
	switch e.Type {
	case engine.AttemptAnswered:
		l.worked = e.At - l.started[e.Key.Attempt-1]
	case engine.AttemptLost:
		l.lost++
	}
	row.LoserWorkMs += l.worked
}

// judge fails a leaf of which nothing is left that could answer. An attempt that was
// lost with its server the client waits for.
func (l *leafLife) judge(row *Leaf, at fixed.Micros) {
	if l.hopeless && l.live == 0 && l.lost == 0 {
		row.end(failed, at)
	}
}
