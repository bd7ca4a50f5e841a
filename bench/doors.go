package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"

	"github.com/hedgedrill/hedgedrill/bench/load"
	"github.com/hedgedrill/hedgedrill/bench/proc"
)

// doors are the servers that run all the time, and what they are asked.
type doors struct {
	hedgedrill *proc.Server // as it comes
	uncached   *proc.Server // with its cache off; the same as hedgedrill if it has none
	cached     bool         // whether it has a cache that can be turned off
	bare, echo *proc.Server
	idiomatic  *proc.Server

	post, byID load.Ask
	events     []load.Ask // the run at many instants
	dir        string
}

func (d *doors) close() {
	for _, s := range []*proc.Server{d.hedgedrill, d.uncached, d.bare, d.echo, d.idiomatic} {
		if s != nil {
			s.Stop()
		}
	}
	_ = os.RemoveAll(d.dir)
}

var readyAt = regexp.MustCompile(`msg=ready addr=(\S+)`)

// hedgedrill starts a server on a free port of this machine.
func (b *bench) hedgedrill(flags ...string) (*proc.Server, error) {
	find := func(text string) (string, bool) {
		m := readyAt.FindStringSubmatch(text)
		if m == nil {
			return "", false
		}
		return m[1], true
	}
	return proc.Serve(find, b.program("server"), append([]string{"-addr", "127.0.0.1:0"}, flags...)...)
}

// hasFlag says whether the server's help names a flag.
func (b *bench) hasFlag(flag string) bool {
	help, _ := exec.Command(b.program("server"), "-help").CombinedOutput()
	return namesFlag(string(help), flag)
}

func namesFlag(help, flag string) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
	for text := range strings.Lines(help) {
		if fields := strings.Fields(text); len(fields) > 0 && fields[0] == "-"+name {
			return true
		}
	}
	return false
}

// openDoors starts the servers. The contenders with fixed answers get Hedgedrill's own.
func (b *bench) openDoors() (d *doors, err error) {
	d = &doors{}
	defer func() {
		if err != nil {
			d.close()
		}
	}()
	if d.hedgedrill, err = b.hedgedrill(); err != nil {
		return nil, err
	}
	d.uncached = d.hedgedrill
	if d.cached = b.hasFlag(b.cacheOff); d.cached {
		if d.uncached, err = b.hedgedrill(b.cacheOff); err != nil {
			return nil, err
		}
	} else {
		b.note("The server has no flag " + b.cacheOff + ": it is measured as it comes.")
	}
	answers, err := b.learn(d)
	if err != nil {
		return nil, err
	}
	if d.dir, err = os.MkdirTemp("", "bench"); err != nil {
		return nil, err
	}
	text, err := json.Marshal(answers)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(d.dir, "answers.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return nil, err
	}
	first := func(text string) (string, bool) { return text, true }
	for name, server := range map[string]**proc.Server{"bare": &d.bare, "echo": &d.echo, "idiomatic": &d.idiomatic} {
		if *server, err = proc.Serve(first, b.program("door"), name, file); err != nil {
			return nil, err
		}
	}
	return d, d.check(answers)
}

// learn asks Hedgedrill for everything that will be asked, and checks the drill's
// metrics, which can be computed by hand.
func (b *bench) learn(d *doors) (answers map[string]string, err error) {
	body, err := os.ReadFile(b.scenario("drill"))
	if err != nil {
		return nil, err
	}
	d.post = load.Ask{Method: "POST", Path: "/runs", Body: body}
	text, err := load.Get(d.hedgedrill.Addr, d.post)
	if err != nil {
		return nil, err
	}
	var run struct {
		ID      string
		Metrics struct {
			LatencyMs struct{ P95, Mean float64 }
			Baseline  struct{ LatencyMs struct{ P95, Mean float64 } }
		}
	}
	if err := json.Unmarshal(text, &run); err != nil {
		return nil, err
	}
	if m := run.Metrics; m.LatencyMs.P95 != 226 || m.LatencyMs.Mean != 111.9 || m.Baseline.LatencyMs.P95 != 640 || m.Baseline.LatencyMs.Mean != 177.2 {
		return nil, fmt.Errorf("the drill is wrong: %+v", m)
	}
	answers = map[string]string{d.post.Path: string(text)}
	d.byID = load.Ask{Method: "GET", Path: "/runs/" + run.ID}
	for second := range 60 {
		d.events = append(d.events, load.Ask{Method: "GET", Path: fmt.Sprintf("%s/events?at=%d", d.byID.Path, 1000*second+500)})
	}
	for _, ask := range append(d.events, d.byID) {
		if text, err = load.Get(d.hedgedrill.Addr, ask); err != nil {
			return nil, err
		}
		answers[ask.Path] = string(text)
	}
	return answers, nil
}

// check compares the contenders' answers with Hedgedrill's: byte by byte where they are
// fixed, and by all that a run comes to where they are computed.
func (d *doors) check(answers map[string]string) error {
	for _, ask := range append(d.events, d.byID, d.post) {
		for name, server := range map[string]*proc.Server{"bare": d.bare, "echo": d.echo, "uncached": d.uncached} {
			text, err := load.Get(server.Addr, ask)
			if err != nil {
				return err
			}
			if string(text) != answers[ask.Path] {
				return fmt.Errorf("%s answers %s with other bytes", name, ask.Path)
			}
		}
	}
	text, err := load.Get(d.idiomatic.Addr, d.post)
	if err != nil {
		return err
	}
	return sameRun([]byte(answers[d.post.Path]), text)
}

// sameRun compares two answers of POST /runs but for ids and links.
func sameRun(a, b []byte) error {
	var x, y map[string]any
	if err := json.Unmarshal(a, &x); err != nil {
		return err
	}
	if err := json.Unmarshal(b, &y); err != nil {
		return err
	}
	for _, run := range []map[string]any{x, y} {
		delete(run, "id")
	}
	if len(x) < 5 {
		return fmt.Errorf("an answer of only %d members", len(x))
	}
	if !reflect.DeepEqual(x, y) {
		return fmt.Errorf("the idiomatic build gives another answer")
	}
	return nil
}

// http asks the doors for the drill.
func (b *bench) http(d *doors) error {
	type door struct {
		name   string
		server *proc.Server
		asks   []load.Ask
	}
	post, byID := []load.Ask{d.post}, []load.Ask{d.byID}
	all := []door{
		{"post/bare", d.bare, post}, {"post/echo", d.echo, post}, {"post/idiomatic", d.idiomatic, post}, {"post/hedgedrill", d.uncached, post},
		{"id/bare", d.bare, byID}, {"id/echo", d.echo, byID}, {"id/hedgedrill", d.hedgedrill, byID},
		{"at/bare", d.bare, d.events}, {"at/echo", d.echo, d.events}, {"at/hedgedrill", d.hedgedrill, d.events},
		{"at/hedgedrill-uncached", d.uncached, d.events},
	}
	if d.cached {
		all = append(all, door{"post/hedgedrill-cached", d.hedgedrill, post}, door{"id/hedgedrill-uncached", d.uncached, byID})
	}
	for i := range all {
		x := all[(i+b.round)%len(all)]
		if _, err := load.Closed(x.server.Addr, x.asks, b.sizes.connections, b.sizes.warmAsks); err != nil {
			return fmt.Errorf("%s: %w", x.name, err)
		}
		before, err := x.server.CPU()
		if err != nil {
			return err
		}
		took, err := load.Closed(x.server.Addr, x.asks, b.sizes.connections, b.sizes.asks)
		if err != nil {
			return fmt.Errorf("%s: %w", x.name, err)
		}
		after, err := x.server.CPU()
		if err != nil {
			return err
		}
		n := float64(b.sizes.asks)
		b.samples.Add(x.name+" µs", float64((after-before).Nanoseconds())/1000/n)
		b.samples.Add(x.name+" /s", n/took.Seconds())
	}
	return nil
}
