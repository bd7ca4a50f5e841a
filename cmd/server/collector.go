package main

import "runtime/debug"

// The garbage collector's settings where the environment has none (GOGC, GOMEMLIMIT). What
// stays in memory is small, and a request's garbage is not, so Go's own would collect every
// few dozen requests. A large run may keep hundreds of megabytes: below the limit it may
// leave garbage, near the limit it may not.
const (
	garbagePercent = 400
	memoryLimit    = 512 << 20 // bytes besides the cache
)

// collect sets the garbage collector. What the environment says, Go has read already.
func collect(getenv func(string) string, cache memory) {
	if getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	if getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit + int64(cache))
	}
}
