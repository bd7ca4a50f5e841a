package measure

import "sync"

// aside is work beside its caller's, who waits for it. Where it panics the caller does, and
// not a goroutine of which nobody knows.
type aside struct {
	group    sync.WaitGroup
	mu       sync.Mutex
	panicked any
}

func (a *aside) do(work func()) {
	a.group.Go(func() {
		defer func() {
			if value := recover(); value != nil {
				a.mu.Lock()
				defer a.mu.Unlock()
				a.panicked = value
			}
		}()
		work()
	})
}

func (a *aside) wait() {
	a.group.Wait()
	if a.panicked != nil {
		panic(a.panicked)
	}
}
