package proc

import (
	"strings"
	"testing"
	"time"
)

func TestLine(t *testing.T) {
	var got struct{ A int }
	if err := Line(&got, "sh", "-c", `echo '{"a": 3}'`); err != nil || got.A != 3 {
		t.Errorf("%+v, %v", got, err)
	}
	if err := Line(&got, "sh", "-c", "echo no JSON"); err == nil {
		t.Error("a line that is no JSON")
	}
	if err := Line(&got, "sh", "-c", "echo why >&2; exit 3"); err == nil || !strings.Contains(err.Error(), "why") {
		t.Errorf("a failure does not say why: %v", err)
	}
}

// A server's clock goes while it works, and stands while it sleeps.
func TestCPU(t *testing.T) {
	first := func(text string) (string, bool) { return text, true }
	used := func(script string) time.Duration {
		s, err := Serve(first, "sh", "-c", script)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Stop()
		if s.Addr != "here" || s.Ready <= 0 {
			t.Errorf("%+v", s)
		}
		before, err := s.CPU()
		if err != nil {
			t.Fatal(err)
		}
		var after time.Duration
		for range 100 { // a busy machine may not let it work at once
			time.Sleep(20 * time.Millisecond)
			if after, err = s.CPU(); err != nil {
				t.Fatal(err)
			}
			if after-before > 50*time.Millisecond || strings.Contains(script, "sleep") {
				break
			}
		}
		return after - before
	}
	if busy := used("echo here; while :; do :; done"); busy < 50*time.Millisecond {
		t.Errorf("it worked for only %v", busy)
	}
	if idle := used("echo here; exec sleep 100"); idle > 20*time.Millisecond {
		t.Errorf("it slept for %v of processor time", idle)
	}
}

func TestAServerThatEndsIsAnError(t *testing.T) {
	never := func(string) (string, bool) { return "", false }
	if _, err := Serve(never, "sh", "-c", "echo hello"); err == nil {
		t.Error("no error")
	}
}
