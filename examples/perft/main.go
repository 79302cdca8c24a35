// Command perft counts the lines of legal moves from a position: the field's
// measure of whether two move generators agree, and how fast they are.
package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"example.com/brandubh"
	"example.com/brandubh/internal/command"
)

func main() { program.Main() }

var program = &command.Command{
	Name: "perft",
	Usage: `Usage: perft [-rules NAME|FILE.json] [-position P] [-depth N] [-j N] [-compare DIR [-all]]

Counts the lines of 1, 2, … N legal moves from a position and prints a line per
depth: the depth, the count, the seconds it took, and leaves per second. Lines
that end sooner do not count, and repetition is left aside. With -compare DIR it
times the yardstick program in DIR against the library instead.
`,
	Notes: `Exit status: 0, or 2 for a mistake in the command.

Examples:
  perft -depth 6 -j 2
  perft -rules legacy -position "7/7/7/3K3/7/7/3t3 a"
`,
	Setup: setup,
}

func setup(f *command.Flags) command.Action {
	rules := f.Rules("federation")
	position := f.String("position", "", "`position` to start from (default the rule set's start)")
	depth := f.Int("depth", 5, "how many `moves` deep")
	workers := f.Jobs()
	yardstick := f.String("compare", "", "compare the speed with the yardstick program in `DIR`, federation rules from their start")
	all := f.Bool("all", false, "with -compare, the other named presets too")
	progress := f.Progress()
	return func(_ context.Context, env command.Env, args []string) error {
		v, err := rules()
		if err != nil {
			return err
		}
		p := v.Start
		if *position != "" {
			if p, err = brandubh.ParsePosition(*position); err == nil {
				err = v.ValidatePosition(p)
			}
			if err != nil {
				return command.Misuse.Errorf("-position: %w", err)
			}
		}
		switch {
		case len(args) > 0:
			return command.Misuse.Errorf("%q is no flag", args[0])
		case *depth < 1:
			return command.Misuse.Errorf("-depth %d: want 1 or more", *depth)
		case *all && *yardstick == "":
			return command.Misuse.Errorf("-all goes with -compare")
		case *yardstick != "" && (*position != "" || *depth < 2):
			return command.Misuse.Errorf("-compare counts from the start of the rule set, with a -depth of 2 or more")
		case *yardstick != "":
			sets := []*brandubh.Variant{v}
			if *all {
				sets = withOthers(v)
			}
			return command.Misuse.Wrap(compare(env.Stdout, progress, *yardstick, sets, *depth))
		}
		for d := 1; d <= *depth; d++ {
			start := time.Now()
			n := count(v, p, d, *workers, progress)
			s := time.Since(start).Seconds()
			fmt.Fprintf(env.Stdout, "%2d %15d %9.3f s %12.0f leaves/s\n", d, n, s, float64(n)/s)
		}
		return nil
	}
}

// withOthers returns a rule set and the named presets that are not it.
func withOthers(v *brandubh.Variant) []*brandubh.Variant {
	sets := []*brandubh.Variant{v}
	for _, name := range brandubh.Presets() {
		if w, err := brandubh.Preset(name); err == nil && name != v.Name && !strings.HasPrefix(name, "archive-") {
			sets = append(sets, w)
		}
	}
	return sets
}

// count counts the lines of depth moves. Several goroutines share the positions
// two moves from the root and nothing else. What takes seconds shows how far it is.
func count(v *brandubh.Variant, p brandubh.Position, depth, workers int, progress *command.Progress) uint64 {
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
	for tick := time.Tick(200 * time.Millisecond); ; {
		select {
		case <-tick:
			share := float64(min(next.Load(), uint64(len(work)))) / float64(len(work))
			took := time.Since(start)
			progress.Showf("%2d %15d so far, %3.0f %%, %v of about %v", depth, total.Load(), 100*share,
				took.Round(time.Second), time.Duration(float64(took)/max(share, 0.001)).Round(time.Second))
		case <-done:
			progress.Done()
			return total.Load()
		}
	}
}
