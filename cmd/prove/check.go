package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"example.com/brandubh"
	"example.com/brandubh/cmd/prove/check"
	"example.com/brandubh/internal/command"
)

var checkCommand = &command.Command{
	Name: "check",
	Usage: `Usage: prove check [-rules NAME|FILE.json] [-position P] [-moves "d1-f1 e4-e1"]
                   [-memory SIZE] [-j N] [-state FILE] [-part K/N] FILE
       prove check -join STATE,... FILE
       prove check -sample N FILE

Checks a certificate. It plays the move of every entry, tries every answer of the
attackers, and sees whether each leads to a win at once or to an entry with a smaller
rank. It shares nothing with the prover but the library.

With -position or -moves the certificate must be for the position that they lead to,
or for a turned or mirrored image of it; without them it says itself which position it is
for, and you read that in the output.

Entries can be checked in parts, on several machines: -part 2/5 -state 2.state checks the
second of five, and -join 1.state,2.state,... puts them together. With -state a check
that was stopped is taken up again by the same command. States are trusted: use your own.
`,
	Notes: `Exit status: 0 if the certificate is a proof; 1 if it is none; 2 for a mistake in the
command; 3 if the check was stopped, or was of a part or a sample and found no fault.

Examples:
  prove check certificates/b4-b3.proof
  prove check -moves d2-f2 -memory 2G d2-f2.proof
  prove check -part 1/2 -state 1.state d2-f2.proof
`,
	Setup: setupCheck,
}

// checkFlags is what a check is asked for.
type checkFlags struct {
	rules           func() (*brandubh.Variant, error)
	position, moves string
	state, join     string
	part            string
	sample          int
	memory          *uint64
	jobs            *int
	progress        *command.Progress
}

func setupCheck(f *command.Flags) command.Action {
	var c checkFlags
	c.rules = f.Rules("")
	f.StringVar(&c.position, "position", "", "the `position` from which the moves lead to the expected root")
	f.StringVar(&c.moves, "moves", "", "the `moves` that lead to the expected root")
	c.memory = f.Memory(1<<30, "for the check, looked up part by part if the certificate needs more")
	c.jobs = f.Jobs()
	f.StringVar(&c.state, "state", "", "`file` in which the check is saved every minute, and from which it goes on")
	f.StringVar(&c.part, "part", "", "check the entries of part `K/N` only")
	f.StringVar(&c.join, "join", "", "states of finished parts, `FILE,...`, to put together")
	f.IntVar(&c.sample, "sample", 0, "check one entry in `N` only, picked by chance")
	c.progress = f.Progress()
	return func(ctx context.Context, env command.Env, args []string) error {
		if len(args) != 1 {
			return command.Misuse.Errorf("want one FILE")
		}
		return c.run(ctx, env, args[0])
	}
}

func (f *checkFlags) run(ctx context.Context, env command.Env, name string) error {
	v, err := f.rules()
	if err != nil {
		return err
	}
	o := check.Options{Memory: int64(*f.memory), Workers: *f.jobs, Sample: f.sample, Seed: rand.Uint64()}
	if f.part != "" {
		if _, err := fmt.Sscanf(f.part, "%d/%d", &o.Part, &o.Parts); err != nil || f.part != fmt.Sprintf("%d/%d", o.Part, o.Parts) || o.Part < 1 || o.Part > o.Parts {
			return command.Misuse.Errorf("-part %s: want K/N with K from 1 to N", f.part)
		}
	}
	alone := 0
	for _, given := range []bool{f.part != "" || f.state != "", f.join != "", f.sample != 0} {
		if given {
			alone++
		}
	}
	switch {
	case f.sample < 0:
		return command.Misuse.Errorf("-sample %d: want 1 or more", f.sample)
	case alone > 1:
		return command.Misuse.Errorf("-join and -sample go without each other, -part and -state")
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	c, err := check.Open(file, v)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := f.expected(c); err != nil {
		return err
	}

	// No garbage should grow to as much again as the entries.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(o.Memory + o.Memory/8 + 32<<20))
	began := time.Now()
	var r check.Report
	if f.join != "" {
		r, err = f.joined(c)
	} else {
		r, err = f.check(ctx, c, o)
	}
	f.progress.Done()
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, check.ErrMemory), errors.Is(err, check.ErrState):
		return command.Misuse.Errorf("%s: %w", name, err)
	case err != nil:
		return fmt.Errorf("%s: no proof: %w", name, err)
	}
	whole := o.Parts <= 1 && o.Sample <= 1
	report(env.Stdout, c, r, whole)
	fmt.Fprintf(env.Stderr, "checked in %v\n", time.Since(began).Round(time.Millisecond))
	if !whole {
		return command.Unfinished.Errorf("no fault in %d of %d entries: not a proof as yet", r.Entries, c.Len())
	}
	return nil
}

// expected returns an error unless the certificate is for the position that the flags
// name.
func (f *checkFlags) expected(c *check.Certificate) error {
	if f.position == "" && f.moves == "" {
		return nil
	}
	p, err := root(c.Rules, f.position, f.moves)
	if err != nil {
		return command.Misuse.Wrap(err)
	}
	want, _ := p.Canonical()
	if got, _ := c.Root.Canonical(); got != want {
		return fmt.Errorf("the certificate is for another root: %v, not %v", c.Root, p)
	}
	return nil
}

// check checks the certificate, from the state and into it if there is one.
func (f *checkFlags) check(ctx context.Context, c *check.Certificate, o check.Options) (check.Report, error) {
	if f.state != "" {
		err := from(f.state, func(r io.Reader) (err error) {
			o.From, err = c.ReadState(r)
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return check.Report{}, err
		}
		o.Save = func(s *check.State) error {
			return into(f.state, func(w io.Writer) error { _, err := s.WriteTo(w); return err })
		}
	}
	if f.progress.On() {
		o.Progress = func(p check.Progress) {
			f.progress.Showf("%d of %d entries against %d to %d of %d", p.Done, p.Total, p.Start+1, p.End, p.Entries)
		}
	}
	return c.Check(ctx, o)
}

// joined puts the states of finished parts together.
func (f *checkFlags) joined(c *check.Certificate) (check.Report, error) {
	var parts []*check.State
	for name := range strings.SplitSeq(f.join, ",") {
		err := from(name, func(r io.Reader) error {
			s, err := c.ReadState(r)
			parts = append(parts, s)
			return err
		})
		if err != nil {
			return check.Report{}, command.Misuse.Wrap(err)
		}
	}
	return c.Join(parts...)
}

// report says what was checked.
func report(out io.Writer, c *check.Certificate, r check.Report, whole bool) {
	rules, ok := c.Preset()
	if !ok {
		rules = "own rules"
	}
	if whole {
		fmt.Fprintf(out, "The defenders win under %s: %v\n", rules, c.Root)
	} else {
		fmt.Fprintf(out, "Part of a certificate that the defenders win under %s: %v\n", rules, c.Root)
	}
	for _, l := range []struct {
		what string
		n    any
	}{
		{"moves chosen", r.Entries},
		{"answers tried", r.Answers},
		{"longest line", fmt.Sprint(r.Longest, " plies")},
		{"fingerprint", c.Rules.Fingerprint()},
		{"sha256", c.SHA256()},
	} {
		fmt.Fprintf(out, "  %-15s %v\n", l.what, l.n)
	}
	switch r := c.Rules.Repetition; {
	case r.Counts == brandubh.CountMoves:
		fmt.Fprintln(out, "  The rule on repeated moves is left aside. It counts moves, those before the root too,")
		fmt.Fprintln(out, "  and may fire on a line of the proof, though no position comes back on it.")
	case r.Counts != brandubh.CountNothing && (r.Forbidden || r.Result != brandubh.DefendersLose):
		fmt.Fprintln(out, "  This is from a fresh history: positions before the root count for the rule on repetition.")
	}
}
