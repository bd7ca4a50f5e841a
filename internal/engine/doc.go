// Package engine plays a scenario and emits what happens as a stream of events.
//
// It is pure: no clock, no goroutine, no generator of random numbers, no input
// or output. A run is a function of its scenario alone, and the same on every
// machine. docs/model.md defines the words, and the order of simultaneous events.
//
// Every life has one end, and that end is an event:
//
//	request  arrived ─► hop 1 ─► hop 2 ─► … ─┬─► answered
//	                                         ├─► failed    a quorum is out of reach
//	                                         └─► expired   at its deadline
//
//	hop      begun ─► ended by quorum, time, failure or deadline
//
//	leaf     open ─┬─► answered   by its first answer
//	               ├─► failed     nothing of it is live, and no hedge can come
//	               └─► closed     with its hop
//
//	attempt  sent ─┬─► waiting ─► running ─┬─► answered
//	               │        └──────┬───────┼─► cancelled
//	               │               └───────┴─► lost       with its server
//	               ├─► refused    by a full queue
//	               └─► lost       its server is down
//
// The agenda says what is due next, and the world plays it. The lives above change in
// request.go, leaf.go and attempt.go, and short.go writes out their most common course.
// The cluster places attempts at servers, and does not depend on the world.
//
// Alone and InTurn play some worlds without an agenda and without events, where only
// figures are asked for.
package engine
