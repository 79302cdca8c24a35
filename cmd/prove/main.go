// Command prove looks for proofs that the defenders can force a win, writes them
// down as certificates, and checks certificates.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second ctrl-C ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// What the program returns beside 0.
const (
	no    = 1 // not proved, or not a proof
	wrong = 2 // cannot be used
	open  = 3 // stopped before it was decided
)

const usage = `Usage: prove solve [flags]        can the defenders force a win here?
       prove check [flags] FILE   is this certificate a proof?

"prove solve -h" and "prove check -h" say more.
`

// run is the program.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	if len(args) > 0 {
		switch args[0] {
		case "solve":
			return solve(ctx, args[1:], out, errs)
		case "check":
			return checkFile(ctx, args[1:], out, errs)
		case "-h", "-help", "--help", "help":
			fmt.Fprint(out, usage)
			return 0
		}
		fmt.Fprintf(errs, "prove: there is no %q\n", args[0])
	}
	fmt.Fprint(errs, usage)
	return wrong
}

// parse reads the flags of one of the two, and returns whether to go on and, if
// not, what to return.
func parse(flags *flag.FlagSet, args []string, text string, out, errs io.Writer) (code int, ok bool) {
	flags.SetOutput(errs)
	flags.Usage = func() { fmt.Fprint(flags.Output(), text); flags.PrintDefaults() }
	for _, a := range args {
		if a == "-h" || a == "-help" || a == "--help" {
			flags.SetOutput(out)
		}
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0, false
	case err != nil:
		return wrong, false
	}
	return 0, true
}
