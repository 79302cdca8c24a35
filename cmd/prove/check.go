package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"example.com/brandubh"
	"example.com/brandubh/cmd/prove/check"
	"example.com/brandubh/internal/tool"
)

const checkUsage = `Usage: prove check [-rules NAME|FILE.json] FILE

Checks a certificate: plays the move that it has for every position with the
defenders to move, tries every move of the attackers, and sees whether every line
ends with the defenders as winners and none comes back to where it was. It shares
nothing with the prover but the library. It needs about 60 bytes for each move
of the certificate. Returns 0 if the certificate is a proof, 1 if not.

  prove check certificates/b4-b3.proof

`

func checkFile(ctx context.Context, args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("check", flag.ContinueOnError)
	rules := flags.String("rules", "", "the rule set that it must be for, `name` of a preset or a file (default the preset that it names)")
	show := flags.Bool("progress", tool.Terminal(errs), "tell how far the check is (default on a terminal)")
	if code, ok := parse(flags, args, checkUsage, out, errs); !ok {
		return code
	}
	refuse := func(code int, err error) int {
		fmt.Fprintln(errs, "prove check:", err)
		return code
	}
	if flags.NArg() != 1 {
		return refuse(wrong, errors.New("want one FILE"))
	}
	var v *brandubh.Variant
	var err error
	if *rules != "" {
		if v, err = tool.Rules(*rules); err != nil {
			return refuse(wrong, err)
		}
	}
	file, err := os.Open(flags.Arg(0))
	if err != nil {
		return refuse(wrong, err)
	}
	defer file.Close()

	began := time.Now()
	c, err := check.Read(file, v)
	if err != nil {
		return refuse(no, fmt.Errorf("%s: %w", flags.Arg(0), err))
	}
	var progress func(int)
	if *show {
		told := began
		progress = func(done int) {
			if now := time.Now(); now.Sub(told) >= time.Second {
				told = now
				fmt.Fprintf(errs, "%d of %d moves, %.0f%%\n", done, c.Len(), 100*float64(done)/float64(c.Len()))
			}
		}
	}
	r, err := c.Check(ctx, progress)
	if err != nil {
		if ctx.Err() != nil {
			return refuse(open, errors.New("stopped"))
		}
		return refuse(no, fmt.Errorf("%s: no proof: %w", flags.Arg(0), err))
	}
	fmt.Fprintf(out, "The defenders win under %s: %v\n", c.Rules.Name, c.Root)
	for _, l := range []struct {
		what string
		n    any
	}{
		{"positions seen", r.Positions},
		{"moves chosen", r.Chosen},
		{"answers tried", r.Answers},
		{"longest line", fmt.Sprint(r.Longest, " plies")},
		{"fingerprint", c.Rules.Fingerprint()},
		{"sha256", c.SHA256},
	} {
		fmt.Fprintf(out, "  %-15s %v\n", l.what, l.n)
	}
	if c.Rules.Repetition.Counts == brandubh.CountMoves {
		fmt.Fprintln(out, "  The rule on repeated moves is left aside: it looks at moves, and no position comes back on any line.")
	}
	fmt.Fprintf(errs, "checked in %v\n", time.Since(began).Round(time.Millisecond))
	return 0
}
