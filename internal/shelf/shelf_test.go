package shelf

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

type text string

func (t *text) size() int { return len(*t) }

func of(s string) func(func() bool) (*text, error) {
	return func(func() bool) (*text, error) { return new(text(s)), nil }
}

func get(t *testing.T, s *Shelf[text], target string, work func(func() bool) (*text, error)) (text, Source) {
	t.Helper()
	a, from, err := s.Get(t.Context(), Key{target, "gzip"}, work)
	if err != nil {
		t.Fatal(err)
	}
	return *a, from
}

func TestKeepsWhatIsMade(t *testing.T) {
	s := New(1<<20, (*text).size)
	for i, want := range []Source{Stored, Kept, Kept} {
		if a, from := get(t, s, "/a", of(fmt.Sprint(i))); a != "0" || from != want {
			t.Errorf("%d: %s from %d", i, a, from)
		}
	}
	if a, from := get(t, s, "/b", of("b")); a != "b" || from != Stored {
		t.Errorf("%s from %d", a, from)
	}
	if a, _, _ := s.Get(t.Context(), Key{"/a", "zstd"}, of("z")); *a != "z" {
		t.Error("one coding answers for another")
	}
	if s.Find(Key{"/a", "gzip"}) == nil || s.Find(Key{"/c", "gzip"}) != nil {
		t.Error("finds other than what is kept")
	}
}

func TestKeepsNothingIfItMayNot(t *testing.T) {
	s := New(0, (*text).size)
	for range 2 {
		if _, from := get(t, s, "/a", of("a")); from != Made {
			t.Errorf("from %d", from)
		}
	}
}

// An answer that is a large part of the shelf is not kept, nor an error.
func TestKeepsNeitherLargeAnswersNorErrors(t *testing.T) {
	s := New(80_000, (*text).size)
	for size, want := range map[int]Source{9_000: Stored, 10_000: Made} {
		if _, from := get(t, s, fmt.Sprint(size), of(string(make([]byte, size)))); from != want {
			t.Errorf("%d bytes: from %d", size, from)
		}
	}
	for i := range 2 {
		wrong := fmt.Errorf("error %d", i)
		if _, from, err := s.Get(t.Context(), Key{"/a", ""}, func(func() bool) (*text, error) { return nil, wrong }); err != wrong || from != Made {
			t.Errorf("%v from %d", err, from)
		}
	}
}

func TestHoldsNoMoreThanItsBytes(t *testing.T) {
	const size = 100_000
	s := New(size, (*text).size)
	kept := 0
	for i := range 2000 {
		get(t, s, fmt.Sprint(i), of(string(make([]byte, i%900))))
	}
	for i := range 2000 {
		if a := s.Find(Key{fmt.Sprint(i), "gzip"}); a != nil {
			kept += a.size()
		}
	}
	if kept > size || kept < size/4 || s.kept.WeightedSize() > size {
		t.Errorf("%d bytes of answers are kept, of a weight of %d", kept, s.kept.WeightedSize())
	}
}

// waitFor waits until so many askers wait for an answer besides its maker.
func waitFor(t *testing.T, s *Shelf[text], key Key, waiting int) {
	t.Helper()
	for range 2000 {
		s.mu.Lock()
		m := s.making[key]
		is := m != nil && m.waiting == waiting
		s.mu.Unlock()
		if is {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("not %d askers", waiting)
}

// Askers of one answer have it made once, whether it is kept or not.
func TestMakesOnceAtATime(t *testing.T) {
	for _, bytes := range []int{0, 1 << 20} {
		s, key, made := New(bytes, (*text).size), Key{"/a", ""}, atomic.Int32{}
		release := make(chan struct{})
		var askers sync.WaitGroup
		var sources [4]atomic.Int32
		for range 30 {
			askers.Go(func() {
				a, from, err := s.Get(context.Background(), key, func(func() bool) (*text, error) {
					<-release
					made.Add(1)
					return new(text("a")), nil
				})
				if err != nil || *a != "a" {
					t.Errorf("%v", err)
				}
				sources[from].Add(1)
			})
		}
		waitFor(t, s, key, 29)
		close(release)
		askers.Wait()
		if made.Load() != 1 || sources[Shared].Load() != 29 || len(s.making) != 0 {
			t.Errorf("made %d times; %d shared; %d still being made", made.Load(), sources[Shared].Load(), len(s.making))
		}
	}
}

// An asker that leaves, the maker's too, does not take the answer from the others. When all
// have left, it is given up, and who comes next begins anew.
func TestAskersThatLeave(t *testing.T) {
	s, key := New(1<<20, (*text).size), Key{"/a", ""}
	first, leave := context.WithCancel(t.Context())
	others, leaveToo := context.WithCancel(t.Context())
	asked, answers := make(chan bool), make(chan error, 3)
	work := func(wanted func() bool) (*text, error) {
		for wanted() {
			asked <- true
		}
		return nil, errors.New("given up")
	}
	go func() { _, _, err := s.Get(first, key, work); answers <- err }()
	<-asked
	for range 2 {
		go func() { _, _, err := s.Get(others, key, work); answers <- err }()
	}
	waitFor(t, s, key, 2)
	leave()
	for range 3 {
		<-asked // still wanted
	}
	leaveToo()
	for range 2 {
		if err := <-answers; !errors.Is(err, context.Canceled) {
			t.Errorf("an asker that left was told %v", err)
		}
	}
	for given := false; !given; {
		select {
		case <-asked: // once, if it had been asked before
		case err := <-answers:
			given = err.Error() == "given up"
		}
	}
	if _, from, err := s.Get(t.Context(), key, of("a")); err != nil || from != Stored {
		t.Errorf("%v from %d", err, from)
	}
}

// A maker that panics fails those who wait, and nobody after them.
func TestMakerThatPanics(t *testing.T) {
	s, key := New(1<<20, (*text).size), Key{"/a", ""}
	release, failed := make(chan struct{}), make(chan error, 2)
	go func() {
		defer func() { failed <- fmt.Errorf("%v", recover()) }()
		_, _, _ = s.Get(t.Context(), key, func(func() bool) (*text, error) {
			<-release
			panic("the maker")
		})
	}()
	waitFor(t, s, key, 0)
	go func() { _, _, err := s.Get(t.Context(), key, of("other")); failed <- err }()
	waitFor(t, s, key, 1)
	close(release)
	one, other := <-failed, <-failed
	if !errors.Is(one, ErrFailed) && !errors.Is(other, ErrFailed) || one.Error() != "the maker" && other.Error() != "the maker" {
		t.Errorf("%v, %v", one, other)
	}
	if a, from := get(t, s, "/a", of("a")); a != "a" || from != Stored {
		t.Errorf("%s from %d", a, from)
	}
	if _, from, err := s.Get(t.Context(), key, of("again")); err != nil || from != Stored {
		t.Errorf("%v from %d", err, from)
	}
}

func BenchmarkFind(b *testing.B) {
	s := New(1<<20, (*text).size)
	key := Key{"/runs/v1.e30", ""}
	_, _, _ = s.Get(b.Context(), key, of("a"))
	b.ReportAllocs()
	for b.Loop() {
		if s.Find(key) == nil {
			b.Fatal("not kept")
		}
	}
}
