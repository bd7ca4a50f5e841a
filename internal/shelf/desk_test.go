package shelf

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func TestWhoTakesAThingHasItAlone(t *testing.T) {
	d := NewDesk(1<<20, (*text).size)
	d.Put("a", new(text("first")))
	d.Put("a", new(text("second")))
	if a := d.Take("a"); a == nil || *a != "second" {
		t.Fatalf("it is %v", a)
	}
	if a := d.Take("a"); a != nil {
		t.Errorf("it is there still: %v", *a)
	}
	d.Put("b", new(text("b")))
	var all sync.WaitGroup
	var took atomic.Int32
	for range 100 {
		all.Go(func() {
			if d.Take("b") != nil {
				took.Add(1)
			}
		})
	}
	all.Wait()
	if n := took.Load(); n != 1 {
		t.Errorf("%d of 100 took it", n)
	}
}

func TestADeskHasItsSize(t *testing.T) {
	d := NewDesk(80_000, (*text).size)
	d.Put("large", new(text(strings.Repeat("x", 10_001))))
	if d.Take("large") != nil {
		t.Error("it keeps a thing that is an eighth of it")
	}
	for _, name := range strings.Split("abcdefghijklmnopqrst", "") {
		d.Put(name, new(text(strings.Repeat("x", 9_000))))
	}
	left := 0
	for _, name := range strings.Split("abcdefghijklmnopqrst", "") {
		if d.Take(name) != nil {
			left++
		}
	}
	if left == 0 || left > 8 {
		t.Errorf("%d things of 9,000 bytes are left on a desk of 80,000", left)
	}
	if none := NewDesk(0, (*text).size); none.Take("a") != nil {
		t.Error("nothing is something")
	} else if none.Put("a", new(text("a"))); none.Take("a") != nil {
		t.Error("a desk without room keeps a thing")
	}
}
