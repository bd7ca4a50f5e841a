package body

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hedgedrill/hedgedrill/bench/adapter"
)

func TestWith(t *testing.T) {
	for _, c := range []struct {
		text           string
		requests, seed int
		want           string
	}{
		{`{}`, 0, 0, `{}`},
		{`{}`, 5, 7, `{"seed":7,"workload":{"requests":5}}`},
		{`{"workload":{"requests":1,"hops":2},"judge":{}}`, 5, 0, `{"judge":{},"workload":{"hops":2,"requests":5}}`},
	} {
		got, err := With([]byte(c.text), c.requests, c.seed)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s, %v", c.text, got, err)
		}
	}
	if _, err := With([]byte("[]"), 1, 1); err == nil {
		t.Error("a list is a body")
	}
}

// Every scenario can be posted as it is, and at another size.
func TestScenariosAreAccepted(t *testing.T) {
	loader, err := adapter.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../scenarios/*.json")
	if err != nil || len(files) < 8 {
		t.Fatalf("saw %d scenarios, %v", len(files), err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := loader.Load(text)
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		if filepath.Base(f) == "drill.json" {
			continue // its table has twenty rows
		}
		small, err := Read(f, 1234, 99)
		if err != nil {
			t.Fatal(err)
		}
		s, err := loader.Load(small)
		if err != nil || s.Workload.Requests != 1234 || s.Seed != 99 || whole.Workload.Requests == 1234 {
			t.Errorf("%s at another size: %v", f, err)
		}
	}
}
