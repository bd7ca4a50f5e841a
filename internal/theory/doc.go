// Package theory checks the simulator against formulas of queueing theory and published
// tables. It has only tests. Tolerances are derived from standard errors, and seeds are
// fixed, so no test fails at random.
//
// The tests that take minutes run with -long.
package theory
