package shelf

import "context"

// join gives an answer that is kept; or else the making of it, and whether it is the
// asker's own.
func (s *Shelf[A]) join(key Key) (kept *A, m *making[A], mine bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m = s.making[key]; m != nil {
		m.waiting++
		return nil, m, false
	}
	// Not before: what was being made is kept before it is taken off the list.
	if kept = s.Find(key); kept != nil {
		return kept, nil, false
	}
	m = &making[A]{done: make(chan struct{}), err: ErrFailed}
	s.making[key] = m
	return nil, m, true
}

// make makes an answer, on the goroutine of its first asker. Where that panics, those who
// wait get an error, and the next asker begins anew.
func (s *Shelf[A]) make(ctx context.Context, key Key, m *making[A], work func(wanted func() bool) (*A, error)) (*A, Source, error) {
	defer close(m.done)
	defer s.leave(key, m)
	m.answer, m.err = work(func() bool { return ctx.Err() == nil || s.isAwaited(key, m) })
	if m.err == nil && s.kept != nil && s.weight(key, m.answer) <= s.largest {
		s.kept.Set(key, m.answer)
		return m.answer, Stored, nil
	}
	return m.answer, Made, m.err
}

// isAwaited says whether others than the maker's own asker wait for an answer. If not, the
// answer is given up, and who asks next begins anew.
func (s *Shelf[A]) isAwaited(key Key, m *making[A]) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.waiting == 0 && s.making[key] == m {
		delete(s.making, key)
	}
	return m.waiting > 0
}

// leave takes an answer off the list of those that are being made.
func (s *Shelf[A]) leave(key Key, m *making[A]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.making[key] == m {
		delete(s.making, key)
	}
}
