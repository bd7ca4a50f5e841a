package handlers

import (
	"os"
	"runtime/debug"
	"testing"
)

// The tests make many answers and keep hardly any: much of their time would be
// the collector's.
func TestMain(m *testing.M) {
	debug.SetGCPercent(1000)
	os.Exit(m.Run())
}
