// Command perft counts the lines of legal moves from a position: the field's
// measure of whether two move generators agree, and how fast they are.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"example.com/brandubh"
	"example.com/brandubh/internal/tool"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// maxWorkers is more goroutines than there are positions to share.
const maxWorkers = 1000

const usage = `Usage: perft [-rules NAME|FILE.json] [-position P] [-depth N] [-j N] [-compare DIR [-all]]

Counts the lines of 1, 2, … N legal moves from a position and prints a line per
depth: the depth, the count, the seconds it took, and leaves per second. Lines
that end sooner do not count, and repetition is left aside. With -compare DIR it
times the yardstick program in DIR against the library instead.

`

// run is the program: it returns 0, or 2 for what it cannot use.
func run(args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("perft", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() { fmt.Fprint(errs, usage); flags.PrintDefaults() }
	rules := flags.String("rules", "federation", "`name` of a preset, or a file with a rule set as JSON")
	position := flags.String("position", "", "`position` to start from (default the rule set's start)")
	depth := flags.Int("depth", 5, "how many `moves` deep")
	workers := flags.Int("j", 1, "how many `goroutines` share the work")
	yardstick := flags.String("compare", "", "compare the speed with the yardstick program in `DIR`, federation rules from their start")
	all := flags.Bool("all", false, "with -compare, the other named presets too")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	refuse := func(err error) int {
		fmt.Fprintln(errs, "perft:", err)
		return 2
	}
	v, err := tool.Rules(*rules)
	if err != nil {
		return refuse(err)
	}
	p := v.Start
	if *position != "" {
		if p, err = brandubh.ParsePosition(*position); err == nil {
			err = v.ValidatePosition(p)
		}
		if err != nil {
			return refuse(err)
		}
	}
	switch {
	case flags.NArg() > 0:
		return refuse(fmt.Errorf("%q is no flag", flags.Arg(0)))
	case *depth < 1:
		return refuse(fmt.Errorf("-depth %d: want 1 or more", *depth))
	case *workers < 1 || *workers > maxWorkers:
		return refuse(fmt.Errorf("-j %d: want 1 or more, %d at most", *workers, maxWorkers))
	}
	var progress io.Writer = io.Discard
	if tool.Terminal(errs) {
		progress = errs
	}
	if *yardstick != "" {
		if *position != "" || *depth < 2 {
			return refuse(errors.New("-compare goes from the start, and wants a -depth of 2 or more"))
		}
		sets := []*brandubh.Variant{v}
		if *all {
			for _, name := range brandubh.Presets() {
				if w, err := brandubh.Preset(name); err == nil && name != v.Name && !strings.HasPrefix(name, "archive-") {
					sets = append(sets, w)
				}
			}
		}
		if err := compare(out, progress, *yardstick, sets, *depth); err != nil {
			return refuse(err)
		}
		return 0
	}
	for d := 1; d <= *depth; d++ {
		start := time.Now()
		n := count(v, p, d, *workers, progress)
		s := time.Since(start).Seconds()
		fmt.Fprintf(out, "%2d %15d %9.3f s %12.0f leaves/s\n", d, n, s, float64(n)/s)
	}
	return 0
}

// count counts the lines of so many moves. Several goroutines share the positions
// two moves from the root and nothing else. What takes seconds shows how far it is.
func count(v *brandubh.Variant, p brandubh.Position, depth, workers int, progress io.Writer) uint64 {
	if depth < 3 {
		return v.Perft(p, depth)
	}
	var work []brandubh.Position
	for m := range v.Moves(p) {
		q, _ := v.Play(p, m)
		for m := range v.Moves(q) {
			r, _ := v.Play(q, m)
			work = append(work, r)
		}
	}
	var total, next atomic.Uint64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < uint64(len(work)); i = next.Add(1) - 1 {
				total.Add(v.Perft(work[i], depth-2))
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	start := time.Now()
	for tick := time.Tick(time.Second); ; {
		select {
		case <-tick:
			share := float64(min(next.Load(), uint64(len(work)))) / float64(len(work))
			took := time.Since(start)
			fmt.Fprintf(progress, "\r%2d %15d so far, %3.0f %%, %v of about %v \x1b[K", depth, total.Load(), 100*share,
				took.Round(time.Second), time.Duration(float64(took)/max(share, 0.001)).Round(time.Second))
		case <-done:
			if time.Since(start) > time.Second {
				fmt.Fprint(progress, "\r\x1b[K")
			}
			return total.Load()
		}
	}
}
