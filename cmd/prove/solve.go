package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"example.com/brandubh"
	"example.com/brandubh/cmd/endgame/tables"
	"example.com/brandubh/cmd/prove/search"
	"example.com/brandubh/internal/tool"
)

const solveUsage = `Usage: prove solve [-rules NAME|FILE.json] [-position P] [-moves "d1-f1 e4-e1"]
                   [-o FILE] [-state FILE] [-memory SIZE] [-workers N]
                   [-budget TIME] [-nodes N] [-learn FILE,…] [-tables DIR]

Asks whether the defenders can force a win in finitely many plies, whatever was
played before, and writes the proof to FILE as a certificate that "prove check"
tries. Ctrl-C stops it; with -state it can be taken up again by the same command,
and what it has proved can be handed to another search with -learn.

Under rules where the defenders lose by repetition, as the federation's, this
decides the game: they win in no other way. Under rules where repeating is a draw
or the attackers' loss, not to be able to force a win does not mean to lose, and
may even leave a win by endless play.

Returns 0 if it is proved, 1 if the search finds that they cannot force a win (of
which there is no certificate), 3 if it stopped before.

  prove solve -moves "b4-b3 d5-b5 d6-e6 d4-d6 b3-b4" -o b4-b3.proof
  prove solve -moves "d1-f1 e4-e1" -memory 4G -o d1-f1.proof
  prove solve -moves d2-f2 -memory 4G -budget 2h -state d2-f2.state -o d2-f2.proof

`

func solve(ctx context.Context, args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("solve", flag.ContinueOnError)
	rules := flags.String("rules", "federation", "`name` of a preset, or a file with a rule set as JSON")
	position := flags.String("position", "", "`position` to start from (default the rule set's start)")
	moves := flags.String("moves", "", "`moves` that lead from there to the position in question")
	proof := flags.String("o", "", "`file` for the certificate (default none)")
	state := flags.String("state", "", "`file` with the search where it was stopped before, if it is there, and where it is put when it stops or is done (default none)")
	learn := flags.String("learn", "", "`files`, states of other searches under the same rules, whose proved positions this one need not prove (default none)")
	dir := flags.String("tables", "", "`directory` with endgame tables of the rule set, as cmd/endgame builds them (default none)")
	memory := flags.String("memory", "1G", "`size` of the memory to search and to write the certificate with: 512M, 4G")
	workers := flags.Int("workers", runtime.GOMAXPROCS(0), "how many `cores` search; one finds the same proof each time, several find it sooner")
	budget := flags.Duration("budget", 0, "stop after so much `time`: 90s, 2h (default no limit)")
	nodes := flags.Uint64("nodes", 0, "stop after so many `expansions` (default no limit)")
	show := flags.Bool("progress", tool.Terminal(errs), "tell how far the search is (default on a terminal)")
	every := flags.Duration("every", 5*time.Second, "how often to tell it, a `time`")
	if code, ok := parse(flags, args, solveUsage, out, errs); !ok {
		return code
	}
	refuse := func(err error) int {
		fmt.Fprintln(errs, "prove solve:", err)
		return wrong
	}
	c := search.Config{Every: *every, Workers: *workers}
	var err error
	if c.Rules, err = tool.Rules(*rules); err != nil {
		return refuse(err)
	}
	if c.Memory, err = size(*memory); err != nil {
		return refuse(fmt.Errorf("-memory %s: %w", *memory, err))
	}
	if c.Root, err = root(c.Rules, *position, *moves); err != nil {
		return refuse(err)
	}
	switch {
	case flags.NArg() > 0:
		return refuse(fmt.Errorf("%q is no flag", flags.Arg(0)))
	case *workers < 1 || *workers > 1024:
		return refuse(fmt.Errorf("-workers %d: want 1 to 1024", *workers))
	case *budget < 0:
		return refuse(fmt.Errorf("-budget %v: want no less than nothing", *budget))
	}
	// Found out before the search, not after it.
	for _, name := range []string{*proof, *state} {
		if name == "" {
			continue
		}
		if info, err := os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
			return refuse(fmt.Errorf("%s: there is no such directory", name))
		}
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			return refuse(fmt.Errorf("%s: it is a directory", name))
		}
	}
	if *proof != "" && filepath.Clean(*proof) == filepath.Clean(*state) {
		return refuse(fmt.Errorf("-o and -state are both %s", *proof))
	}
	if *dir != "" {
		t, err := tables.Open(*dir, c.Rules)
		if err != nil {
			return refuse(err)
		}
		defer t.Close()
		c.Table = endings{t}
	}
	if *show {
		c.Progress = func(p search.Progress) { fmt.Fprintln(errs, line(p)) }
	}
	s, err := start(c, *state)
	if err != nil {
		return refuse(err)
	}
	for name := range strings.SplitSeq(*learn, ",") {
		if name == "" {
			continue
		}
		if err := from(name, s.Learn); err != nil {
			return refuse(err)
		}
	}

	// The search is most of what is in memory: no garbage should grow to as much again.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(c.Memory + c.Memory/8 + 64<<20))
	searching := ctx
	if *budget > 0 {
		var stop context.CancelFunc
		searching, stop = context.WithTimeoutCause(ctx, *budget, search.ErrBudget)
		defer stop()
	}
	fmt.Fprintf(out, "%s: %v\n", c.Rules.Name, c.Root)
	verdict, why := s.Run(searching, *nodes)
	p := s.Progress()
	spent := fmt.Sprintf("%d expansions, %v", p.Expansions, p.Elapsed.Round(time.Millisecond))
	code := 0
	switch verdict {
	case search.Open:
		fmt.Fprintf(out, "open: proof number %d, disproof number %d after %s: %v\n", p.Proof, p.Disproof, spent, why)
		code = open
	case search.Disproved:
		fmt.Fprintf(out, "the defenders cannot force a win: %s\n", spent)
		code = no
	default:
		fmt.Fprintf(out, "the defenders win: %s\n", spent)
	}
	if *state != "" { // before anything else can go wrong
		if err := into(*state, s.Save); err != nil {
			return refuse(err)
		}
		fmt.Fprintf(out, "saved in %s\n", *state)
	}
	if code != 0 || *proof == "" {
		return code
	}
	var n int
	err = into(*proof, func(w io.Writer) (err error) {
		n, err = s.WriteCertificate(ctx, w)
		return err
	})
	if err != nil {
		if errors.Is(err, search.ErrMemory) {
			err = fmt.Errorf("%w: it wants more -memory", err)
		}
		refuse(fmt.Errorf("%s: not written: %w", *proof, err))
		if ctx.Err() != nil {
			return open
		}
		return wrong
	}
	fmt.Fprintf(out, "%d moves in %s; it counts when this has passed: prove check %s\n", n, *proof, *proof)
	return 0
}

// line tells how far a search is.
func line(p search.Progress) string {
	return fmt.Sprintf("%8v  proof %5d  disproof %5d  %8.3fM expansions  %8.3fM proved  table %4.1f%%  ply %d",
		p.Elapsed.Round(time.Second), p.Proof, p.Disproof, float64(p.Expansions)/1e6, float64(p.Positions)/1e6, 100*p.Fill, p.Ply)
}

// root returns the position that the moves lead to.
func root(v *brandubh.Variant, position, moves string) (brandubh.Position, error) {
	p := v.Start
	if position != "" {
		var err error
		if p, err = brandubh.ParsePosition(position); err != nil {
			return p, err
		}
		if err = v.ValidateStart(p); err != nil {
			return p, err
		}
	}
	for i, text := range strings.Fields(moves) {
		m, err := brandubh.ParseMove(text)
		if err == nil {
			p, err = v.Play(p, m)
		}
		if err != nil {
			return p, fmt.Errorf("-moves, ply %d: %w", i+1, err)
		}
	}
	return p, nil
}

// start returns a new search, or the one that a file holds.
func start(c search.Config, state string) (*search.Search, error) {
	if state == "" {
		return search.New(c)
	}
	var s *search.Search
	err := from(state, func(r io.Reader) (err error) {
		s, err = search.Load(c, r)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return search.New(c)
	}
	return s, err
}

// from reads a file.
func from(name string, read func(io.Reader) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := read(file); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// into writes a file, which comes in place of an older one when it is whole.
func into(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// size reads how much memory to search with.
func size(text string) (int64, error) {
	n, err := tool.Size(text)
	switch {
	case err != nil:
		return 0, err
	case n < 1<<16 || n > 1<<36:
		return 0, errors.New("want 64K or more, 64G at most")
	}
	return int64(n), nil
}
