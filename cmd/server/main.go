// Command server serves the Hedgedrill API. Everything is embedded; it needs no
// other service.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Getenv, os.Stdout))
}

// run is the whole program. It serves until the context ends, and then finishes the
// running requests. It returns the exit code: 0 for success, 1 if the server could not
// serve, 2 if the arguments are wrong.
func run(ctx context.Context, args []string, getenv func(string) string, stdout io.Writer) int {
	options, code, done := parse(args, getenv, stdout)
	if done {
		return code
	}
	if options.check {
		return check(ctx, options.addr, stdout)
	}
	collect(getenv, options.cache)
	return serve(ctx, options, stdout)
}
