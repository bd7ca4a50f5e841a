package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/hedgedrill/hedgedrill/bench/body"
	"github.com/hedgedrill/hedgedrill/bench/load"
	"github.com/hedgedrill/hedgedrill/bench/proc"
	"github.com/hedgedrill/hedgedrill/bench/right"
)

// answer is what is read of an answer of POST /runs.
type answer struct {
	ID         string
	DurationMs float64
	Metrics    struct {
		Requests           int
		LatencyMs          struct{ Mean, P50, P95, P99, P999 float64 }
		Hedges, BackupWins int
		LoserWorkMs        float64
	}
}

// figures are the answer's results as every contender gives them.
func (a *answer) figures() right.Answers {
	m, n := &a.Metrics, float64(a.Metrics.Requests)
	l := m.LatencyMs
	return right.Answers{
		MeanMs: l.Mean, P50Ms: l.P50, P95Ms: l.P95, P99Ms: l.P99, P999Ms: l.P999,
		HedgeRate: float64(m.Hedges) / n, BackupWinRate: float64(m.BackupWins) / n, LoserWorkMs: m.LoserWorkMs / n,
	}
}

// post plays a scenario by POST /runs, and says what processor time the server took.
func (b *bench) post(s *proc.Server, scenario string, requests int) (a answer, cpu time.Duration, err error) {
	text, err := body.Read(b.scenario(scenario), requests, b.seed())
	if err != nil {
		return a, 0, err
	}
	reply, cpu, err := asked(s, load.Ask{Method: "POST", Path: "/runs", Body: text})
	if err == nil {
		err = json.Unmarshal(reply, &a)
	}
	return a, cpu, err
}

// asked asks once, and says what processor time the server took.
func asked(s *proc.Server, ask load.Ask) (reply []byte, cpu time.Duration, err error) {
	before, err := s.CPU()
	if err != nil {
		return nil, 0, err
	}
	if reply, err = load.Get(s.Addr, ask); err != nil {
		return nil, 0, err
	}
	after, err := s.CPU()
	return reply, after - before, err
}

// served are the workloads as POST /runs, with all metrics and the baseline.
func (b *bench) served(d *doors) error {
	worlds := []world{{"w1", b.sizes.w1}, {"w2-10", b.sizes.w2}, {"w3", b.sizes.w3}}
	for i := range worlds {
		w := worlds[(i+b.round)%len(worlds)]
		a, cpu, err := b.post(d.uncached, w.scenario, w.requests)
		if err != nil {
			return err
		}
		l := line{Requests: a.Metrics.Requests, CPUNs: float64(cpu), Answers: a.figures()}
		if err := b.check("Hedgedrill, POST /runs", w.scenario, &l); err != nil {
			return err
		}
		b.samples.Add(w.scenario+"/post", l.nsPer())
	}
	return nil
}

// steps steps through the middle of a long run, from event to event.
func (b *bench) steps(d *doors) error {
	if b.round >= b.sizes.heavy {
		return nil
	}
	a, _, err := b.post(d.hedgedrill, "w2-10", b.sizes.stepped)
	if err != nil {
		return err
	}
	at, total := math.Floor(a.DurationMs/2), 0.0
	for i := range b.sizes.steps + 1 {
		path := fmt.Sprintf("/runs/%s/events?at=%s&fromMs=%s", a.ID, ms(at), ms(at))
		reply, cpu, err := asked(d.hedgedrill, load.Ask{Method: "GET", Path: path})
		if err != nil {
			return err
		}
		var moment struct{ AtMs, NextMs float64 }
		if err := json.Unmarshal(reply, &moment); err != nil {
			return err
		}
		if i > 0 {
			total += cpu.Seconds() * 1000
		} else {
			b.samples.Add("step/first ms", cpu.Seconds()*1000)
		}
		if moment.NextMs <= moment.AtMs {
			return fmt.Errorf("%s has no next instant", path)
		}
		at = moment.NextMs
	}
	b.samples.Add("step/next ms", total/float64(b.sizes.steps))
	return nil
}

// ms spells an instant as the API does: at most three decimals, without trailing zeros.
func ms(at float64) string {
	text := strconv.FormatFloat(at, 'f', 3, 64)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// pages reads all rows of a run, page by page, as the answers link them.
func (b *bench) pages(d *doors) error {
	if b.round >= b.sizes.heavy {
		return nil
	}
	a, whole, err := b.post(d.hedgedrill, "w2-10", b.sizes.paged)
	if err != nil {
		return err
	}
	var paged time.Duration
	rows, next := 0, "/runs/"+a.ID+"/requests"
	for next != "" {
		reply, cpu, err := asked(d.hedgedrill, load.Ask{Method: "GET", Path: next})
		if err != nil {
			return err
		}
		var page struct {
			Items []struct{ Request int }
			Next  string
		}
		if err := json.Unmarshal(reply, &page); err != nil {
			return err
		}
		for _, row := range page.Items {
			if rows++; row.Request != rows {
				return fmt.Errorf("row %d is of request %d", rows, row.Request)
			}
		}
		paged, next = paged+cpu, page.Next
	}
	if rows != b.sizes.paged {
		return fmt.Errorf("%d rows of %d requests", rows, b.sizes.paged)
	}
	b.samples.Add("rows/run ms", whole.Seconds()*1000)
	b.samples.Add("rows/pages ms", paged.Seconds()*1000)
	return nil
}

// start starts the server anew.
func (b *bench) start() error {
	s, err := b.hedgedrill()
	if err != nil {
		return err
	}
	defer s.Stop()
	if _, err := load.Get(s.Addr, load.Ask{Method: "GET", Path: "/readyz"}); err != nil {
		return err
	}
	b.samples.Add("start/ready ms", s.Ready.Seconds()*1000)
	return nil
}
