package engine_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// The tests make many small traces and keep hardly any: a third of their time would be
// the collector's.
func TestMain(m *testing.M) {
	debug.SetGCPercent(1000)
	os.Exit(m.Run())
}
