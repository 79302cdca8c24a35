// Command endgame builds, probes and verifies endgame tables of Brandubh: for every
// position with few soldiers, who wins and in how many plies.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"example.com/brandubh"
	"example.com/brandubh/cmd/endgame/tables"
	"example.com/brandubh/internal/command"
)

func main() { program.Main() }

var program = &command.Command{
	Name: "endgame",
	Usage: `Usage: endgame build  [flags]            computes the tables
       endgame probe  [flags] POSITION   who wins here, and what is each move worth?
       endgame stats  [flags]            counts positions by value
       endgame verify [flags]            are the tables right?

A class is written 3v2: three attackers against king and two defenders.
"endgame build -h" and so on say more.
`,
	Notes: `Exit status: 0; 1 for an entry that is wrong, a damaged or foreign table, and a position
without a table; 2 for a mistake in the command; 3 for work that was stopped or that
needs more memory than it may have.

Examples:
  endgame build -men 4
  endgame probe "3t3/7/7/4K2/7/7/1t5 a"
  endgame stats -men 3
  endgame verify -men 4
  endgame build -rules nielsen -men 3 && endgame verify -rules nielsen
`,
	Commands: []*command.Command{build, probe, stats, verify},
}

// source declares -rules and -dir, and returns a function that reads them: a rule set,
// and the directory of its tables.
func source(f *command.Flags) func() (*brandubh.Variant, string, error) {
	rules := f.Rules("federation")
	dir := f.String("dir", "", "the `directory` of the tables (default endgame-tables/NAME, by the name of the rules)")
	return func() (*brandubh.Variant, string, error) {
		v, err := rules()
		switch {
		case err != nil:
			return nil, "", err
		case v == nil:
			return nil, "", command.Misuse.Errorf("-rules: want a rule set")
		case *dir != "":
			return v, *dir, nil
		case v.Name == "" || strings.ContainsAny(v.Name, `/\`) || strings.HasPrefix(v.Name, "."):
			return nil, "", command.Misuse.Errorf("the name %q of the rules is no name for a directory: give one with -dir", v.Name)
		}
		return v, filepath.Join("endgame-tables", v.Name), nil
	}
}

// checkMen reports a number of men that no class has.
func checkMen(men, least int) error {
	if most := tables.MaxAttackers + tables.MaxDefenders; men < least || men > most {
		return command.Misuse.Errorf("-men %d: want %d to %d", men, least, most)
	}
	return nil
}

// classes returns the classes there are with at most men men; 0 is all.
func classes(t *tables.Tables, men int) (all []tables.Class) {
	for _, c := range t.Classes() {
		if men == 0 || c.Men() <= men {
			all = append(all, c)
		}
	}
	return all
}

var build = &command.Command{
	Name: "build",
	Usage: `Usage: endgame build [-rules NAME|FILE.json] [-dir DIR] [-men N] [-j N] [-memory SIZE]

Computes all endings with at most N men (the king does not count), classes with fewer
men first. It can be stopped with Ctrl-C: the same command goes on with the class
that was in work.
`,
	Setup: func(f *command.Flags) command.Action {
		from := source(f)
		men := f.Int("men", 4, "the most `men` on both sides together, the king not counted")
		memory := f.Memory(16<<30, "that a class may take; a class that needs more is not begun")
		jobs, progress := f.Jobs(), f.Progress()
		return func(ctx context.Context, env command.Env, args []string) error {
			if len(args) > 0 {
				return command.Misuse.Errorf("%q is no flag", args[0])
			}
			if err := checkMen(*men, 1); err != nil {
				return err
			}
			v, dir, err := from()
			if err != nil {
				return err
			}
			fmt.Fprintf(env.Stdout, "%s: all endings with at most %d men, into %s\n", v.Name, *men, dir)
			return buildTables(ctx, env.Stdout, progress, v, dir, tables.BuildOptions{Men: *men, Workers: *jobs, Memory: *memory})
		}
	},
}

// buildTables builds the tables and prints a line a class.
func buildTables(ctx context.Context, w io.Writer, progress *command.Progress, v *brandubh.Variant, dir string, o tables.BuildOptions) error {
	begun := time.Now()
	var places uint64
	var mu sync.Mutex // several goroutines report
	o.Report = func(r tables.Progress) {
		mu.Lock()
		defer mu.Unlock()
		if !r.Ready {
			show(progress, fmt.Sprintf("%v, ends in %d", r.Class, r.Ply), r.Done, r.Total)
			return
		}
		progress.Done()
		places += r.Total
		if r.Found {
			fmt.Fprintf(w, "%-5v %13d places  there already\n", r.Class, r.Total)
		} else {
			fmt.Fprintf(w, "%-5v %13d places %8.1f s\n", r.Class, r.Total, r.Took.Seconds())
		}
	}
	err := tables.Build(ctx, dir, v, o)
	progress.Done()
	switch {
	case errors.Is(err, tables.ErrMemory):
		return command.Unfinished.Wrap(err)
	case err != nil:
		return err
	}
	fmt.Fprintf(w, "all    %12d places %8.1f s\n", places, time.Since(begun).Seconds())
	return nil
}

// show shows how far the work on something is.
func show(progress *command.Progress, of string, done, total uint64) {
	progress.Showf("%s: %d of %d, %.0f %%", of, done, total, 100*float64(min(done, total))/float64(max(total, 1)))
}

var probe = &command.Command{
	Name: "probe",
	Usage: `Usage: endgame probe [-rules NAME|FILE.json] [-dir DIR] POSITION

Says who wins the position, in how many plies, and what each move is worth.
`,
	Setup: func(f *command.Flags) command.Action {
		from := source(f)
		return func(_ context.Context, env command.Env, args []string) error {
			if len(args) != 1 {
				return command.Misuse.Errorf(`want one POSITION, as in endgame probe "3t3/7/7/4K2/7/7/1t5 a"`)
			}
			v, dir, err := from()
			if err != nil {
				return err
			}
			p, err := brandubh.ParsePosition(args[0])
			if err == nil {
				err = v.ValidatePosition(p)
			}
			if err != nil {
				return command.Misuse.Wrap(err)
			}
			t, err := tables.Open(dir, v)
			if err != nil {
				return command.No.Wrap(err)
			}
			defer t.Close()
			return printProbe(env.Stdout, t, v, p)
		}
	},
}

// printProbe prints what the tables say about a position and its moves.
func printProbe(w io.Writer, t *tables.Tables, v *brandubh.Variant, p brandubh.Position) error {
	value, err := t.Probe(p)
	if err != nil {
		return err
	}
	if r := v.Result(p); r.Over() {
		fmt.Fprintf(w, "the game is over: %s\n", r.Sentence())
		return nil
	}
	moves, err := t.Moves(p)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s, the %v to move: %v\n", v.Name, p.Turn(), value)
	if value.Winner == brandubh.NoSide {
		fmt.Fprintln(w, tables.EndlessUnder(v).Text)
	}
	for _, m := range moves {
		takes := ""
		if taken := v.Captures(p, m.Move); taken != 0 {
			takes = "  takes " + taken.String()
		}
		fmt.Fprintf(w, "  %-7v %v%s\n", m.Move, m.Value, takes)
	}
	return nil
}

var stats = &command.Command{
	Name: "stats",
	Usage: `Usage: endgame stats [-rules NAME|FILE.json] [-dir DIR] [-men N] [-plies]

Counts the positions by value, with all turned and mirrored images.
`,
	Setup: func(f *command.Flags) command.Action {
		from := source(f)
		men := f.Int("men", 0, "the most `men` (default all there are)")
		plies := f.Bool("plies", false, "count by the number of plies too, and show a longest win")
		return func(ctx context.Context, env command.Env, args []string) error {
			if len(args) > 0 {
				return command.Misuse.Errorf("%q is no flag", args[0])
			}
			if err := checkMen(*men, 0); err != nil {
				return err
			}
			v, dir, err := from()
			if err != nil {
				return err
			}
			t, err := tables.Open(dir, v)
			if err != nil {
				return command.No.Wrap(err)
			}
			defer t.Close()
			fmt.Fprintf(env.Stdout, "%s (%s); %s\n", v.Name, v.Fingerprint(), tables.EndlessUnder(v).Text)
			fmt.Fprintf(env.Stdout, "%-5s  %-9s  %15s %15s %15s  longest\n", "class", "to move", "attackers win", "defenders win", "neither")
			for _, c := range classes(t, *men) {
				for _, turn := range []brandubh.Side{brandubh.Attackers, brandubh.Defenders} {
					n, err := t.Count(ctx, c, turn)
					if err != nil {
						return err
					}
					a, d := n.Won()
					fmt.Fprintf(env.Stdout, "%-5v  %-9v  %15d %15d %15d  %d, %d\n", c, turn, a, d, n.Open, max(0, len(n.Attackers)-1), max(0, len(n.Defenders)-1))
					if *plies {
						printPlies(env.Stdout, "attackers", n.Attackers, n.FarAttackers, n.LongestAttackers)
						printPlies(env.Stdout, "defenders", n.Defenders, n.FarDefenders, n.LongestDefenders)
					}
				}
			}
			return nil
		}
	},
}

// printPlies prints how many positions a side wins in each number of plies, how many at
// an unknown distance, and a position of the longest win.
func printPlies(w io.Writer, side string, plies []uint64, far uint64, longest brandubh.Position) {
	for ply, count := range plies {
		if count > 0 {
			fmt.Fprintf(w, "       %s win in %3d: %15d\n", side, ply, count)
		}
	}
	if far > 0 {
		fmt.Fprintf(w, "       %s win, distance not known: %d\n", side, far)
	}
	if len(plies) > 0 {
		fmt.Fprintf(w, "       a longest: %v\n", longest)
	}
}

var verify = &command.Command{
	Name: "verify",
	Usage: `Usage: endgame verify [-rules NAME|FILE.json] [-dir DIR] [-men N] [-j N]
                      [-every K] [-searches N] [-depth N] [-seed S]

Compares every entry with its successors, and entries picked by chance with a plain
search, by the rules of the library alone.
`,
	Setup: func(f *command.Flags) command.Action {
		from := source(f)
		var o tables.VerifyOptions
		men := f.Int("men", 0, "the most `men` (default all there are)")
		f.IntVar(&o.Every, "every", 1, "look at one entry in `K`, picked by chance")
		f.IntVar(&o.Searches, "searches", 200, "for each class, how many `entries` to compare with a plain search")
		f.IntVar(&o.Depth, "depth", 3, "how many `plies` the plain search looks ahead")
		f.Uint64Var(&o.Seed, "seed", 1, "`number` that picks the entries")
		jobs, progress := f.Jobs(), f.Progress()
		return func(ctx context.Context, env command.Env, args []string) error {
			switch {
			case len(args) > 0:
				return command.Misuse.Errorf("%q is no flag", args[0])
			case o.Every < 1 || o.Searches < 0 || o.Depth < 1 || o.Depth > 9:
				return command.Misuse.Errorf("want -every 1 or more, -searches 0 or more, -depth 1 to 9")
			}
			if err := checkMen(*men, 0); err != nil {
				return err
			}
			v, dir, err := from()
			if err != nil {
				return err
			}
			t, err := tables.Open(dir, v)
			if err != nil {
				return command.No.Wrap(err)
			}
			defer t.Close()
			o.Workers = *jobs
			var mu sync.Mutex // several goroutines report
			o.Report = func(c tables.Class, done, total uint64) {
				mu.Lock()
				defer mu.Unlock()
				show(progress, c.String(), done, total)
			}
			for _, c := range classes(t, *men) {
				done, err := t.Verify(ctx, c, o)
				progress.Done()
				if err != nil {
					return err
				}
				fmt.Fprintf(env.Stdout, "%-5v %13d entries agree with their successors, %d with their images, %d with a plain search\n", c, done.Entries, done.Images, done.Searches)
			}
			return nil
		}
	},
}
