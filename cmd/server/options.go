package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/hedgedrill/hedgedrill/internal/intake"
)

// options are the program's settings. A flag overrides the environment, and the
// environment overrides the default.
type options struct {
	addr    string
	ceiling int
	cache   memory
	grace   time.Duration
	check   bool
}

// parse reads the settings. done means that there is nothing to serve: the caller asked
// for help, or the arguments are wrong. The message has then been printed.
func parse(args []string, getenv func(string) string, stdout io.Writer) (o options, code int, done bool) {
	addr := ":8080"
	if set := getenv("HEDGEDRILL_ADDR"); set != "" {
		addr = set
	}
	flags := flag.NewFlagSet("server", flag.ContinueOnError)
	flags.SetOutput(stdout)
	flags.StringVar(&o.addr, "addr", addr, "`host:port` to listen on; also HEDGEDRILL_ADDR")
	o.cache = defaultCache
	if set := getenv("HEDGEDRILL_CACHE"); set != "" {
		if err := o.cache.Set(set); err != nil {
			fmt.Fprintf(stdout, "HEDGEDRILL_CACHE: %v\n", err)
			return o, 2, true
		}
	}
	flags.Var(&o.cache, "cache", "`size` of finished answers to keep in memory, such as 64MiB; 0 for none; also HEDGEDRILL_CACHE")
	flags.IntVar(&o.ceiling, "max-price", intake.DefaultCeiling, "largest run, in `attempts`, its baseline included")
	flags.DurationVar(&o.grace, "grace", 25*time.Second, "how long running requests may take to finish after SIGTERM")
	flags.BoolVar(&o.check, "check", false, "ask the server at -addr whether it is ready, and exit 0 if so (for a container's health check)")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return o, 0, true
	case err != nil:
		return o, 2, true
	case flags.NArg() > 0:
		fmt.Fprintf(stdout, "unexpected argument %q; see -help\n", flags.Arg(0))
		return o, 2, true
	case o.ceiling < 1 || o.grace < 0:
		fmt.Fprintln(stdout, "-max-price must be at least 1, and -grace not negative")
		return o, 2, true
	}
	return o, 0, false
}
