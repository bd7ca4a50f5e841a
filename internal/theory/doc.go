// Package theory holds the simulator against what is known without it: formulas of
// queueing theory and published tables. It has tests alone. Tolerances come from
// standard errors, and seeds are fixed, so no test fails by chance.
//
// The tests that take minutes run with -long.
package theory
