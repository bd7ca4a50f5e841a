package engine

// RunForgetting is Run with an agenda that has no room: after each item it keeps what
// matters, and says how much it forgot.
func RunForgetting(scenario *Scenario, tell func(Event) bool) (forgotten int) {
	w := newWorld(scenario, tell)
	for !w.stopped && w.step() {
		before := len(w.agenda)
		w.agenda.keep(w.matters)
		forgotten += before - len(w.agenda)
	}
	w.complete()
	return forgotten
}
